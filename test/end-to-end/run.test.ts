/** `bin/run.mjs` and `bin/lodgepole`, on the Node that the host has on its search path. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { hostPath } from '../support/host-path.ts'
import { removeFolder } from '../support/temporary.ts'

const root = join(import.meta.dirname, '../..')
const runner = join(root, 'bin/run.mjs')
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-run-'))
after(() => removeFolder(folder))
const env = { PATH: hostPath(), HOME: folder }

/** A program that prints its process, and ends with 3 on SIGTERM. */
const program = join(folder, 'program.ts')
await writeFile(
  program,
  `const { pid, version, argv } = process
  process.on('SIGTERM', () => process.exit(3))
  console.log(JSON.stringify({ pid, version, args: argv.slice(1) }))
  if (argv[2] === 'fail') process.exit(7)
  setInterval(() => {}, 1000)`,
)

interface Printed {
  pid: number
  version: string
  args: string[]
}

async function startProgram() {
  const child = spawn('node', [runner, '--production', program, 'stay'], { env })
  after(() => child.kill('SIGKILL'))
  const [line] = await once(child.stdout, 'data')
  return { child, printed: JSON.parse(String(line)) as Printed }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('bin/run.mjs', () => {
  it('runs a program on Node 24 or newer, with its arguments and its exit code', () => {
    const args = [runner, '--production', program, 'fail', '--with', 'x y']
    const { status, stdout } = spawnSync('node', args, { env, encoding: 'utf8' })
    assert.equal(status, 7)
    const printed: Printed = JSON.parse(stdout)
    assert.deepEqual(printed.args, [program, 'fail', '--with', 'x y'])
    assert.ok(Number.parseInt(printed.version.slice(1), 10) >= 24, printed.version)
  })

  it('passes a signal on and ends as the program does', async () => {
    const { child, printed } = await startProgram()
    child.kill('SIGTERM')
    assert.deepEqual(await once(child, 'exit'), [3, null])
    assert.equal(isAlive(printed.pid), false)
  })

  it('leaves no program behind when it is killed', async () => {
    const { child, printed } = await startProgram()
    child.kill('SIGKILL')
    await eventually(() => !isAlive(printed.pid))
  })

  it('says that a program does not exist', () => {
    const { status, stderr } = spawnSync('node', [runner, '--production', 'src/no.ts'], { env })
    assert.equal(status, 1)
    assert.match(String(stderr), /^lodgepole: there is no file src\/no\.ts\n$/)
  })
})

describe('bin/lodgepole', () => {
  it('runs a command from any folder, through symbolic links', async () => {
    await symlink(join(root, 'bin/lodgepole'), join(folder, 'first'))
    await symlink('first', join(folder, 'second'))
    const options = { env, cwd: tmpdir(), encoding: 'utf8' } as const
    const { status, stdout } = spawnSync(
      join(folder, 'second'),
      ['key', 'create', '--help'],
      options,
    )
    assert.equal(status, 0)
    assert.match(stdout, /^Usage: lodgepole key create /)
  })

  it('says what to do if there is no Node', () => {
    const options = { env: { PATH: folder }, encoding: 'utf8' } as const
    const { status, stderr } = spawnSync('/bin/sh', [join(root, 'bin/lodgepole'), 'help'], options)
    assert.equal(status, 127)
    assert.match(stderr, /^lodgepole: Node is not on the search path; install Node 24 [^\n]*\n$/)
  })
})
