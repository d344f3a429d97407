/** The units of deploy/: docs/install.md, "PostgreSQL". */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { removeFolder } from '../support/temporary.ts'
import { isInstalled, readSample } from './samples.ts'

const run = promisify(execFile)
const services = ['lodgepole.service', 'lodgepole-backup.service']
const units = [...services, 'lodgepole-backup.timer']
const command = '/opt/lodgepole/bin/lodgepole'
const skip = !isInstalled('systemd-analyze') && 'systemd is not installed'

/** Writes the units to a folder, with a command that exists on this machine. */
async function installUnits(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-units-'))
  after(() => removeFolder(folder))
  const paths = units.map(name => join(folder, name))
  for (const [i, name] of units.entries()) {
    const text = readSample(name).replace(`ExecStart=${command}`, `ExecStart=${process.execPath}`)
    await writeFile(paths[i]!, text)
  }
  return paths
}

const listSandbox = (name: string) =>
  readSample(name)
    .split('\n')
    .filter(line => /^(NoNew|Capab|Protect|Private|Restrict|Lock|Remove|SystemCall)/.test(line))

describe('the systemd units', () => {
  it('are valid', { skip }, async () => {
    const { stdout, stderr } = await run('systemd-analyze', ['verify', ...(await installUnits())])
    assert.equal(stdout + stderr, '')
  })

  it('leave little to an attacker', { skip }, async () => {
    const paths = await installUnits()
    for (const [i, name] of services.entries()) {
      const args = ['security', '--offline=true', '--threshold=15', '--no-pager', paths[i]!]
      const { stdout } = await run('systemd-analyze', args)
      assert.match(stdout, /Overall exposure level for .*: [01]\.\d OK/, name)
    }
  })

  it('have the same sandbox, which permits code that is compiled at run time', () => {
    const [server, backup] = services.map(listSandbox)
    assert.ok(server!.length > 20)
    assert.deepEqual(backup, server)
    for (const name of services) assert.doesNotMatch(readSample(name), /^MemoryDeny/m)
  })

  it('run as a user of their own, on settings that only the commands read', () => {
    for (const name of services) {
      const text = readSample(name)
      assert.match(text, /^User=lodgepole\nGroup=lodgepole$/m)
      assert.match(text, new RegExp(`^ExecStart=${command} `, 'm'))
      assert.doesNotMatch(text, /^EnvironmentFile=/m)
    }
  })
})
