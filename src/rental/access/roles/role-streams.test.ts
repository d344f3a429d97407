/**
 * Open streams apply the present role of their caller: contract/general.md §3.1, events.md §10.
 * Tried for every role with and without access to the event log.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emitTestEvents, framesFrom } from '../../../../test/fixtures/events/events.ts'
import { makeAgency, makeEmployee, makeProperty } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { startServer } from '../../../../test/support/server.ts'
import { routes } from '../../routes.ts'
import { areaOf, mayUse, type Role, roles } from './role.ts'

const server = await startServer({}, { pace: { pollMs: 20, renewMs: 50 } })
const { agencyUid, key } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid)
await makeEmployee(server, agencyUid, { role: 'ADMIN', email: 'other-admin@x.example' })
const admin = await makeSignedIn(server, agencyUid, 'ADMIN')

/** Operations that stay open: those that stream, or wait. */
const lasting = routes.filter(({ query, http }) => {
  const { properties = {} } = (query ?? {}) as { properties?: object }
  return http.streams !== undefined || 'wait' in properties
})

const happen = () =>
  emitTestEvents(server, agencyUid, [
    { type: 'UPDATED_PROPERTY', keys: { property_uid: propertyUid } },
  ])

async function becomes(employeeUid: string, role: Role): Promise<void> {
  const body = { firstName: 'Ada', lastName: 'Reed', role }
  const path = `/api/v3.3/employees/${employeeUid}`
  const { status, text } = await server.request('PUT', path, { headers: admin.headers, body })
  assert.equal(status, 200, text)
}

const pairs = roles.flatMap(from => roles.map(to => [from, to] as const))
const mayRead = (role: Role) => mayUse(role, 'integrations', 'read')

describe('open connections', () => {
  it('are those of the event log only', () => {
    const paths = lasting.map(route => `${route.method} ${route.path} ${areaOf(route)}`)
    assert.deepEqual(paths, ['GET /events integrations'])
  })

  for (const [from, to] of pairs.filter(([from, to]) => mayRead(from) && !mayRead(to))) {
    it(`ends a stream and a waiting poll when ${from} becomes ${to}`, async () => {
      const email = `${from}-${to}@x.example`.toLowerCase()
      const { employeeUid, headers } = await makeSignedIn(server, agencyUid, from, { email })
      const at = (query: string) => `/api/v3.3/events?agencyUid=${agencyUid}&${query}`
      const { latestSeq } = (await server.request('GET', at(''), { headers })).body
      const after = `after=${latestSeq}`
      const accept = { ...headers, accept: 'text/event-stream' }
      const stream = await framesFrom(`${server.url}${at(after)}`, accept)
      assert.deepEqual(await stream.next(), { retry: '2000' })
      const waiting = server.request('GET', at(`${after}&wait=30`), { headers })
      // Sent after the poll, which is waiting by now.
      assert.equal((await server.request('GET', at(after), { headers })).status, 200)
      await becomes(employeeUid, to)
      await stream.end()
      await happen()
      const { status, body } = await waiting
      assert.deepEqual([status === 200, body.events], [false, undefined], String(status))
    })
  }

  it('ends a stream and a poll when a key is restricted to other operations', async () => {
    const stored = await server.database.kysely
      .selectFrom('api_keys')
      .select('uid')
      .where('agency_uid', '=', agencyUid)
      .executeTakeFirstOrThrow()
    const path = `/api/v3.3/events?agencyUid=${agencyUid}`
    const { latestSeq } = (await server.request('GET', path, { key })).body
    const after = `${path}&after=${latestSeq}`
    const accept = { 'x-hostfully-apikey': key, accept: 'text/event-stream' }
    const stream = await framesFrom(`${server.url}${after}`, accept)
    await stream.next()
    const waiting = server.request('GET', `${after}&wait=30`, { key })
    await server.request('GET', after, { key })
    await server.database.kysely
      .updateTable('api_keys')
      .set({ tags: ['Leads'] })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', stored.uid)
      .execute()
    await stream.end()
    await happen()
    assert.equal((await waiting).body.code, 'OPERATION_NOT_PERMITTED')
  })
})
