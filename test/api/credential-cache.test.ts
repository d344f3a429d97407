/** Reads with a key that has changed since the process cached it: contract/general.md §7. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { makeAgency, makeKey, makeLead, makeProperty } from '../fixtures/rows.ts'
import { startServer, type TestServer } from '../support/server.ts'

const cached = await startServer({ LOG_LEVEL: 'fatal' })
const uncached = await startServer({ RESPONSE_CACHE_MB: '0', LOG_LEVEL: 'fatal' })

const range = 'from=2026-06-01&to=2026-06-03'
const unknown = '0197e755-0c00-70bd-8de4-4a24a78c531e'

for (const [name, server] of Object.entries({ cached, uncached }) as [string, TestServer][]) {
  let agencyUid: string
  let propertyUid: string
  let leadUid: string
  let key: { uid: string; secret: string }

  const reads = {
    calendar: (uid = propertyUid) =>
      server.request('GET', `/api/v3.3/property-calendar/${uid}?${range}`, { key: key.secret }),
    'lead query': (uid = propertyUid, more = '') =>
      server.request('POST', '/v2/leadsql', {
        key: key.secret,
        body: `{ leads(propertyUid: "${uid}") { uid notes } }${more}`,
      }),
    quote: (uid = propertyUid, more = {}) => {
      const stay = { propertyUid: uid, checkInDate: '2026-09-01', checkOutDate: '2026-09-04' }
      return server.request('POST', '/api/v3.3/quotes', {
        key: key.secret,
        body: { ...stay, ...more },
      })
    },
    'quote for a lead': (uid = propertyUid) => reads.quote(uid, { leadUid }),
  }
  const change = (set: object) =>
    server.database.kysely.updateTable('api_keys').set(set).where('uid', '=', key.uid).execute()
  const past = (sql: string) => server.database.exclusively(script => script(sql))

  beforeEach(async () => {
    ;({ agencyUid } = await makeAgency(server))
    key = await makeKey(server, agencyUid)
    propertyUid = await makeProperty(server, agencyUid)
    leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid, notes: 'before' })
  })

  for (const [what, read] of Object.entries(reads)) {
    describe(`the ${what} of a process with ${name} responses`, () => {
      beforeEach(async () => {
        // The second request finds the key in the credential cache.
        for (const _ of [1, 2]) assert.equal((await read()).status, 200)
      })

      it('401: refuses a revoked key before any other error', async () => {
        await change({ revoked_at: server.clock.now() })
        for (const uid of [propertyUid, unknown, 'x']) {
          const { status, body } = await read(uid)
          assert.deepEqual([status, body.code], [401, 'INVALID_CREDENTIALS'])
        }
      })

      it('serves more concurrent requests than it has connections', async () => {
        const responses = await Promise.all(Array.from({ length: 60 }, () => read()))
        assert.deepEqual([...new Set(responses.map(({ status }) => status))], [200])
        assert.equal(new Set(responses.map(({ text }) => text)).size, 1)
      })

      it('401: refuses a deleted key', async () => {
        await server.database.kysely.deleteFrom('api_keys').where('uid', '=', key.uid).execute()
        assert.equal((await read()).status, 401)
        assert.equal((await read()).status, 401)
      })

      it('401: refuses an expired key', async () => {
        await change({ expires_at: new Date(server.clock.now().getTime() - 1) })
        assert.equal((await read()).status, 401)
      })

      it('403: refuses a key that was restricted since', async () => {
        await change({ tags: ['Jobs'] })
        const { status, body } = await read()
        assert.deepEqual([status, body.code], [403, 'OPERATION_NOT_PERMITTED'])
        await change({ tags: null })
        assert.equal((await read()).status, 200)
      })

      it('429: applies a new limit before any other error', async () => {
        await change({ rate_limit_per_hour: 1 })
        for (const uid of [propertyUid, unknown]) {
          const { status, body } = await read(uid)
          assert.deepEqual([status, body.code], [429, 'RATE_LIMITED'])
        }
      })

      it('returns changes that precede the request', async () => {
        const first = await read()
        await server.database.kysely
          .updateTable('leads')
          .set({ notes: 'after' })
          .where('agency_uid', '=', agencyUid)
          .execute()
        const second = await read()
        assert.equal(second.text.includes('after'), what === 'lead query')
        assert.equal(second.text.length > 20, first.text.length > 20)
        assert.deepEqual((await read()).body, second.body)
      })

      it('500: fails for an authenticated caller, and refuses others', async () => {
        const tables = ['occupancies', 'leads']
        for (const table of tables) await past(`alter table ${table} rename to away_${table}`)
        try {
          const uid = await makeProperty(server, agencyUid)
          assert.equal((await read(uid)).status, 500)
          await change({ revoked_at: server.clock.now() })
          assert.equal((await read(uid)).status, 401)
        } finally {
          for (const table of tables) await past(`alter table away_${table} rename to ${table}`)
        }
      })
    })
  }

  describe(`a body that a process with ${name} responses refuses`, () => {
    it('401: precedes 413 for a revoked key', async () => {
      const large = `${'#'.repeat(1_200_000)}`
      const sendLarge = () => reads['lead query'](propertyUid, large)
      for (const _ of [1, 2]) assert.equal((await reads['lead query']()).status, 200)
      assert.equal((await sendLarge()).status, 413)
      await change({ revoked_at: server.clock.now() })
      assert.equal((await sendLarge()).status, 401)
    })
  })
}
