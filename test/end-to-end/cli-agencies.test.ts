/** Administration of agencies by command while a server runs: docs/administration.md. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { runHere } from '../support/commands.ts'
import { createDatabaseUrl, engine, putEmbedded } from '../support/database.ts'
import { secretKeyText } from '../support/databases/secret-keys.ts'
import { eventually } from '../support/eventually.ts'
import { freePort, ready, start } from '../support/processes.ts'
import { send } from '../support/server.ts'
import { removeFolder } from '../support/temporary.ts'

const root = join(import.meta.dirname, '../..')
const folder = await mkdtemp(join(tmpdir(), 'lodgepole-agencies-'))
const undos: (() => Promise<void> | void)[] = []
const cleanup = { add: (undo: () => Promise<void> | void) => undos.push(undo) }
after(async () => {
  for (const undo of undos.reverse()) await undo()
  await removeFolder(folder)
})

const dataDir = join(folder, 'data')
const env: Record<string, string> = {
  DATA_DIR: dataDir,
  LOG_LEVEL: 'silent',
  RATE_LIMIT_PER_HOUR: '0',
  CONSOLE: 'false',
  SECRET_KEY: secretKeyText(),
  DATABASE_URL: engine === 'postgres' ? await createDatabaseUrl() : '',
}
if (engine === 'pglite') await putEmbedded(dataDir)
const run = (args: string[], input = '') => runHere(args, env, input)
assert.equal((await run(['demo', '--properties', '3'])).code, 0)
const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8'))
const { agencyUid } = demo

const port = await freePort()
const url = `http://127.0.0.1:${port}`
const started = start(cleanup, process.execPath, ['src/main.ts', 'serve'], {
  cwd: root,
  env: { ...process.env, ...env, PORT: String(port), PUBLIC_URL: 'http://localhost:3000' },
})
const probe = async () => assert.ok((await fetch(`${url}/readyz`)).ok)
await ready('serve', started, probe, { patienceMs: 120_000 })
// The socket for commands opens a little after the port.
await eventually(async () => (await run(['agency', 'list'])).code === 0)

const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await run([...args, '--json'])
  assert.equal(code, 0, stderr)
  return JSON.parse(stdout)
}
const other = (await json('agency', 'create', '--name', 'Other Lodges')).uid
const otherKey = (await json('key', 'create', '--agency', other, '--name', 'test')).secret

/** Returns the status of a request with a key of an agency, and the code of its error. */
async function request(key: string, uid: string): Promise<[number, string?]> {
  const path = `/api/v3.3/leads?agencyUid=${uid}&_limit=1`
  const { status, body } = await send(`${url}${path}`, 'GET', { key })
  return status === 200 ? [200] : [status, body.code]
}

const refused = [403, 'AGENCY_DISABLED']

describe('lodgepole agency', () => {
  it('list and show name every agency, with the numbers of its rows', async () => {
    const { agencies } = await json('agency', 'list')
    assert.deepEqual(
      new Set(agencies.map(({ uid }: { uid: string }) => uid)),
      new Set([agencyUid, other]),
    )
    const shown = await json('agency', 'show', agencyUid)
    assert.equal(shown.properties, 3)
    assert.ok(shown.leads > 10 && shown.employees > 0 && shown.keys > 0)
    assert.deepEqual([shown.disabledAt, shown.uid], [null, agencyUid])
    const { stdout } = await run(['agency', 'list'])
    assert.match(stdout, /^UID +CREATED +DISABLED SINCE +NAME\n/)
    assert.match(stdout, new RegExp(`^${other} +\\S+ +- +Other Lodges$`, 'm'))
    assert.match((await run(['agency', 'show', agencyUid])).stdout, /^properties +3$/m)
  })

  it('rename changes the name, which the API returns at once', async () => {
    const { formerName } = await json('agency', 'rename', other, '--name', 'New Lodges')
    assert.equal(formerName, 'Other Lodges')
    const path = `/api/v3.3/agencies/${other}`
    const { body } = await send(`${url}${path}`, 'GET', { key: otherKey })
    assert.equal(body.agency.name, 'New Lodges')
    const empty = await run(['agency', 'rename', other, '--name', ' '])
    assert.equal(empty.code, 2)
    assert.match(empty.stderr, /'--name <text>' argument ' ' is invalid\. It must not be empty/)
  })
})

