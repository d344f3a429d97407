/** Tests of notices to agencies and partners: contract/events.md §8.5, §12. */
import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { formatFeed, startAbroad } from '../../../../test/fixtures/external-calendars.ts'
import { sendMessages } from '../../../../test/fixtures/message-dispatcher.ts'
import {
  grant,
  makeAgency,
  makeLead,
  makePartner,
  makeToken,
} from '../../../../test/fixtures/rows.ts'
import { makeSignedIn } from '../../../../test/fixtures/sessions.ts'
import { callsAnywhere, deliverDue, makeWebhook } from '../../../../test/fixtures/webhooks.ts'
import { doQueued, doWork } from '../../../../test/fixtures/workers.ts'
import { startSmtp } from '../../../../test/support/external-services/smtp.ts'
import { startServer } from '../../../../test/support/server.ts'
import { startReceiver } from '../../../../test/support/webhook-receiver/receiver.ts'

const smtp = await startSmtp()
const server = await startServer({
  ...callsAnywhere,
  SMTP_URL: `smtp://${smtp.host}:${smtp.port}`,
  MAIL_FROM: 'server@lodges.example',
})
const receiver = await startReceiver()
const abroad = await startAbroad(server)
const { agencyUid, send } = abroad
const db = server.database.kysely
const [agencyMail, partnerMail] = ['office@agency.example', 'help@partner.example']
await send('PATCH', `/agencies/${agencyUid}`, { agencyEmailAddress: agencyMail })

const hour = 3_600_000
const partner = await makePartner(server)
await db
  .updateTable('partners')
  .set({ contact_email: partnerMail })
  .where('partner_uid', '=', partner.partnerUid)
  .execute()

const { propertyUid } = await abroad.makeCalendar(formatFeed())

const list = async (query = '', options: object = {}) => {
  const headers = {}
  const path = `/api/v3.3/notices?agencyUid=${agencyUid}${query}`
  const response = await server.request('GET', path, { key: abroad.key, headers, ...options })
  assert.equal(response.status, 200, response.text)
  return response.body.notices
}
/** Returns the types of open notices. On a cluster a task resolves notices. */
const open = async () => {
  await doQueued(server, 'end-notices')
  return (await list('&isResolved=false')).map((one: { type: string }) => one.type)
}

/** Runs the work of a minute. Returns the recipients and subjects of the mails. */
async function minute(): Promise<string[]> {
  const before = smtp.mails.length
  await doWork(server, 'mail-notices')
  await doQueued(server, 'send-mail')
  return smtp.mails
    .slice(before)
    .map(({ to, headers }) => `${to}: ${headers.subject}`)
    .sort()
}

/** Advances the clock by some hours, with all attempts that are due. */
async function pass(hours: number): Promise<void> {
  for (let i = 0; i < hours; i += 30) {
    server.clock.advance(Math.min(30, hours - i) * hour)
    await deliverDue(server)
  }
}

const change = () => send('PATCH', `/properties/${propertyUid}`, { name: `Lodge ${Math.random()}` })
const hook = (url: string, more: object = {}) =>
  makeWebhook(server, { agencyUid, eventType: 'UPDATED_PROPERTY', url, ...more })

beforeEach(async () => {
  await db.deleteFrom('notices').execute()
  await db.updateTable('webhooks').set({ deleted_at: server.clock.now() }).execute()
  receiver.respond({ status: 200 })
  smtp.respondTo = () => null
  server.clock.advance(25 * hour)
})

