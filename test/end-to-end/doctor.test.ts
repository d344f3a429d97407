/** `lodgepole doctor` and `version` as processes, next to a running embedded server. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cpSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import type { CheckResult } from '../../src/server/checks/check.ts'
import { runningVersion, versionText } from '../../src/version.ts'
import { putEmbedded } from '../support/database.ts'
import { serverSettings, startProcess } from '../support/lodgepole.ts'
import { freePort, ready } from '../support/processes.ts'
import { temporaryFolder, withCleanup } from '../support/temporary.ts'

const root = join(import.meta.dirname, '../..')

function runDoctor(env: NodeJS.ProcessEnv) {
  const args = [join(root, 'src/main.ts'), 'doctor', '--json']
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
  const { checks } = JSON.parse(stdout) as { checks: CheckResult[] }
  return { code: status, stderr, checks: new Map(checks.map(check => [check.name, check])) }
}

describe('lodgepole doctor', () => {
  it('checks a running embedded server from within, and a stopped one by itself', () =>
    withCleanup(async cleanup => {
      const port = await freePort()
      const env = await serverSettings(cleanup, '', port)
      await putEmbedded(env.DATA_DIR!)
      const started = startProcess(cleanup, env)
      const isReady = async () => {
        const { status } = await fetch(`http://127.0.0.1:${port}/readyz`)
        assert.equal(status, 200)
      }
      await ready('serve', started, isReady, { patienceMs: 200_000 })
      assert.ok(started.output().includes(`\n${versionText(runningVersion())}\n`))

      // The settings are those of the server, not those of the command.
      const running = runDoctor({ ...env, PUBLIC_URL: 'https://elsewhere.example' })
      const { detail, status } = running.checks.get('public-url')!
      assert.deepEqual([status, detail], ['ok', `http://localhost:${port} is this server`])
      assert.equal(running.checks.get('database')!.status, 'ok')
      assert.equal(running.code, 0, running.stderr)

      await started.kill()
      const stopped = runDoctor(env)
      assert.equal(stopped.checks.get('public-url')!.status, 'skipped')
      assert.equal(stopped.checks.get('database')!.status, 'ok')
      assert.equal(stopped.code, 0, stopped.stderr)
    }))
})

describe('lodgepole version', () => {
  const run = (folder: string, args: string[]) => {
    const main = join(folder, 'src/main.ts')
    // No setting is needed.
    const env = { PATH: process.env.PATH, NODE_ENV: 'production' }
    return spawnSync(process.execPath, [main, 'version', ...args], { env, encoding: 'utf8' })
  }

  it('prints that of the checkout, and needs no valid settings', () => {
    const { status, stdout, stderr } = run(root, [])
    assert.deepEqual([status, stdout, stderr], [0, `${versionText(runningVersion())}\n`, ''])
    const { version, isRelease, commit } = runningVersion()
    const info = JSON.parse(run(root, ['--json']).stdout)
    assert.deepEqual(
      { ...info, migration: '' },
      {
        version,
        isRelease,
        commit,
        migration: '',
        node: process.versions.node,
      },
    )
    assert.match(info.migration, /^\d{4}-.*\.sql$/)
  })

  it('prints that of a release build', () =>
    withCleanup(async cleanup => {
      const folder = await temporaryFolder(cleanup)
      for (const name of ['src', 'migrations']) {
        cpSync(join(root, name), join(folder, name), { recursive: true })
      }
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
      cpSync(join(root, 'package.json'), join(folder, 'package.json'))
      writeFileSync(join(folder, 'release.json'), '{"version":"9.8.7","commit":"c713356a"}')
      const { stdout, stderr } = run(folder, [])
      assert.deepEqual([stdout, stderr], ['Lodgepole 9.8.7\n', ''])
    }))
})
