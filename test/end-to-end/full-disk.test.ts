/** A full disk under the embedded database: reads succeed, writes are refused, nothing is lost. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { putEmbedded } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { runCommand, startProcess } from '../support/lodgepole.ts'
import { freePort, ready, type Started } from '../support/processes.ts'
import { send } from '../support/server.ts'
import { cannotMount, mountSmallDisk } from './small-disk.ts'

const disk = mountSmallDisk(220)
const undos: (() => unknown)[] = []
after(async () => {
  for (const undo of undos.reverse()) await undo()
  disk?.unmount()
})

const dataDir = join(disk?.folder ?? '', 'data')
let server: Started
let url = ''
let key = ''
let agencyUid = ''
const writtenUids: string[] = []
let attempts = 0

async function startServer(): Promise<void> {
  const port = String(await freePort())
  url = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: dataDir, DATABASE_URL: '', PORT: port, CONSOLE: 'false' }
  const env = { ...process.env, ...settings, LOG_LEVEL: 'error' }
  server = startProcess({ add: undo => undos.push(undo) }, env)
  const isReady = async () => assert.equal((await fetch(`${url}/readyz`)).status, 200)
  await ready('serve', server, isReady, { patienceMs: 120_000 })
  if (key !== '') return
  agencyUid = runCommand(env, ['agency', 'create', '--name', 'Pine']).trim().split(/\s/)[0]!
  const create = ['key', 'create', '--agency', agencyUid, '--name', 'first']
  key = runCommand(env, create).split('\n')[0]!
}

const request = (method: string, path: string, body?: object) =>
  send(`${url}${path}`, method, { key, ...(body ? { body } : {}) })

/** Creates a property with a block and returns the path of its feed. */
async function makeFeed(): Promise<string> {
  const address = { city: 'Bend', countryCode: 'US' }
  const pricing = { dailyRate: 100 }
  const cabin = { name: 'Cabin', agencyUid, propertyType: 'CABIN', address, pricing }
  const propertyUid = (await request('POST', '/api/v3.3/properties', cabin)).body.property.uid
  const block = { agencyUid, propertyUids: [propertyUid], from: '2027-06-01', to: '2027-06-04' }
  assert.equal((await request('POST', '/api/v3.3/leads/blocks', block)).status, 201)
  const { body } = await request('GET', `/api/v3.3/icals?propertyUid=${propertyUid}`)
  return new URL(body.exportUrl).pathname
}

/** Creates a field of custom data, and measures the response time. */
async function write() {
  const began = performance.now()
  const body = { agencyUid, name: `Field ${attempts++}` }
  const response = await request('POST', '/api/v3.3/custom-data-fields', body)
  if (response.status < 300) writtenUids.push(response.body.customDataField.uid)
  return { ...response, ms: performance.now() - began }
}

async function assertAllStored(): Promise<void> {
  const path = `/api/v3.3/custom-data-fields?agencyUid=${agencyUid}&_limit=100`
  const { status, body } = await request('GET', path)
  assert.equal(status, 200)
  const uids = new Set(body.customDataFields.map(({ uid }: { uid: string }) => uid))
  assert.deepEqual(
    writtenUids.filter(uid => !uids.has(uid)),
    [],
  )
}

/** Asserts that a write is refused, and fast. */
async function assertWriteRefused(): Promise<void> {
  const { status, body, headers, ms } = await write()
  const actual = [status, body.code, headers.get('retry-after')]
  assert.deepEqual(actual, [503, 'SERVICE_UNAVAILABLE', '5'], JSON.stringify(body))
  assert.match(body.apiErrorMessage, /disk of the server is full/)
  assert.ok(ms < 5_000, `${ms} ms`)
}

/** Asserts the warnings to operators. */
async function assertWarnings(leftBytes: number): Promise<void> {
  const readiness = await (await fetch(`${url}/readyz`)).text()
  assert.match(readiness, /The disk of the data folder is full/)
  assert.equal((await fetch(`${url}/healthz`)).status, 200)
  const metrics = await (await fetch(`${url}/metrics`)).text()
  const [, bytes] = /^lodgepole_data_folder_free_bytes (\d+)$/m.exec(metrics)!
  assert.ok(Number(bytes) <= leftBytes + 65_536)
  assert.match(metrics, /^lodgepole_limit_reached_total\{limit="disk_room"\} [1-9]/m)
}

describe('the embedded database on a full disk', { skip: disk === null && cannotMount }, () => {
  it('503 for writes, at once; reads succeed, and /readyz and /metrics warn', async () => {
    mkdirSync(dataDir)
    await putEmbedded(dataDir)
    await startServer()
    for (let i = 0; i < 5; i++) assert.ok((await write()).status < 300)
    const feed = await makeFeed()
    for (const leftBytes of [3_000_000, 0]) {
      disk!.fill(leftBytes)
      await eventually(async () => (await fetch(`${url}/readyz`)).status === 503)
      for (let i = 0; i < 10; i++) await assertWriteRefused()
      // The first read of the agency creates its tag versions, and has to do without them.
      const leads = await request('GET', `/api/v3.3/leads?agencyUid=${agencyUid}`)
      assert.equal(leads.status, 200, leads.text)
      assert.match((await request('GET', feed)).text, /SUMMARY:Blocked/)
      for (let i = 0; i < 150; i++) {
        assert.equal((await request('GET', `/api/v3.3/agencies/${agencyUid}`)).status, 200)
      }
      await assertAllStored()
      await assertWarnings(leftBytes)
    }
  })

  it('is what lodgepole doctor reports, with exit code 1', () => {
    const settings = { DATA_DIR: dataDir, DATABASE_URL: 'embedded' }
    const args = ['src/main.ts', 'doctor']
    const options = { env: { ...process.env, ...settings }, encoding: 'utf8' } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
    assert.equal(status, 1, stderr)
    assert.match(stdout, /^failed {3}disk {10}The disk of the data folder is full: writes fail/m)
    assert.match(stdout, /^ok {7}database /m)
  })

  it('accepts writes again when there is space, and has all acknowledged data', async () => {
    disk!.clear()
    await eventually(async () => (await fetch(`${url}/readyz`)).status === 200)
    assert.ok((await write()).status < 300)
    await assertAllStored()
  })

  it('loses nothing by a kill with a full disk', async () => {
    disk!.fill(0)
    await eventually(async () => (await fetch(`${url}/readyz`)).status === 503)
    await assertWriteRefused()
    await server.kill()
    disk!.clear()
    await startServer()
    await assertAllStored()
    assert.ok((await write()).status < 300)
    assert.doesNotMatch(server.output(), /Internal error/)
  })

  it('loses nothing when the disk fills up during writes', async () => {
    const writers = Array.from({ length: 4 }, async () => {
      for (let i = 0; i < 15; i++) {
        const { status, body, ms } = await write()
        assert.ok(status < 300 || status === 503, JSON.stringify(body))
        assert.ok(ms < 10_000, `${ms} ms`)
      }
    })
    disk!.fill(0)
    await Promise.all(writers)
    disk!.clear()
    await eventually(async () => (await write()).status < 300)
    await assertAllStored()
    assert.ok(readFileSync(join(dataDir, 'database.lock'), 'utf8').includes(String(server.pid)))
  })
})
