/** Settings file of processes: docs/reference/settings.md. */
import assert from 'node:assert/strict'
import { type SpawnOptions, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createDatabaseUrl } from '../support/database.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { type Cleanup, temporaryFolder, withCleanup } from '../support/temporary.ts'

const main = join(import.meta.dirname, '../../src/main.ts')
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

  it('ends with one sentence for a missing file', () =>
    withCleanup(async cleanup => {
      const folder = await temporaryFolder(cleanup)
      const args = ['migrate', '--env-file', 'missing']
      const text = /^lodgepole: There is no settings file .*\/missing\. To create it, run: .*\n$/
      const { code, stderr } = run(folder, args)
      assert.equal(code, 1)
      assert.match(stderr, text)
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
