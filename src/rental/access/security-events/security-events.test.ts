/** What is kept and logged of the security of an agency: docs/operating.md. */
import assert from 'node:assert/strict'
import { before, beforeEach, describe, it } from 'node:test'
import * as oauth from '../../../../test/fixtures/oauth.ts'
import { makeAgency, makeKey, makeProperty } from '../../../../test/fixtures/rows.ts'
import { Logs } from '../../../../test/support/logs.ts'
import { exampleNow, startServer } from '../../../../test/support/server.ts'
import { systemClock } from '../../../platform/clock.ts'
import { workContext } from '../../../process/start-work.ts'
import { workers } from '../../../workers.ts'
import { openPendingEvents } from '../../events/events/open-pending-events.ts'
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

const kept = () => listSecurityEvents({ db }, agencyUid, 100)
const names = async () => (await kept()).map(({ event }) => event).sort()
const logged = () => logs.entries.filter(({ msg }) => msg === 'security')

async function signIn(given: string, password: string, from: string) {
  const response = await fetch(`${server.url}${oauth.authorizeUrl(partner)}`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from },
    body: new URLSearchParams({ step: 'sign-in', email: given, password }),
  })
  return { status: response.status, text: await response.text() }
}

async function counted(outcome: string): Promise<number> {
  const { values } = await server.metrics.signIns.get()
  return values.find(({ labels }) => labels.outcome === outcome)?.value ?? 0
}

describe('signing in', () => {
  it('is kept, logged and counted, and so is who decides what afterwards', async () => {
    const ok = await counted('ok')
    assert.equal((await signIn(email, oauth.password, '192.0.2.7')).status, 200)
    const [event] = await kept()
    assert.deepEqual(
      [event!.event, event!.actor_uid, event!.subject_uid, event!.address],
      ['sign_in.ok', employeeUid, employeeUid, '192.0.2.7'],
    )
    const [line] = logged()
    assert.deepEqual([line.event, line.agency, line.level], ['sign_in.ok', agencyUid, 30])
    assert.equal(await counted('ok'), ok + 1)
  })

  it('in vain is one row a day, however many try, and a line and a count each time', async () => {
    const refused = await counted('refused')
    for (let i = 0; i < 5; i++) await signIn(email, 'MARK-secret', `192.0.2.${i}`)
    const [event, ...others] = await kept()
    assert.equal(others.length, 0)
    assert.deepEqual(
      [event!.event, event!.times, event!.subject_uid, event!.address],
      ['sign_in.refused', 5, employeeUid, '192.0.2.4'],
    )
    server.clock.advance(86_400_000)
    await signIn(email, 'MARK-secret', '192.0.2.1')
    assert.deepEqual(await names(), ['sign_in.refused', 'sign_in.refused'])
    assert.deepEqual(new Set(logged().map(({ event }) => event)), new Set(['sign_in.refused']))
    assert.equal(logged().length, 6)
    assert.equal(await counted('refused'), refused + 6)
    assert.deepEqual(logs.having(['MARK', email]), [])
  })

  it('as nobody, or too often, is logged and counted but kept nowhere', async () => {
    const delayed = await counted('delayed')
    server.clock.advance(172_800_000)
    for (let i = 0; i < 21; i++) await signIn('mark@example.org', 'x', '2001:db8::1')
    assert.deepEqual(await names(), [])
    const events = logged().map(({ event }) => event)
    assert.deepEqual([...new Set(events)], ['sign_in.refused', 'sign_in.delayed'])
    assert.ok((await counted('delayed')) > delayed)
    assert.deepEqual(logs.having(['mark@']), [])
  })
})

describe('what partners are given', () => {
  it('keeps the consent, the change of grants and the end of all', async () => {
    await oauth.approve(server, partner, [propertyUid])
    assert.deepEqual(await names(), ['consent.given', 'grants.changed', 'sign_in.ok'])
    const consent = (await kept()).find(({ event }) => event === 'consent.given')!
    assert.deepEqual(
      [consent.actor_kind, consent.actor_uid, consent.partner_uid],
      ['EMPLOYEE', employeeUid, partner.partnerUid],
    )
    const answered = logs.entries.filter(({ msg }) => msg === 'answered').at(-1)
    assert.equal(answered.credential, `employee:${employeeUid}`)
    const clock = systemClock
    const caller = systemCaller(agencyUid)
    const ctx = { db, clock, caller, pending: openPendingEvents(clock), requestUid: null }
    await disconnectPartner(ctx, { agencyUid, partnerUid: partner.partnerUid })
    assert.deepEqual((await names()).slice(1, 4), [
      'grants.changed',
      'grants.changed',
      'partner.disconnected',
    ])
  })

  it('keeps a refresh token that comes twice, and the code', async () => {
    const code = await oauth.approve(server, partner, [propertyUid])
    const { body } = await oauth.exchange(server, partner, code)
    assert.equal((await oauth.refresh(server, partner, body.refreshToken)).status, 200)
    server.clock.advance(61_000)
    assert.equal((await oauth.refresh(server, partner, body.refreshToken)).status, 400)
    const event = (await kept()).find(({ event }) => event === 'refresh_token.replayed')!
    assert.equal(event.partner_uid, partner.partnerUid)
    const line = logged().find(({ event }) => event === 'refresh_token.replayed')
    assert.deepEqual([line.level, line.agency, line.partner], [40, agencyUid, partner.partnerUid])
    const again = await oauth.approve(server, partner, [propertyUid])
    await oauth.exchange(server, partner, again)
    server.clock.advance(61_000)
    await oauth.exchange(server, partner, again)
    assert.ok((await names()).includes('code.replayed'))
    assert.deepEqual(logs.having([code, again, body.refreshToken, body.accessToken]), [])
  })
})

describe('API keys', () => {
  it('keep that they were made, given another secret and revoked', async () => {
    const { uid } = await makeKey(server, agencyUid)
    const now = server.clock.now()
    const lines: object[] = []
    const log = { info: (entry: object) => void lines.push(entry), warn: () => {} }
    assert.ok(await rotateKey(db, { uid, keepHours: 0 }, now, log))
    assert.ok(await revokeKey({ db, log }, uid, now))
    assert.equal(await revokeKey({ db, log }, uid, now), false)
    assert.deepEqual(await names(), ['key.created', 'key.revoked', 'key.rotated'])
    for (const event of await kept()) assert.equal(event.subject_uid, uid)
    assert.equal(lines.length, 2)
  })
})

describe('security events', () => {
  it('are forgotten after 400 days', async () => {
    await signIn(email, oauth.password, '192.0.2.9')
    const forgetting = workers.find(({ name }) => name === 'forget-security-events')!
    const forgetAfter = async (days: number) => {
      server.clock.set(exampleNow)
      server.clock.advance(days * 86_400_000)
      const ctx = workContext(server, { info: () => {} } as never)
      const { signal } = new AbortController()
      await forgetting.work(ctx, { data: null as never, signal, isLastAttempt: false })
      return (await names()).length
    }
    assert.equal(await forgetAfter(400), 1)
    assert.equal(await forgetAfter(401), 0)
  })
})
