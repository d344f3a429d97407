/** Security events of agencies and their log: docs/reference/logs-and-events.md. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import * as oauth from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeKey, makeProperty } from '../../../../test/fixtures/rows.ts'
import { Logs } from '../../../../test/support/logs.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import { systemClock } from '../../../platform/clock.ts'
import { workContext } from '../../../server/start-workers.ts'
import { workers } from '../../../server/workers.ts'
import { openPendingEvents } from '../../events/events/open-pending-events.ts'
import { subscribers } from '../../subscribers.ts'
import { revokeKey, rotateKey } from '../agencies/api-keys.sql.ts'
import { systemCaller } from '../agencies/caller.ts'
import { disconnectPartner } from '../authorizations/disconnect-partner.ts'
import { listSecurityEvents } from './security-events.ts'

let logs = new Logs()
const logTo = { write: (text: string) => logs.write(text) }
const server = await startServer({ LOG_LEVEL: 'info', TRUST_PROXY: '127.0.0.1' }, { logTo })
const db = server.database.kysely
const email = 'grace@cedarstays.example'
let agencyUid: string
let employeeUid: string
let propertyUid: string
let partner: oauth.OAuthPartner

before(async () => {
  agencyUid = (await makeAgency(server)).agencyUid
  employeeUid = await oauth.makeManager(server, agencyUid, { email })
  propertyUid = await makeProperty(server, agencyUid)
  partner = await oauth.makeOAuthPartner(server)
})

beforeEach(async () => {
  server.clock.set(exampleNow)
  await db.deleteFrom('security_events').where('agency_uid', '=', agencyUid).execute()
  logs = new Logs()
})

const listEvents = () => listSecurityEvents({ db }, agencyUid, 100)
const names = async () => (await listEvents()).map(({ event }) => event).sort()
const listSecurityLogs = () => logs.entries.filter(({ msg }) => msg === 'security')

async function signIn(email: string, password: string, from: string) {
  const response = await fetch(`${server.url}${oauth.authorizeUrl(partner)}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams({ step: 'sign-in', email, password }),
  })
  return { status: response.status, text: await response.text() }
}

async function readSignInCount(outcome: string): Promise<number> {
  const { values } = await server.metrics.signIns.get()
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
}

describe('sign-in', () => {
  it('is stored, logged and counted, as are later actions with their actor', async () => {
    const ok = await readSignInCount('ok')
    assert.equal((await signIn(email, oauth.password, '192.0.2.7')).status, 200)
    const [event] = await listEvents()
    assert.deepEqual(
      [event!.event, event!.actor_uid, event!.subject_uid, event!.address],
      ['sign_in.ok', employeeUid, employeeUid, '192.0.2.7'],
    )
    const [line] = listSecurityLogs()
    assert.deepEqual([line.event, line.agency, line.level], ['sign_in.ok', agencyUid, 30])
    assert.equal(await readSignInCount('ok'), ok + 1)
  })

  it('with failures stores one row a day, and logs and counts each attempt', async () => {
    const refused = await readSignInCount('refused')
    for (let i = 0; i < 5; i++) await signIn(email, 'MARK-secret', `192.0.2.${i}`)
    const [event, ...others] = await listEvents()
    assert.equal(others.length, 0)
    assert.deepEqual(
      [event!.event, event!.times, event!.subject_uid, event!.address],
      ['sign_in.refused', 5, employeeUid, '192.0.2.4'],
    )
    server.clock.advance(86_400_000)
    await signIn(email, 'MARK-secret', '192.0.2.1')
    assert.deepEqual(await names(), ['sign_in.refused', 'sign_in.refused'])
    assert.deepEqual(
      new Set(listSecurityLogs().map(({ event }) => event)),
      new Set(['sign_in.refused']),
    )
    assert.equal(listSecurityLogs().length, 6)
    assert.equal(await readSignInCount('refused'), refused + 6)
    assert.deepEqual(logs.excerpts(['MARK', email]), [])
  })

  it('as an unknown user, or too often, is logged and counted but not stored', async () => {
    const delayed = await readSignInCount('delayed')
    server.clock.advance(172_800_000)
    for (let i = 0; i < 21; i++) await signIn('mark@example.org', 'x', '2001:db8::1')
    assert.deepEqual(await names(), [])
    const events = listSecurityLogs().map(({ event }) => event)
    assert.deepEqual([...new Set(events)], ['sign_in.refused', 'sign_in.delayed'])
    assert.ok((await readSignInCount('delayed')) > delayed)
    assert.deepEqual(logs.excerpts(['mark@']), [])
  })
})

describe('access of partners', () => {
  it('records the consent, the change of grants and the disconnection', async () => {
    await oauth.approve(server, partner, [propertyUid])
    assert.deepEqual(await names(), ['consent.given', 'grants.changed', 'sign_in.ok'])
    const consent = (await listEvents()).find(({ event }) => event === 'consent.given')!
    assert.deepEqual(
      [consent.actor_kind, consent.actor_uid, consent.partner_uid],
      ['EMPLOYEE', employeeUid, partner.partnerUid],
    )
    const requestLog = logs.entries.filter(({ msg }) => msg === 'answered').at(-1)
    assert.equal(requestLog.credential, `employee:${employeeUid}`)
    const clock = systemClock
    const caller = systemCaller(agencyUid)
    const pending = openPendingEvents(clock)
    const ctx = { db, clock, caller, pending, requestUid: null, subscribers }
    await disconnectPartner(ctx, { agencyUid, partnerUid: partner.partnerUid })
    assert.deepEqual((await names()).slice(1, 4), [
      'grants.changed',
      'grants.changed',
      'partner.disconnected',
    ])
  })

  it('records replayed refresh tokens and codes', async () => {
    const code = await oauth.approve(server, partner, [propertyUid])
    const { body } = await oauth.exchange(server, partner, code)
    assert.equal((await oauth.refresh(server, partner, body.refreshToken)).status, 200)
    server.clock.advance(61_000)
    assert.equal((await oauth.refresh(server, partner, body.refreshToken)).status, 400)
    const event = (await listEvents()).find(({ event }) => event === 'refresh_token.replayed')!
    assert.equal(event.partner_uid, partner.partnerUid)
    const line = listSecurityLogs().find(({ event }) => event === 'refresh_token.replayed')
    assert.deepEqual([line.level, line.agency, line.partner], [40, agencyUid, partner.partnerUid])
    const again = await oauth.approve(server, partner, [propertyUid])
    await oauth.exchange(server, partner, again)
    server.clock.advance(61_000)
    await oauth.exchange(server, partner, again)
    assert.ok((await names()).includes('code.replayed'))
    assert.deepEqual(logs.excerpts([code, again, body.refreshToken, body.accessToken]), [])
  })
})

describe('API keys', () => {
  it('record their creation, rotation and revocation', async () => {
    const { uid } = await makeKey(server, agencyUid)
    const now = server.clock.now()
    const lines: object[] = []
    const log = { info: (entry: object) => void lines.push(entry), warn: () => {} }
    assert.ok(await rotateKey(db, { uid, keepHours: 0 }, now, log))
    assert.ok(await revokeKey({ db, log }, uid, now))
    assert.equal(await revokeKey({ db, log }, uid, now), false)
    assert.deepEqual(await names(), ['key.created', 'key.revoked', 'key.rotated'])
    for (const event of await listEvents()) assert.equal(event.subject_uid, uid)
    assert.equal(lines.length, 2)
  })
})

describe('security events', () => {
  it('are deleted after 400 days', async () => {
    await signIn(email, oauth.password, '192.0.2.9')
    const forgetting = workers.find(({ name }) => name === 'forget-security-events')!
    const purgeAfter = async (days: number) => {
      server.clock.set(exampleNow)
      server.clock.advance(days * 86_400_000)
      const ctx = workContext(server, { info: () => {} } as never)
      const { signal } = new AbortController()
      await forgetting.work(ctx, { data: null as never, signal, isLastAttempt: false })
      return (await names()).length
    }
    assert.equal(await purgeAfter(400), 1)
    assert.equal(await purgeAfter(401), 0)
  })
})