describe('a webhook that fails', () => {
  it('opens a notice after a day; mails then, after three days, and if disabled', async () => {
    const { uid } = await hook(receiver.url)
    receiver.respond({ status: 500 })
    await change()
    await deliverDue(server)
    await pass(23)
    assert.deepEqual(await minute(), [])
    await pass(2)
    const failingMail = `${agencyMail}: Webhook not reachable`
    assert.deepEqual(await minute(), [failingMail])
    const [notice] = await list()
    assert.partialDeepStrictEqual(notice, {
      agencyUid,
      partnerUid: null,
      type: 'WEBHOOK_FAILING',
      webhookUid: uid,
      resolvedUtcDateTime: null,
    })
    assert.match(smtp.mails.at(-1)!.raw, /127\.0\.0\.1.*Open Lodgepole: \S+\/console/s)
    assert.ok(!smtp.mails.at(-1)!.raw.includes(uid), 'names, not uids')
    await pass(24)
    assert.deepEqual(await minute(), [])
    await pass(24)
    const { headers } = await makeSignedIn(server, agencyUid, 'ADMIN')
    const choose = (language: string) =>
      server.request('PUT', '/api/v3.3/session/preferences', {
        headers,
        body: { preferences: { language } },
      })
    await choose('de')
    assert.deepEqual(await minute(), [`${agencyMail}: Webhook nicht erreichbar`])
    assert.deepEqual(await minute(), [])
    await choose('en')
    await pass(500)
    assert.deepEqual(await open(), ['WEBHOOK_DISABLED'])
    assert.deepEqual(await minute(), [`${agencyMail}: Webhook turned off`])
    await send('POST', `/webhooks/${uid}/enable`, { backlog: 'SKIP' })
    assert.deepEqual(await open(), [])
    assert.ok(
      (await list()).every((one: { resolvedUtcDateTime: string }) => one.resolvedUtcDateTime),
    )
  })

  it('resolves its notice at the first success, and mails at most once a day', async () => {
    await hook(receiver.url)
    for (const mails of [[`${agencyMail}: Webhook not reachable`], []]) {
      receiver.respond({ status: 500 })
      await change()
      await deliverDue(server)
      await db
        .updateTable('webhook_failures')
        .set({ failing_since: new Date(server.clock.now().getTime() - 24 * hour) })
        .execute()
      assert.deepEqual(await minute(), mails)
      assert.deepEqual(await open(), ['WEBHOOK_FAILING'])
      receiver.respond({ status: 200 })
      await change()
      server.clock.advance(hour)
      await deliverDue(server)
      assert.deepEqual(await open(), [])
    }
  })
})

describe('webhooks of one destination', () => {
  it('are sent in one mail, also to the partner if they are the partner’s', async () => {
    const own = { partnerUid: partner.partnerUid, creator: 'them' }
    await grant(server, { agencyUid, partnerUid: partner.partnerUid, objectUid: propertyUid })
    await hook(receiver.url, own)
    await hook(receiver.url, { ...own, eventType: 'DEACTIVATED_PROPERTY' })
    receiver.respond({ status: 410 })
    await change()
    await deliverDue(server)
    const disabledMail = ': Webhook turned off'
    assert.deepEqual(await minute(), [
      `${partnerMail}${disabledMail}`,
      `${agencyMail}${disabledMail}`,
    ])
    await send('PATCH', `/properties/${propertyUid}`, { isActive: false })
    await deliverDue(server)
    assert.deepEqual(await open(), ['WEBHOOK_DISABLED', 'WEBHOOK_DISABLED'])
    assert.deepEqual(await minute(), [])
    await send('PATCH', `/properties/${propertyUid}`, { isActive: true })
    await db.deleteFrom('grants').execute()
  })
})

describe('a calendar that fails', () => {
  it('opens a notice at the fourth failure or at a conflict, until it is imported', async () => {
    const calendar = await abroad.makeCalendar('')
    for (let i = 0; i < 3; i++) await calendar.sync()
    assert.deepEqual(await open(), [])
    await calendar.sync()
    assert.deepEqual(await minute(), [`${agencyMail}: Calendar import failed`])
    const [notice] = await list()
    assert.equal(notice.icalUid, calendar.uid)
    assert.equal(notice.propertyUid, calendar.propertyUid)
    assert.match(notice.text, /'Abroad' could not be imported: The response is empty/)
    calendar.setFeed(formatFeed())
    await calendar.sync()
    assert.deepEqual(await open(), [])
    const stay = ['20270604', '20270608'] as const
    calendar.setFeed(formatFeed(['a', ...stay], ['b', ...stay]))
    await calendar.sync()
    assert.deepEqual(await open(), ['CALENDAR_FAILING'])
    assert.deepEqual(await minute(), [])
    await send('DELETE', `/icals/${calendar.uid}`)
    assert.deepEqual(await open(), [])
  })
})

