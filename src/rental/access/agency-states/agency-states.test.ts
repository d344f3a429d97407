/** Disabled agencies: contract/general.md §2.1. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { visit } from '../../../../test/fixtures/console.ts'
import {
  approve,
  exchange,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  password,
  refresh,
} from '../../../../test/fixtures/oauth.ts'
import { grant, makeAgency, makeProperty, makeToken } from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { send, startServer } from '../../../../test/support/server.ts'
import { openPendingEvents } from '../../events/events/open-pending-events.ts'
import { subscribers } from '../../subscribers.ts'
import { disableAgency } from './disable-agency.ts'
import { enableAgency } from './enable-agency.ts'

const server = await startServer({}, { pace: { pollMs: 20, renewMs: 600_000 } })
const { kysely: db } = server.database
const ctx = { db, clock: server.clock, pending: openPendingEvents(server.clock), subscribers }

interface TestAgency {
  agencyUid: string
  key: string
  propertyUid: string
}

const open = async (): Promise<TestAgency> => {
  const agency = await makeAgency(server)
  return { ...agency, propertyUid: await makeProperty(server, agency.agencyUid) }
}
let disabled: TestAgency
let other: TestAgency
beforeEach(async () => {
  disabled = await open()
  other = await open()
})

const disable = () => disableAgency(ctx, disabled.agencyUid)
const enable = () => enableAgency(ctx, disabled.agencyUid)
const refusal = [403, 'AGENCY_DISABLED']
const outcome = async (path: string, options: Parameters<typeof server.request>[2]) => {
  const { status, body } = await server.request('GET', path, options)
  return status === 200 ? [200] : [status, body.code]
}
const propertiesOf = ({ agencyUid }: TestAgency) => `/api/v3.3/properties?agencyUid=${agencyUid}`

describe('a disabled agency', () => {
  it('has its key refused in every version, also for a response that was cached', async () => {
    const paths = [propertiesOf(disabled), `/v2/agencies/${disabled.agencyUid}`]
    for (const path of paths) assert.deepEqual(await outcome(path, disabled), [200])
    for (const path of paths) assert.deepEqual(await outcome(path, disabled), [200])
    await disable()
    for (const path of paths) assert.deepEqual(await outcome(path, disabled), refusal)
    const query = `{ leads(agencyUid: "${disabled.agencyUid}", _limit: 1) { uid } }`
    const options = { key: disabled.key, body: query }
    assert.equal((await server.request('POST', '/v2/leadsql', options)).status, 403)
    assert.deepEqual(await outcome(propertiesOf(other), other), [200])
    await enable()
    for (const path of paths) assert.deepEqual(await outcome(path, disabled), [200])
  })

  it('ends its sessions for good, and refuses a new sign-in with the reason', async () => {
    const admin = await makeSignedIn(server, disabled.agencyUid, 'ADMIN')
    assert.deepEqual(await outcome('/api/v3.3/session', admin), [200])
    await disable()
    assert.deepEqual(await outcome('/api/v3.3/session', admin), [401, 'SESSION_ENDED'])
    const email = `manager@${disabled.agencyUid}.example`
    await makeManager(server, disabled.agencyUid, { email })
    const signIn = () => visit(server, '/sign-in', { form: { email, password } })
    const refused = await signIn()
    assert.equal(refused.status, 403)
    assert.match(refused.text, /This agency is disabled/)
    await enable()
    assert.deepEqual(await outcome('/api/v3.3/session', admin), [401, 'SESSION_ENDED'])
    assert.equal((await signIn()).status, 303)
  })

  it('cannot be chosen by an employee who signs in for several agencies', async () => {
    const email = `both@${disabled.agencyUid}.example`
    for (const { agencyUid } of [disabled, other]) await makeManager(server, agencyUid, { email })
    const signIn = () => visit(server, '/sign-in', { form: { email, password } })
    assert.equal((await signIn()).status, 200)
    await disable()
    const { status, headers } = await signIn()
    assert.equal(status, 303)
    assert.ok(headers.get('set-cookie')!.includes(other.agencyUid))
  })
})

describe('a link or stream of a disabled agency', () => {
  it('is refused if it is a calendar feed', async () => {
    const { token } = await db
      .selectFrom('calendar_feeds')
      .select('token')
      .where('agency_uid', '=', disabled.agencyUid)
      .where('property_uid', '=', disabled.propertyUid)
      .executeTakeFirstOrThrow()
    const feed = () => send(`${server.url}/calendar/${token}.ics`, 'GET')
    assert.equal((await feed()).status, 200)
    await disable()
    const refused = await feed()
    assert.deepEqual([refused.status, refused.body.code], refusal)
    await enable()
    assert.equal((await feed()).status, 200)
  })

  it('ends at once if it is an event stream or a long poll, and no other one does', async () => {
    const stream = async ({ key, agencyUid }: TestAgency) => {
      const path = `${server.url}/api/v3.3/events?agencyUid=${agencyUid}`
      const headers = { 'x-hostfully-apikey': key, accept: 'text/event-stream' }
      const response = await fetch(path, { headers })
      assert.equal(response.status, 200)
      let isOpen = true
      const ended = response.text().then(() => {
        isOpen = false
      })
      return { ended, isOpen: () => isOpen }
    }
    const streams = [await stream(disabled), await stream(other)]
    const poll = server.request(
      'GET',
      `/api/v3.3/events?agencyUid=${disabled.agencyUid}&wait=20`,
      disabled,
    )
    await disable()
    await streams[0]!.ended
    const polled = await poll
    assert.deepEqual([polled.status, polled.body.code], refusal)
    assert.equal(streams[1]!.isOpen(), true)
    await disableAgency(ctx, other.agencyUid)
    await streams[1]!.ended
  })
})

describe('a partner of a disabled agency', () => {
  let partner: OAuthPartner
  beforeEach(async () => {
    partner = await makeOAuthPartner(server)
    for (const { agencyUid, propertyUid } of [disabled, other]) {
      const { partnerUid } = partner
      await grant(server, { agencyUid, partnerUid, objectUid: propertyUid })
    }
  })

  it('has its access token refused, and that of another agency accepted', async () => {
    const token = await makeToken(server, partner.partnerUid, disabled.agencyUid)
    const otherToken = await makeToken(server, partner.partnerUid, other.agencyUid)
    assert.deepEqual(await outcome(propertiesOf(disabled), { key: token }), [200])
    await disable()
    assert.deepEqual(await outcome(propertiesOf(disabled), { key: token }), refusal)
    assert.deepEqual(await outcome(propertiesOf(other), { key: otherToken }), [200])
    await enable()
    assert.deepEqual(await outcome(propertiesOf(disabled), { key: token }), [200])
  })

  it('keeps the other agencies of its partner key', async () => {
    const agencies = async () => {
      const { body } = await server.request('GET', '/v2/agencies', { key: partner.key })
      return new Set(body.map(({ uid }: { uid: string }) => uid))
    }
    assert.deepEqual(await agencies(), new Set([disabled.agencyUid, other.agencyUid]))
    await disable()
    assert.deepEqual(await agencies(), new Set([other.agencyUid]))
    await enable()
    assert.deepEqual(await agencies(), new Set([disabled.agencyUid, other.agencyUid]))
  })
  it('can exchange neither code nor refresh token, which remain valid', async () => {
    const email = `grants@${disabled.agencyUid}.example`
    await makeManager(server, disabled.agencyUid, { email })
    const approveAgain = () => approve(server, partner, [disabled.propertyUid], { email })
    const code = await approveAgain()
    const { body } = await exchange(server, partner, await approveAgain())
    await disable()
    for (const refused of [
      await exchange(server, partner, code),
      await refresh(server, partner, body.refreshToken),
    ]) {
      assert.deepEqual([refused.status, refused.body.code], refusal)
    }
    await enable()
    assert.equal((await exchange(server, partner, code)).status, 200)
    assert.equal((await refresh(server, partner, body.refreshToken)).status, 200)
  })
})
