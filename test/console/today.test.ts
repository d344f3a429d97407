/** Today with many rows, which are processed in place. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { en } from '../../src/console/i18n/en.ts'
import { en as lead } from '../../src/console/i18n/lead/en.ts'
import { checkAccessible, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeAgency, makeLead, makeOrder, makeProperty } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

/** Creates a lead with an unanswered message. */
async function createUnanswered(
  agencyUid: string,
  key: string,
  propertyUid: string,
  lastName: string,
) {
  const { body, text } = await server.request('POST', '/api/v3.3/leads', {
    key,
    body: {
      agencyUid,
      propertyUid,
      status: 'NEW',
      checkInLocalDate: '2026-07-01',
      checkOutLocalDate: '2026-07-05',
      guestInformation: { firstName: 'Ada', lastName, email: 'ada@x.example', adultCount: 1 },
    },
  })
  assert.ok(body.lead, text)
  const message = { type: 'EMAIL', leadUid: body.lead.uid, content: { text: 'Welcome' } }
  const sent = await server.request('POST', '/api/v3.3/messages', { key, body: message })
  assert.ok(sent.status < 300, sent.text)
  const threads = server.database.kysely.updateTable('threads').set({ agency_read_at: null })
  await threads.where('agency_uid', '=', agencyUid).where('lead_uid', '=', body.lead.uid).execute()
}