describe('lodgepole agency disable', () => {
  it('refuses the next request of this agency only, also under load', async () => {
    assert.deepEqual(await request(demo.apiKey, agencyUid), [200])
    let isDisabled = false
    const late: unknown[] = []
    const load = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 200 && late.length < 5; i++) {
        const wasDisabled = isDisabled
        const response = await request(demo.apiKey, agencyUid)
        if (wasDisabled) late.push(response)
        else assert.ok(response[0] === 200 || response[1] === 'AGENCY_DISABLED')
      }
    })
    assert.equal((await run(['agency', 'disable', agencyUid])).code, 0)
    isDisabled = true
    await Promise.all(load)
    assert.ok(late.length > 0)
    for (const response of late) assert.deepEqual(response, refused)
    assert.deepEqual(await request(otherKey, other), [200])
    const again = await run(['agency', 'disable', agencyUid])
    assert.equal(again.code, 0)
    assert.match(again.stdout, /^Disabled since \d{4}-/)
    assert.ok((await json('agency', 'show', agencyUid)).disabledAt)
    assert.equal((await run(['agency', 'enable', agencyUid])).stdout, 'Enabled.\n')
    assert.deepEqual(await request(demo.apiKey, agencyUid), [200])
  })

  it('is recorded in the security events, as enabling is', async () => {
    const { events } = await json('security', 'list', '--agency', agencyUid)
    const names = events.map(({ event }: { event: string }) => event)
    assert.deepEqual(names.slice(0, 2), ['agency.enabled', 'agency.disabled'])
  })
})

describe('an unknown agency', () => {
  for (const [command, ...rest] of [
    ['show'],
    ['rename', '--name', 'X'],
    ['disable'],
    ['enable'],
    ['delete', '--backup', join(folder, 'none'), '--confirm-name', 'X'],
  ]) {
    it(`makes ${command} fail with one sentence`, async () => {
      const uid = '0197e755-0c00-70bd-8de4-4a24a78c531e'
      const ended = await run(['agency', command!, uid, ...rest, '--json'])
      assert.deepEqual([ended.code, ended.stdout], [1, ''])
      assert.match(ended.stderr, new RegExp(`\nlodgepole: Agency not found: ${uid}\n$`))
      assert.equal(existsSync(join(folder, 'none')), false)
    })
  }
})

describe('lodgepole agency delete', () => {
  const backup = join(folder, 'before')
  const remove = (args: string[], input = '') =>
    run(['agency', 'delete', agencyUid, ...args], input)

  it('refuses another name, a relative folder and an existing one, and changes nothing', async () => {
    const wrong = await remove(['--backup', backup], 'New Lodges\n')
    assert.equal(wrong.code, 2)
    assert.match(wrong.stderr, /Type the name of the agency to delete it:\n/)
    assert.match(wrong.stderr, /called '.*', not 'New Lodges': nothing was deleted\n$/)
    assert.equal((await remove(['--backup', 'x', '--confirm-name', 'Pine'])).code, 2)
    assert.equal((await remove([])).code, 2)
    const { name } = await json('agency', 'show', agencyUid)
    const existing = await remove(['--backup', folder, '--confirm-name', name])
    assert.equal(existing.code, 1)
    assert.match(existing.stderr, /already exists: name a new folder/)
    assert.equal(existsSync(backup), false)
    assert.deepEqual(await request(demo.apiKey, agencyUid), [200])
  })

  it('run twice at once deletes the agency once, after a verified backup', async () => {
    const { name } = await json('agency', 'show', agencyUid)
    const ended = await Promise.all([
      remove(['--backup', backup], `${name}\n`),
      remove(['--backup', `${backup}-2`, '--confirm-name', name, '--json']),
    ])
    const codes = ended.map(({ code }) => code).sort()
    assert.deepEqual(codes, [0, 1], ended.map(({ stderr }) => stderr).join())
    assert.match(ended.find(({ code }) => code === 1)!.stderr, /lodgepole: Agency not found/)
    assert.deepEqual(await request(demo.apiKey, agencyUid), [401, 'INVALID_CREDENTIALS'])
    assert.deepEqual(await request(otherKey, other), [200])
    const { agencies } = await json('agency', 'list')
    assert.deepEqual(
      agencies.map(({ name }: { name: string }) => name),
      ['New Lodges'],
    )
    const used = ended[0]!.code === 0 ? backup : `${backup}-2`
    assert.equal((await run(['backup', 'verify', used])).code, 0)
    const manifest = JSON.parse(readFileSync(join(used, 'manifest.json'), 'utf8'))
    const leads = manifest.tables.find(({ table }: { table: string }) => table === 'leads')
    assert.ok(leads.rows > 10)
  })
})
