/** contract/general.md §11: the form and the owner of a key; a first request that still runs. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, beforeEach, describe, it } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { sql } from 'kysely'
import { revokeKey } from '../../src/rental/access/agencies/api-keys.sql.ts'
import { buildApp } from '../../src/server/app.ts'
import type { Runtime } from '../../src/server/runtime.ts'
import * as make from '../fixtures/rows.ts'
import { engine } from '../support/database.ts'
import { raw } from '../support/raw-http.ts'
import { exampleNow, startServer, type TestResponse } from '../support/server.ts'

const server = await startServer()
let agencyUid: string
let key: string
let settings: string

before(async () => {
  const agency = await make.makeAgency(server)
  agencyUid = agency.agencyUid
  key = agency.key
  settings = `/api/v3.3/agencies/${agencyUid}/settings`
})

beforeEach(async () => {
  server.clock.set(exampleNow)
  await holdHours(24)
})

const table = () => server.database.kysely

/** Sets the value without the API, to detect whether a request wrote. */
async function holdHours(value: number): Promise<void> {
  const row = { hold_hours: value }
  await table()
    .updateTable('agency_settings')
    .set(row)
    .where('agency_uid', '=', agencyUid)
    .execute()
}

async function holdHoursNow(): Promise<number> {
  const rows = table().selectFrom('agency_settings').select('hold_hours')
  return (await rows.where('agency_uid', '=', agencyUid).executeTakeFirstOrThrow()).hold_hours
}

const patch = (idempotencyKey: string, body: unknown, credential = key, path = settings) =>
  server.request('PATCH', path, {
    key: credential,
    headers: { 'idempotency-key': idempotencyKey },
    body,
  })

const isReplay = ({ headers }: TestResponse) => headers.get('idempotent-replayed') === 'true'

describe('a bad key', () => {
  const bad: Record<string, string> = {
    empty: '',
    'with a blank': 'a b',
    'not ASCII': 'schlüssel',
    'of 256 characters': 'k'.repeat(256),
  }
  for (const [name, value] of Object.entries(bad)) {
    it(`400 when ${name}`, async () => {
      const headers = { 'x-hostfully-apikey': key, 'idempotency-key': value }
      const sent = { method: 'PATCH', headers, body: '{"holdHours":9}' }
      const { status, body } = await raw(server, settings, sent)
      assert.deepEqual([status, body.code], [400, 'INVALID_IDEMPOTENCY_KEY'])
      assert.equal(await holdHoursNow(), 24)
    })
  }

  for (const value of ['k', 'k'.repeat(255), '!"#~']) {
    it(`200 with a key of ${value.length} characters`, async () => {
      assert.equal((await patch(value, { holdHours: 9 })).status, 200)
      assert.ok(isReplay(await patch(value, { holdHours: 9 })))
    })
  }

  it('is of no interest to reads and queries', async () => {
    const headers = { 'idempotency-key': '' }
    const read = await server.request('GET', settings, { key, headers })
    const body = '{ __typename }'
    const queried = await server.request('POST', '/v2/leadsql', { key, headers, body })
    assert.deepEqual([read.status, queried.status], [200, 200])
  })
})

describe('the owner of a key', () => {
  it('another API key of the agency gets the stored replies', async () => {
    const old = await make.makeKey(server, agencyUid)
    const id = randomUUID()
    await patch(id, { holdHours: 9 }, old.secret)
    await revokeKey({ db: table() }, old.uid, new Date())
    assert.ok(isReplay(await patch(id, { holdHours: 9 })))
  })

  it('another agency has its own', async () => {
    const other = await make.makeAgency(server)
    const id = randomUUID()
    const path = `/api/v3.3/agencies/${other.agencyUid}/settings`
    await patch(id, { holdHours: 9 })
    const response = await patch(id, { holdHours: 11 }, other.key, path)
    assert.deepEqual([response.status, isReplay(response)], [200, false])
  })

  it('403, not the stored reply, for a caller that may no longer write', async () => {
    const id = randomUUID()
    await patch(id, { holdHours: 9 })
    const { secret } = await make.makeKey(server, agencyUid, { readOnly: true })
    const response = await patch(id, { holdHours: 9 }, secret)
    assert.deepEqual([response.status, response.body.code], [403, 'READ_ONLY_CREDENTIAL'])
  })
})