describe('Today', { skip: noBrowser }, () => {
  /** Lists the requests of Today until all authors of messages are displayed. */
  async function listRequests(count: number): Promise<string[]> {
    const { agencyUid, key } = await makeAgency(server)
    const barn = await makeProperty(server, agencyUid, { name: 'Barn' })
    for (let i = 1; i <= count; i++) await createUnanswered(agencyUid, key, barn, `Writer ${i}`)
    const context = await openContext(server, browser!, { agencyUid })
    const requests: string[] = []
    context.on('request', request => {
      const { pathname } = new URL(request.url())
      if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}`)
    })
    const { page } = await openPage(server, context, '/')
    const region = page.getByRole('region', { name: en.today.attention })
    for (let i = 1; i <= count; i++) {
      await region.getByRole('link', { name: `Ada Writer ${i}`, exact: true }).waitFor()
    }
    assert.equal(await region.getByText('Barn').count(), count)
    await page.waitForLoadState('networkidle').catch(() => {})
    await context.close()
    return requests.filter(one => !one.includes('/events')).sort()
  }

  it('sends the same requests for one message and for seven', async () => {
    const [one, seven] = [await listRequests(1), await listRequests(7)]
    assert.deepEqual(
      seven.map(path => path.replace(/[0-9a-f-]{36}/g, '…')),
      one.map(path => path.replace(/[0-9a-f-]{36}/g, '…')),
    )
    assert.ok(!seven.some(path => path.includes('/leads/')), seven.join('\n'))
  })

  it('shows all of a list on request', async () => {
    const { agencyUid } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid, { name: 'Barn' })
    const timer_ends_at = new Date(server.clock.now().getTime() + 3_600_000)
    for (let i = 1; i <= 25; i++) {
      await makeLead(server, agencyUid, {
        property_uid: propertyUid,
        type: 'INQUIRY',
        status: 'ON_HOLD',
        timer_ends_at,
        check_in_local: '2026-08-01T16:00:00',
        check_out_local: '2026-08-03T11:00:00',
        first_name: 'Otto',
        last_name: `Holder ${i}`,
      })
    }
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/')
    const rows = page
      .getByRole('region', { name: en.today.attention })
      .getByRole('link', { name: /^Otto Holder/ })
    await rows.first().waitFor()
    assert.equal(await rows.count(), 8)
    await page.getByRole('button', { name: en.today.more('17') }).click()
    await rows.nth(24).waitFor()
    assert.equal(await rows.count(), 25)
    assert.equal(await page.getByText(/^\d+ more$/).count(), 0)
    await checkAccessible(page, 'all of a list')
    await context.close()
  })
})

/** Creates an unpaid booking until August. */
async function book(agency: string, property_uid: string, last_name: string, from: string) {
  const uid = await makeLead(server, agency, {
    ...{ property_uid, first_name: 'Ada', last_name, type: 'BOOKING', status: 'BOOKED' },
    check_in_local: `${from}T16:00:00`,
    check_out_local: '2026-08-03T11:00:00',
  })
  await makeOrder(server, agency, uid, { total_amount: '80.10' })
  return uid
}

describe('a row of Today', { skip: noBrowser }, () => {
  it('shows the assignee of its lead, and assigns another one', async () => {
    const { agencyUid, key } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid, { full_payment_timing: 10 })
    const coming = await book(agencyUid, propertyUid, 'Soon', '2026-05-25')
    const bea = await makeSignedIn(server, agencyUid, 'STAFF', { first_name: 'Bea' })
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/')
    const choice = page.getByLabel(en.today.assign('Ada Soon'))
    const write = page.waitForResponse(one => one.request().method() === 'PATCH')
    await choice.selectOption('Bea Hall')
    assert.ok((await write).ok())
    const path = `/api/v3.3/leads/${coming}`
    const assigned = await server.request('GET', path, { key })
    assert.equal(assigned.body.lead.assignee.uid, bea.employeeUid)
    await page.locator('.assignee', { hasText: 'BH' }).waitFor()
    await checkAccessible(page, 'who looks after a lead')
    // Another user is quicker, and the page has not been notified.
    await page.route('**/today?*', route => route.abort())
    await server.request('PATCH', path, { key, body: { assigneeUid: null } })
    await choice.selectOption('Grace Hall')
    await page.getByText(en.today.assignedMeanwhile).waitFor()
    const now = await server.request('GET', path, { key })
    assert.equal(now.body.lead.assignee.uid, null)
    await context.close()
  })

  it('links to the list of exactly those leads that are due', async () => {
    const { agencyUid } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid, { full_payment_timing: 10 })
    await book(agencyUid, propertyUid, 'Due', '2026-05-28')
    await book(agencyUid, propertyUid, 'Later', '2026-07-28')
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/')
    await page.getByRole('link', { name: en.today.due }).click()
    const rows = page.locator('.lead-table tbody tr')
    await rows.first().waitFor()
    assert.deepEqual(await rows.locator('.row-button').allTextContents(), ['Ada Due'])
    const stage = page.locator('.stage[aria-current=true]')
    await stage.filter({ hasText: '1' }).waitFor()
    await page.getByRole('button', { name: lead.list.on(1) }).click()
    assert.equal(await page.getByLabel(lead.list.dueOn).inputValue(), '2026-05-20')
    await checkAccessible(page, 'a list of what is due')
    await context.close()
  })
})

describe('a message without a lead', { skip: noBrowser }, () => {
  it('is read and replied to in the row, which is then removed', async () => {
    const { agencyUid, key } = await makeAgency(server)
    await makeProperty(server, agencyUid)
    const receiveMessage = (firstName: string, text: string) => {
      const guest = { email: `${firstName}@x.example`, firstName, lastName: 'Reed' }
      const body = { agencyUid, type: 'EMAIL', guest, content: { text } }
      return server.request('POST', '/api/v3.3/messages/inbound', { key, body })
    }
    const { body: question } = await receiveMessage('Zoe', 'Is there a cot?')
    await receiveMessage('Yan', 'It was lovely.')
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/')
    const row = page.locator('.day-row', { hasText: 'Zoe Reed' })
    await row.getByRole('button', { name: en.today.acts.answer }).click()
    await row.getByText('Is there a cot?').waitFor()
    await checkAccessible(page, 'messages without a lead')
    await row.getByLabel(lead.messages.write).fill('There is.')
    await row.getByRole('button', { name: lead.messages.send }).click()
    await page.mouse.move(5, 5)
    await row.waitFor({ state: 'detached' })
    const path = `/api/v3.3/messages?threadUid=${question.message.threadUid}`
    const { messages } = (await server.request('GET', path, { key })).body
    const texts = messages.map(({ content }: { content: { text: string } }) => content.text)
    assert.deepEqual(texts.toSorted(), ['Is there a cot?', 'There is.'])
    const other = page.locator('.day-row', { hasText: 'Yan Reed' })
    // A click within 600 ms of another one is ignored.
    await page.waitForTimeout(650)
    await other.getByRole('button', { name: en.today.acts.read }).click()
    await page.mouse.move(5, 5)
    await other.waitFor({ state: 'detached' })
    await context.close()
  })
})

describe('the inquiries above the calendar', { skip: noBrowser }, () => {
  it('are all counted, and shown on request', async () => {
    const { agencyUid } = await makeAgency(server)
    const propertyUid = await makeProperty(server, agencyUid, { name: 'Barn' })
    for (let i = 1; i <= 103; i++) {
      await makeLead(server, agencyUid, {
        property_uid: propertyUid,
        check_in_local: '2029-08-01T16:00:00',
        check_out_local: '2029-08-03T11:00:00',
        first_name: 'Nia',
        last_name: `Luz ${i}`,
      })
    }
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/calendar')
    await page.getByText('103 open inquiries').click()
    const inquiries = page.locator('.inquiry')
    assert.equal(await inquiries.count(), 100)
    await page.locator('.inquiries').getByRole('button', { name: en.leads.more }).click()
    await inquiries.nth(102).waitFor()
    assert.equal(await inquiries.count(), 103)
    await page.getByText('103 open inquiries').waitFor()
    await checkAccessible(page, 'inquiries')
    await context.close()
  })
})
