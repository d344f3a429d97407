/** docs/tour.md is what it says: its own commands are run, and print what stands below them. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, symlink } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, it } from 'node:test'
import { groupEnded } from '../support/processes.ts'
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

/**
 * All that a reader has: no setting of the server, no port, and the host's own Node rather than the
 * one that the tests run on. HOME is set so that nothing of the machine's user is read.
 */
const env = {
  PATH: process.env
    .PATH!.split(':')
    .filter(folder => !folder.endsWith('node_modules/.bin'))
    .join(':'),
  HOME: folder,
}

/** A network of its own, where the ports of the page are free whatever the machine serves. */
const ownNetwork = ['unshare', '--user', '--map-root-user', '--net', '--']
const withLoopback = 'ip link set lo up'
const ports = [3000, 4100]

const hasOwnNetwork =
  spawnSync(ownNetwork[0]!, [...ownNetwork.slice(1), 'sh', '-c', withLoopback]).status === 0

/** The clone of the page: the sources as they are, and what `npm ci` has installed beside them. */
async function makeClone(): Promise<string> {
  const clone = join(folder, 'lodgepole')
  const skipped = new Set(['.git', '.cache', 'data', 'node_modules'])
  await cp(root, clone, { recursive: true, filter: path => !skipped.has(basename(path)) })
  await symlink(join(root, 'node_modules'), join(clone, 'node_modules'))
  return clone
}

/**
 * Types the command of the first step into one terminal and all others into a second one.
 *
 * @returns what each of the steps printed
 */
async function type(first: string, steps: Step[]): Promise<string[]> {
  const mark = '--- next step ---'
  const second = steps.map(({ commands }) => `${commands}echo '${mark}'\n`).join('')
  const script = `${hasOwnNetwork ? withLoopback : ''}
    { ${first}; } > "$HOME/server.log" 2>&1 < /dev/null &
    until curl -sf http://127.0.0.1:${ports[0]}/readyz > /dev/null; do
      kill -0 $! || { cat "$HOME/server.log" >&2; exit 1; }
      sleep 0.2
    done
    bash --norc -euo pipefail -c "$1"`
  const command = ['bash', '-c', script, 'bash', second]
  const [name, ...args] = hasOwnNetwork ? [...ownNetwork, ...command] : command
  const options = { cwd: await makeClone(), env, detached: true } as const
  const terminals = spawn(name!, args, options)
  after(async () => {
    process.kill(-terminals.pid!, 'SIGTERM')
    await groupEnded(terminals.pid!)
    await removeFolder(folder)
  })
  const out: Buffer[] = []
  const errors: Buffer[] = []
  terminals.stdout.on('data', chunk => out.push(chunk))
  terminals.stderr.on('data', chunk => errors.push(chunk))
  const [code] = await once(terminals, 'exit')
  const printed = Buffer.concat(out).toString().split(`${mark}\n`)
  const failed = steps[printed.length - 1]?.title
  assert.equal(code, 0, `${failed}: ${printed.at(-1)}\n${Buffer.concat(errors)}`)
  return printed
}

/** Returns the ports that have a listener. */
async function takenPorts(): Promise<number[]> {
  const taken = await Promise.all(
    ports.map(async port => {
      const socket = connect(port, '127.0.0.1')
      const isTaken = await once(socket, 'connect').then(
        () => true,
        () => false,
      )
      socket.destroy()
      return isTaken ? port : null
    }),
  )
  return taken.filter(port => port !== null)
}

describe('docs/tour.md', async () => {
  const steps = stepsOf(text)
  const taken = hasOwnNetwork ? [] : await takenPorts()
  const skip = taken.length > 0 && `port ${taken.join(', ')} is taken`

  it('prints what it says, from the first request to the last', { skip }, async () => {
    assert.ok(steps.length > 10)
    const first = /^```\n(npm .+)\n```$/m.exec(text)![1]!
    const printed = await type(first, steps)
    for (const [i, { title, prints }] of steps.entries()) {
      assert.match(printed[i]!, patternOf(prints), title)
    }
  })
})