describe('a returned mail to a guest', () => {
  it('opens a notice until a mail is delivered or the address changes', async () => {
    const email = 'ana@guests.example'
    const leadUid = await makeLead(server, agencyUid, { property_uid: propertyUid, email })
    const write = async (refusal: typeof smtp.respondTo) => {
      smtp.respondTo = refusal
      const content = { text: 'Hello' }
      const { body } = await send('POST', '/messages', { type: 'EMAIL', leadUid, content })
      await sendMessages(server)
      smtp.respondTo = () => null
      return body.message
    }
    const refuse = () => ({ code: 550, text: `No mailbox ${email}` })
    const first = await write(refuse)
    const second = await write(refuse)
    const [notice, ...others] = await list()
    assert.equal(others.length, 0)
    assert.partialDeepStrictEqual(notice, {
      type: 'MAIL_FAILING',
      threadUid: first.threadUid,
      leadUid,
      messageUid: second.uid,
    })
    assert.deepEqual(await minute(), [`${agencyMail}: E-mail to a guest not delivered`])
    assert.doesNotMatch(smtp.mails.at(-1)!.raw, /ana/)
    await write(() => null)
    assert.deepEqual(await open(), [])
    await write(refuse)
    assert.deepEqual([await open(), await minute()], [['MAIL_FAILING'], []])
    const guestInformation = { email: 'ann@guests.example' }
    await send('PATCH', `/leads/${leadUid}`, { guestInformation })
    assert.deepEqual(await open(), [])
  })

  it('of the server itself is retried later', async () => {
    const calendar = await abroad.makeCalendar('')
    for (let i = 0; i < 4; i++) await calendar.sync()
    smtp.respondTo = () => ({ code: 451, text: 'Later' })
    assert.deepEqual(await minute(), [])
    smtp.respondTo = () => null
    assert.equal(await doQueued(server, 'send-mail'), 0)
    const before = smtp.mails.length
    await doQueued(server, 'send-mail', { later: true })
    assert.equal(smtp.mails.length, before + 1)
  })
})

describe('GET /notices', () => {
  it('returns a partner its own webhooks, and accessible calendars', async () => {
    const calendars = [await abroad.makeCalendar(''), await abroad.makeCalendar('')]
    for (const { sync } of calendars) for (let i = 0; i < 4; i++) await sync()
    const { partnerUid } = partner
    await grant(server, { agencyUid, partnerUid, objectUid: calendars[0]!.propertyUid })
    const { uid } = await hook(receiver.url, { partnerUid, objectUid: calendars[0]!.propertyUid })
    await hook(`${receiver.url}/agency`)
    const now = server.clock.now()
    const fail = sql`insert into webhook_failures select uid, ${now} from webhooks
      on conflict (webhook_uid) do update set failing_since = excluded.failing_since`
    await fail.execute(db)
    server.clock.advance(24 * hour)
    await minute()
    assert.equal((await list('&isResolved=false')).length, 4)
    const token = await makeToken(server, partnerUid, agencyUid)
    const visible = await list('', { key: token })
    const objects = visible.map((one: Record<string, string>) => one.webhookUid ?? one.icalUid)
    assert.deepEqual(objects.sort(), [uid, calendars[0]!.uid].sort())
    await db.deleteFrom('grants').where('partner_uid', '=', partnerUid).execute()
    const other = await makeAgency(server)
    const { body } = await server.request('GET', '/api/v3.3/notices', { key: other.key })
    assert.deepEqual(body.notices, [])
    const path = `/api/v3.3/notices?agencyUid=${agencyUid}`
    const foreign = await server.request('GET', path, { key: other.key })
    assert.equal(foreign.body.code, 'ACCESS_DENIED')
  })

  it('returns pages, without notices that were resolved 90 days ago', async () => {
    const calendars = await Promise.all([1, 2, 3].map(() => abroad.makeCalendar('')))
    for (const { sync } of calendars) for (let i = 0; i < 4; i++) await sync()
    const path = `/api/v3.3/notices?agencyUid=${agencyUid}&_limit=2&_total=true`
    const { body } = await server.request('GET', path, { key: abroad.key })
    assert.deepEqual([body.notices.length, body._metadata.totalCount], [2, 3])
    assert.equal((await list(`&_limit=2&_cursor=${body._paging._nextCursor}`)).length, 1)
    for (const { setFeed, sync } of calendars) {
      setFeed(formatFeed())
      await sync()
    }
    await doQueued(server, 'end-notices')
    server.clock.advance(91 * 24 * hour)
    assert.equal((await list()).length, 3)
    await doWork(server, 'forget-notices')
    assert.deepEqual(await list(), [])
  })
})
