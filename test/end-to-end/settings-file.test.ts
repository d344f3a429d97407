/** Settings file of processes: docs/operating.md, Settings. */
import assert from 'node:assert/strict'
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createDatabaseUrl } from '../support/database.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { eventually } from '../support/eventually.ts'
import { freePort, ready, start } from '../support/processes.ts'
import { type Cleanup, temporaryFolder, withCleanup } from '../support/temporary.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
const bin = join(import.meta.dirname, '../../bin/lodgepole')
const url = await createDatabaseUrl()

/** Variables without those of the test run. */
const plain = { PATH: process.env.PATH }

/** Runs a command in a folder. */
function run(cwd: string, args: string[], options: SpawnOptions = {}) {
  const command = ['--', main, ...args]
  const ended = spawnSync(process.execPath, command, { cwd, env: plain, ...options })
  return { code: ended.status, stdout: String(ended.stdout), stderr: String(ended.stderr) }
}

/** Creates a folder with a settings file. */
async function withSettings(cleanup: Cleanup, settings: Record<string, string>, name = '.env') {
  const folder = await temporaryFolder(cleanup)
  const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'\n`)
  writeFileSync(join(folder, name), lines.join(''), { mode: 0o600 })
  return folder
}

const SECRET_KEY = secretKeyText()

describe('a command', () => {
  it('reads .env of its folder and says so, and the environment wins', () =>
    withCleanup(async cleanup => {
      const folder = await withSettings(cleanup, { DATABASE_URL: url, SECRET_KEY })
      const { code, stderr } = run(folder, ['migrate'])
      assert.equal(code, 0, stderr)
      assert.match(stderr, /^Settings: .*\/\.env\nDatabase: postgres/)
      const DATABASE_URL = 'postgres://other.invalid/x'
      const other = run(folder, ['migrate'], { env: { ...plain, DATABASE_URL } })
      assert.equal(other.code, 1)
      assert.match(other.stderr, /the host 'other\.invalid' is unknown/)
    }))

  it('reads the file of --env-file before or after its name, instead of .env', () =>
    withCleanup(async cleanup => {
      const folder = await withSettings(cleanup, { DATABASE_URL: 'postgres://other.invalid/x' })
      writeFileSync(join(folder, 'named'), `DATABASE_URL=${url}\nSECRET_KEY=${SECRET_KEY}\n`)
      for (const args of [
        ['migrate', '--env-file', 'named'],
        ['--env-file=named', 'migrate'],
      ]) {
        const { code, stderr } = run(folder, args)
        assert.equal(code, 0, stderr)
        assert.match(stderr, /^Settings: .*\/named\nOther users may read .*\nDatabase: /)
      }
    }))

  it('ends with one sentence for a missing file, also as bin/lodgepole', () =>
    withCleanup(async cleanup => {
      const folder = await temporaryFolder(cleanup)
      const args = ['migrate', '--env-file', 'missing']
      const text = /^lodgepole: There is no settings file .*\/missing\. To create it, run: .*\n$/
      const { code, stderr } = run(folder, args)
      assert.equal(code, 1)
      assert.match(stderr, text)
      const ended = spawnSync(bin, args, { cwd: folder, env: plain, encoding: 'utf8' })
      assert.deepEqual([ended.status, text.test(ended.stderr)], [1, true], ended.stderr)
    }))

  const isRoot = process.getuid?.() === 0
  it('is an error for a file that its user may not read', { skip: !isRoot }, () =>
    withCleanup(async cleanup => {
      const folder = await withSettings(cleanup, { DATABASE_URL: url })
      chmodSync(folder, 0o755)
      const nobody = { uid: 65_534, gid: 65_534 }
      const { code, stderr } = run(folder, ['migrate'], nobody)
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^lodgepole: The settings file .* cannot be read: this user has no .*\n$/,
      )
      const writing = run(folder, ['init', '--yes', '--env-file', join(folder, 'new/env')], nobody)
      assert.equal(writing.code, 1)
      assert.match(
        writing.stderr,
        /^lodgepole: .* cannot be used: this user has no permission .*\n$/,
      )
      assert.equal(existsSync(join(folder, 'new')), false)
    }),
  )
})

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
      const DATABASE_URL = 'postgres://other.invalid/x'
      const folder = await withSettings(cleanup, { DATABASE_URL, PUBLIC_URL: 'http://x.example' })
      mkdirSync(join(folder, 'data'))
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
