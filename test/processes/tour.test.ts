/** docs/tour.md is what it says: its own commands are run, and print what stands below them. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { freePort, groupEnded } from '../support/processes.ts'
import { removeFolder } from '../support/temporary.ts'

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-tour-'))
const text = await readFile(join(root, 'docs/tour.md'), 'utf8')

interface Step {
  title: string
  commands: string
  /** What they print, `…` for whatever may stand there. */
  prints: string
}

/** The commands of the page, each with the block that follows it. */
function stepsOf(page: string): Step[] {
  const steps: Step[] = []
  let title = ''
  for (const [, heading, word, block] of page.matchAll(/^## (.+)$|^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (heading !== undefined) title = heading
    else if (word === 'sh') steps.push({ title, commands: block!, prints: '' })
    else if (steps.length > 0) steps.at(-1)!.prints = block!
  }
  return steps
}

function patternOf(prints: string): RegExp {
  const parts = prints.split('…').map(part => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`)
}

const [port, receiverPort] = [await freePort(), await freePort()]
const env = {
  PATH: process.env.PATH,
  HOME: folder,
  DATA_DIR: folder,
  PORT: String(port),
  RECEIVER_PORT: String(receiverPort),
  LOG_LEVEL: 'silent',
  CONSOLE: 'false',
}

/** Runs the command of the first step as it stands there, and ends it with all that it started. */
async function start(command: string): Promise<void> {
  const server = spawn('bash', ['-c', command], { cwd: root, env, detached: true, stdio: 'ignore' })
  after(async () => {
    process.kill(-server.pid!, 'SIGTERM')
    await groupEnded(server.pid!)
    await removeFolder(folder)
  })
  const isReady = () => fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
  await eventually(async () => (await isReady())?.ok === true, 120)
}

/** What each of the steps printed, all typed into one terminal. */
async function type(steps: Step[]): Promise<string[]> {
  const mark = '--- next step ---'
  const script = steps.map(({ commands }) => `${commands}echo '${mark}'\n`).join('')
  const options = { cwd: root, env, detached: true } as const
  const terminal = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', script], options)
  const out: Buffer[] = []
  const errors: Buffer[] = []
  terminal.stdout.on('data', chunk => out.push(chunk))
  terminal.stderr.on('data', chunk => errors.push(chunk))
  const [code] = await once(terminal, 'exit')
  // Where a step failed, the receiver of the page is still there.
  if (code !== 0) process.kill(-terminal.pid!, 'SIGTERM')
  const printed = Buffer.concat(out).toString().split(`${mark}\n`)
  const failed = steps[printed.length - 1]?.title
  assert.equal(code, 0, `${failed}: ${printed.at(-1)}\n${Buffer.concat(errors)}`)
  return printed
}

describe('docs/tour.md', async () => {
  const steps = stepsOf(text)

  it('prints what it says, from the first request to the last', async () => {
    assert.ok(steps.length > 10)
    await start(/^```\n(npm .+)\n```$/m.exec(text)![1]!)
    const printed = await type(steps)
    for (const [i, { title, prints }] of steps.entries()) {
      assert.match(printed[i]!, patternOf(prints), title)
    }
  })
})