describe('the stored reply of a partner', () => {
  const guest = { first_name: 'Victoria', last_name: 'Secret', passport_id: 'P1' }
  const body = { guestInformation: { city: 'Rome' } }

  /**
   * Changes a lead as a partner with access to personal data; `again` in the result repeats the
   * request.
   */
  async function changeLead() {
    const propertyUid = await make.makeProperty(server, agencyUid)
    const leadUid = await make.makeLead(server, agencyUid, { property_uid: propertyUid, ...guest })
    const { partnerUid } = await make.makePartner(server)
    await make.grant(server, { agencyUid, partnerUid, objectUid: propertyUid, personalData: true })
    const otherProperty = await make.makeProperty(server, agencyUid)
    await make.grant(server, { agencyUid, partnerUid, objectUid: otherProperty })
    const token = await make.makeToken(server, partnerUid, agencyUid)
    const again = () => patch('change', body, token, `/api/v3.3/leads/${leadUid}`)
    const first = await again()
    assert.deepEqual([first.status, first.body.lead.guestInformation.lastName], [200, 'Secret'])
    return { propertyUid, kept: otherProperty, token, again, first }
  }

  it('is complete while its grants are unchanged', async () => {
    const { kept: otherProperty, again, first } = await changeLead()
    await table().deleteFrom('grants').where('object_uid', '=', otherProperty).execute()
    const second = await again()
    assert.deepEqual([isReplay(second), second.text], [true, first.text])
  })

  it('403 ACCESS_DENIED without personal data, 404 without the grant', async () => {
    const { propertyUid, again } = await changeLead()
    const grants = table().updateTable('grants').set({ personal_data: false })
    await grants.where('object_uid', '=', propertyUid).execute()
    const masked = await again()
    assert.deepEqual([masked.status, masked.body.code], [403, 'ACCESS_DENIED'])
    assert.ok(!masked.text.includes('Secret'))
    await table().deleteFrom('grants').where('object_uid', '=', propertyUid).execute()
    assert.equal((await again()).body.code, 'LEAD_NOT_FOUND')
  })

  it('is encrypted in the database', async () => {
    const { again, first } = await changeLead()
    const { rows } = await sql<{ row: string }>`select k::text as row from idempotency_keys k
      where k.agency_uid = ${agencyUid}`.execute(table())
    assert.ok(rows.length > 0)
    assert.ok(!JSON.stringify(rows).includes('Secret'))
    const earlier = { body: first.text, extent: null }
    const keys = table().updateTable('idempotency_keys').set(earlier)
    await keys.where('agency_uid', '=', agencyUid).where('key', '=', 'change').execute()
    const second = await again()
    assert.deepEqual([isReplay(second), second.text], [true, first.text], 'of an earlier release')
  })
})

/** Locks the row of a key, as a first request does before it commits. */
async function firstRequest(id: string): Promise<{ end(): Promise<void> }> {
  const started = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const running = table()
    .transaction()
    .execute(async db => {
      const fingerprint = Buffer.alloc(32)
      const row = { agency_uid: agencyUid, principal: 'agency', key: id, fingerprint }
      await db
        .insertInto('idempotency_keys')
        .values({ ...row, created_at: new Date() })
        .execute()
      started.resolve()
      await ended.promise
      throw new Error('rolled back')
    })
    .catch(() => {})
  await started.promise
  return {
    end: () => {
      ended.resolve()
      return running
    },
  }
}

describe('a first request that still runs', { skip: engine === 'pglite' }, () => {
  it('409 IDEMPOTENCY_IN_PROGRESS after five seconds', async () => {
    const id = randomUUID()
    const first = await firstRequest(id)
    const began = Date.now()
    const { status, body, headers } = await patch(id, { holdHours: 9 })
    assert.deepEqual([status, body.code], [409, 'IDEMPOTENCY_IN_PROGRESS'])
    assert.equal(headers.get('retry-after'), '1')
    assert.ok(Date.now() - began >= 4_900)
    await first.end()
    assert.equal(await holdHoursNow(), 24)
  })

  it('is awaited: if it fails, the second one is executed', async () => {
    const id = randomUUID()
    const first = await firstRequest(id)
    const second = patch(id, { holdHours: 9 })
    await new Promise(resolve => setTimeout(resolve, 200))
    await first.end()
    const response = await second
    assert.deepEqual([response.status, isReplay(response)], [200, false])
    assert.equal(await holdHoursNow(), 9)
  })
})

/** Returns a database on which every change of settings fails after it was written. */
function failing(): Runtime['database'] {
  const { kysely } = server.database
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const isSettings = result.rows.some(row => 'hold_hours' in row)
      if (isSettings) throw new Error('lost')
      return result
    },
  }
  return { ...server.database, kysely: kysely.withPlugin(plugin) }
}

describe('a fault of ours after the effect', () => {
  it('leaves neither the effect nor the key', async () => {
    const id = randomUUID()
    const app = await buildApp({ ...server, database: failing() })
    const headers = { 'x-hostfully-apikey': key, 'idempotency-key': id }
    const body = JSON.stringify({ holdHours: 9 })
    const failed = await app.inject({ method: 'PATCH', url: settings, headers, body })
    await app.close()
    assert.equal(failed.statusCode, 500)
    assert.equal(await holdHoursNow(), 24)
    const again = await patch(id, { holdHours: 9 })
    assert.deepEqual([again.status, isReplay(again)], [200, false])
  })
})
