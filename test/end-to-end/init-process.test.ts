/** `lodgepole init` as a process, and the server and commands that read its settings file. */
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { freePort, ready, start } from '../support/processes.ts'
import { temporaryFolder, withCleanup } from '../support/temporary.ts'

const main = join(import.meta.dirname, '../../src/main.ts')

/** Variables without those of the test run. */
const plain = { PATH: process.env.PATH }

/** Runs a command in a folder. */
function run(cwd: string, args: string[]) {
  const options = { cwd, env: plain, encoding: 'utf8' } as const
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--', main, ...args], options)
  return { code: status, stdout, stderr }
}

describe('an interrupted init', () => {
  it('ends, and writes nothing', () =>
    withCleanup(async cleanup => {
      const folder = await temporaryFolder(cleanup)
      const child = spawn(process.execPath, ['--', main, 'init'], { cwd: folder, env: plain })
      cleanup.add(() => void child.kill('SIGKILL'))
      let printed = ''
      child.stdout.on('data', chunk => (printed += chunk))
      child.stdin.write('http://localhost:3000\n')
      await eventually(() => printed.includes('PUBLIC_URL'), 60)
      child.kill('SIGINT')
      const [, signal] = await once(child, 'exit')
      assert.equal(signal, 'SIGINT')
      assert.equal(existsSync(join(folder, '.env')), false)
      assert.equal(existsSync(join(folder, 'data')), false)
    }))
})

describe('a server with a settings file', () => {
  it('prints the set-up link, and runs commands that read the same file', () =>
    withCleanup(async cleanup => {
      const folder = await temporaryFolder(cleanup)
      const port = String(await freePort())
      const args = ['init', '--yes', '--url', `http://localhost:${port}`]
      const made = run(folder, args)
      assert.equal(made.code, 0, made.stderr)
      const link = /http:\S+new-agency\S+/
      const [printed] = link.exec(made.stdout)!
      const options = { cwd: folder, env: { ...plain, CONSOLE: 'false' } }
      const started = start(cleanup, process.execPath, ['--', main, 'serve'], options)
      const probe = async () => assert.equal(link.exec(started.output())?.[0], printed)
      await ready('serve', started, probe, { patienceMs: 120_000 })
      // The path differs, so the command finds the server by DATA_DIR of the file.
      const elsewhere = await temporaryFolder(cleanup)
      const file = join(folder, '.env')
      const again = run(elsewhere, ['init', '--link', '--env-file', file])
      assert.equal(again.code, 0, again.stderr)
      assert.equal(link.exec(again.stdout)?.[0], printed)
      assert.equal((await fetch(printed)).status, 200)
      const locked = run(folder, ['init', '--yes'])
      assert.equal(locked.code, 1)
      assert.match(
        locked.stderr,
        /^lodgepole: .* is in use by process \d+ .*; stop that one first$/m,
      )
    }))

  it('serve --demo ignores it', () =>
    withCleanup(async cleanup => {
      const folder = await temporaryFolder(cleanup)
      const settings = 'DATABASE_URL=postgres://other.invalid/x\nPUBLIC_URL=http://x.example\n'
      writeFileSync(join(folder, '.env'), settings)
      const port = await freePort()
      const options = { cwd: folder, env: { ...plain, CONSOLE: 'false', PORT: String(port) } }
      const started = start(cleanup, process.execPath, ['--', main, 'serve', '--demo'], options)
      const probe = async () => assert.match(started.output(), /Demo API key/)
      await ready('serve --demo', started, probe, { patienceMs: 120_000 })
      assert.doesNotMatch(started.output(), /Settings:|x\.example/)
      const demo = JSON.parse(readFileSync(join(folder, 'data/demo.json'), 'utf8'))
      assert.equal(demo.baseUrl, `http://localhost:${port}`)
    }))
})
