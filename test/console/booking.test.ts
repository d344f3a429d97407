/** Quotes, bookings, the board and the list of leads in a real browser. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { en as texts } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { apiClient } from '../fixtures/console.ts'
import { checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeService } from '../fixtures/jobs.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { exampleNow, startServer } from '../support/server.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const { agencyUid, key } = await makeAgency(server)
const callApi = apiClient(server, key)
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

async function open(path: string, options: Parameters<typeof openContext>[3] = {}) {
  const context = await openContext(server, browser!, { agencyUid }, options)
  await context.clock.setFixedTime(exampleNow)
  return openPage(server, context, path)
}

const newProperty = (columns = {}) =>
  makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '150', ...columns })

async function makeLead(status: string, firstName: string, columns = {}) {
  const propertyUid = await newProperty(columns)
  const { lead } = await callApi('POST', '/leads', {
    agencyUid,
    propertyUid,
    status,
    ...{ checkInLocalDate: '2026-06-10', checkOutLocalDate: '2026-06-14' },
    guestInformation: { firstName, lastName: 'Byron', adultCount: 2, email: 'ada@byron.example' },
  })
  return { uid: lead.uid as string, propertyUid }
}

const { quote } = en
/** Drops error responses, which the browser reports as well. */
const withoutRefusals = (complaints: string[]) =>
  complaints.filter(text => !/status of 40\d/.test(text))

const leadsAt = async (propertyUid: string) =>
  (await callApi('GET', `/leads?propertyUid=${propertyUid}`)).leads

const breakfast = { title: 'Breakfast', catered_to: 'GUEST', gross_price: '20.50' }

describe('a booking', { skip: noBrowser }, () => {
  it('costs what was quoted, and is created once although three responses are lost', async () => {
    await makeLead('BOOKED', 'Ada')
    await makeService(server, agencyUid, breakfast)
    const propertyUid = await newProperty({ cleaning_fee: '80.10', tax_rate: '0.12' })
    const stay = `propertyUid=${propertyUid}&from=2026-07-01&to=2026-07-05`
    const { page, complaints, context } = await open(`/reservations/new?${stay}&as=book`)
    const total = page.getByRole('row', { name: /^Total/ })
    await page.getByRole('checkbox', { name: 'Breakfast US$20.50' }).check()
    await page.getByRole('row', { name: /^Breakfast/ }).waitFor()
    const quoted = Number((await total.textContent())!.replace(/[^.\d]/g, ''))
    await page.getByLabel('E-mail').fill('ada@by')
    await page.getByRole('button', { name: quote.applyDetailsOf('Ada Byron') }).click()
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Byron')
    const lost = new Set<string>()
    await page.route(/quotes$|order-services$|mark-as-booked$/, async route => {
      const { pathname } = new URL(route.request().url())
      const body = route.request().postData() ?? ''
      if (lost.has(pathname) || (pathname.endsWith('quotes') && !body.includes('"hold"'))) {
        return route.continue()
      }
      lost.add(pathname)
      await route.fetch()
      await route.abort()
    })
    await page.getByRole('button', { name: quote.submits.book }).click()
    await page.getByRole('heading', { name: 'Ada Byron', level: 1 }).waitFor()
    assert.equal(lost.size, 3)
    const leads = await leadsAt(propertyUid)
    assert.deepEqual(
      leads.map(({ status }: { status: string }) => status),
      ['BOOKED'],
    )
    const { orders } = await callApi('GET', `/orders?leadUid=${leads[0].uid}`)
    assert.equal(orders[0].totalAmount, quoted)
    assert.deepEqual([orders[0].services.length, orders[0].services[0].grossPrice], [1, 20.5])
    assert.deepEqual(
      withoutRefusals(complaints).filter(text => !/ERR_FAILED/.test(text)),
      [],
    )
    await context.close()
  })
})

describe('a price that has changed', { skip: noBrowser }, () => {
  it('is confirmed by the user before the booking', async () => {
    const propertyUid = await newProperty()
    const stay = `propertyUid=${propertyUid}&from=2026-07-01&to=2026-07-05`
    const { page, complaints, context } = await open(`/reservations/new?${stay}&as=book`)
    await page.getByRole('row', { name: /Total.*600/ }).waitFor()
    await server.database.kysely
      .updateTable('properties')
      .set({ daily_rate: '200' })
      .where('agency_uid', '=', agencyUid)
      .where('uid', '=', propertyUid)
      .execute()
    await page.getByRole('button', { name: quote.submits.book }).click()
    await page.getByText(/has changed from US\$600\.00 to US\$800\.00/).waitFor()
    assert.equal((await leadsAt(propertyUid))[0].status, 'ON_HOLD')
    await page.getByRole('button', { name: quote.book }).click()
    await page.waitForURL(/\/reservations\/[0-9a-f]/)
    const [lead] = await leadsAt(propertyUid)
    assert.equal(lead.status, 'BOOKED')
    assert.deepEqual(withoutRefusals(complaints), [])
    await context.close()
  })
})

describe('a quote', { skip: noBrowser }, () => {
  it('names the obstacle, offers the next free dates, and releases its hold', async () => {
    const { propertyUid } = await makeLead('BOOKED', 'Bea')
    await newProperty({ name: 'Mill', daily_rate: '111' })
    const dates = 'from=2026-06-12&to=2026-06-15'
    const { page, context } = await open(`/reservations/new?${dates}&as=hold`)
    const offered = page.getByRole('group', { name: /are free$/ })
    await page.getByText(quote.incomplete.property).waitFor()
    await offered.getByRole('button', { name: 'Mill' }).click()
    await page.getByRole('row', { name: /Total.*333/ }).waitFor()
    const stay = `propertyUid=${propertyUid}&${dates}`
    await page.goto(`${server.url}/console/reservations/new?${stay}&as=hold`)
    await page.getByRole('alert').getByText(en.refusal.taken).waitFor()
    const free = page.getByRole('group', { name: en.refusal.nextFree }).getByRole('button')
    await free.first().click()
    await page.getByRole('row', { name: /Total.*450/ }).waitFor()
    await page.getByRole('button', { name: quote.submits.hold }).click()
    await page.getByRole('heading', { name: quote.sealed('') }).waitFor()
    await page.getByRole('button', { name: quote.release }).click()
    await page.getByRole('button', { name: quote.submits.hold }).waitFor()
    const statuses = (await leadsAt(propertyUid)).map((lead: { status: string }) => lead.status)
    assert.deepEqual(statuses.toSorted(), ['BOOKED', 'CLOSED'])
    await context.close()
  })

  it('reports a broken rule for guests, which a manager may overrule', async () => {
    const propertyUid = await newProperty({ minimum_stay: 5 })
    const stay = `propertyUid=${propertyUid}&from=2026-07-01&to=2026-07-03`
    const { page, context } = await open(`/reservations/new?${stay}&as=book`)
    await page.getByRole('alert').getByText('The minimum stay is 5 nights.').waitFor()
    await page.getByRole('button', { name: quote.overrule.book }).click()
    await page.getByRole('heading', { name: quote.sealed('') }).waitFor()
    await page.getByRole('row', { name: /Total.*300/ }).waitFor()
    assert.equal((await leadsAt(propertyUid))[0].status, 'ON_HOLD')
    await context.close()
  })
})

describe('the board', { skip: noBrowser }, () => {
  it('moves a lead by its menu and by dragging, but only to allowed columns', async () => {
    const { uid } = await makeLead('NEW', 'Carla')
    const { page, complaints, context } = await open('/reservations/pipeline')
    const column = (name: string) => page.getByRole('region', { name, exact: true })
    const card = page.getByRole('listitem').filter({ hasText: 'Carla Byron' })
    await card.getByRole('button', { name: en.board.move('Carla Byron') }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('menuitem').first().waitFor()
    const offered = await page.getByRole('menuitem').allTextContents()
    assert.deepEqual(offered, ['Hold', 'Book', 'Mark as lost'])
    const submit = (action: string) =>
      page.getByRole('form', { name: action }).getByRole('button', { name: action }).click()
    await page.getByRole('menuitem', { name: 'Hold' }).click()
    await submit(en.act['put-on-hold'])
    await page.getByRole('button', { name: 'Close reservation' }).click()
    await column('Requests & holds').getByText('Carla Byron').waitFor()
    await column('Requests & holds').getByRole('link', { name: 'Requests & holds' }).click()
    await page.getByRole('table').getByText('Carla Byron').waitFor()
    await page.goBack()
    await card.dispatchEvent('dragstart')
    await column('Inquiries & quotes').getByText(en.board.noReason.QUOTE).waitFor()
    assert.equal(await column('Booked').getByText(en.board.noReason.BOOKED).count(), 0)
    await card.dispatchEvent('dragend')
    await card.dragTo(column('Inquiries & quotes'))
    assert.equal((await callApi('GET', `/leads/${uid}`)).lead.status, 'ON_HOLD')
    await card.dragTo(column('Booked'))
    await submit(en.act['mark-as-booked'])
    await page.getByRole('button', { name: 'Close reservation' }).click()
    await column('Booked').getByText('Carla Byron').waitFor()
    assert.equal((await callApi('GET', `/leads/${uid}`)).lead.status, 'BOOKED')
    await card.dragTo(column('Closed'))
    await page.getByRole('form', { name: en.act.cancel }).waitFor()
    assert.match(page.url(), /act=cancel/)
    await page.goto(`${server.url}/console/reservations/pipeline`)
    await card.waitFor()
    await page.getByLabel('Assigned to').first().selectOption({ index: 2 })
    await card.waitFor({ state: 'detached' })
    assert.match(page.url(), /assignee=/)
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('the list', { skip: noBrowser }, () => {
  it('supports filters, bulk actions, keys and export', async () => {
    const bea = await makeSignedIn(server, agencyUid, 'STAFF', { first_name: 'Bea' })
    const [one, other] = [await makeLead('NEW', '=Ruth'), await makeLead('BOOKED', 'Rolf')]
    const getTags = async (uid: string) => (await callApi('GET', `/leads/${uid}/tags`)).tags
    const getAssignee = async ({ uid }: { uid: string }) =>
      (await callApi('GET', `/leads/${uid}`)).lead.assignee.uid
    const { page, complaints, context } = await open('/reservations?sort=updated')
    const choose = (name: string) => page.getByLabel(en.list.choose(name)).check()
    const row = (name: string) => page.getByRole('link', { name, exact: true })
    await choose('=Ruth Byron')
    await choose('Rolf Byron')
    await checkThemes(page, 'leads that are chosen')
    await page.getByLabel(en.addTag).fill('Lake')
    await page.keyboard.press('Enter')
    await page.getByText(en.list.done(2, 2)).waitFor()
    assert.deepEqual([await getTags(one.uid), await getTags(other.uid)], [['Lake'], ['Lake']])
    await row('Rolf Byron').waitFor()
    await choose('=Ruth Byron')
    await choose('Rolf Byron')
    // The list does not update while another user assigns one of them.
    await page.route('**/graphql', () => undefined)
    await callApi('PATCH', `/leads/${one.uid}`, { assigneeUid: bea.employeeUid })
    await page.getByLabel(en.list.assign).selectOption('Grace Hall')
    await page.getByRole('alert').getByText(en.list.assignedMeanwhile).waitFor()
    await page.getByText(en.list.done(1, 2)).waitFor()
    assert.equal(await getAssignee(one), bea.employeeUid)
    assert.notEqual(await getAssignee(other), null)
    await page.unroute('**/graphql')
    await page.goto(`${server.url}/console/reservations?sort=updated`)
    await page.getByRole('button', { name: en.list.filter }).click()
    await page.getByRole('checkbox', { name: 'Lake' }).check()
    await page.getByLabel(en.list.balance).selectOption('DUE')
    await row('Rolf Byron').waitFor()
    await page.waitForURL(/tags=Lake&balance=DUE/)
    assert.equal(await row('=Ruth Byron').count(), 1)
    await checkThemes(page, 'filters of leads')
    await page.getByLabel(en.edit.assignee).selectOption('Bea Hall')
    await row('Rolf Byron').waitFor({ state: 'detached' })
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: en.list.export }).click(),
    ])
    const text = readFileSync(await file.path(), 'utf8')
    assert.match(text, /^\uFEFFGuest,.*\r\n'=Ruth Byron,ada@byron\.example,.*,Lake,[^,]*\r\n$/)
    await page.goto(`${server.url}/console/reservations?query=byron&sort=updated&when=OVER`)
    await page.getByText(texts.leads.none).waitFor()
    await page.getByRole('button', { name: en.list.on(1) }).click()
    await page.getByLabel(en.list.stay, { exact: true }).selectOption('COMING')
    await row('=Ruth Byron').waitFor()
    await page.keyboard.press('Escape')
    const names = await page.locator('.lead-table .row-button').allTextContents()
    for (const key of ['j', 'j', 'k', 'Enter', 'j']) await page.keyboard.press(key)
    const panel = page.getByRole('complementary')
    await panel.getByRole('heading', { name: names[1]! }).first().waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('pages of leads and quotes', { skip: noBrowser }, () => {
  const long = `${'W'.repeat(127)} 👩‍🌾${'م'.repeat(110)}`

  for (const width of [1440, 360]) {
    it(`pass axe in both themes and fit: ${width} px`, async () => {
      const columns = { name: long, currency: 'KWD' }
      const { uid, propertyUid } = await makeLead('ON_HOLD', long, columns)
      const { page, complaints, context } = await open(`/reservations/${uid}`, { width })
      const check = async (label: string) => {
        await checkThemes(page, `${label} ${width}`)
        const main = 'document.querySelector("main").scrollWidth - innerWidth'
        const over = await page.evaluate<number>(main)
        assert.ok(over <= 0, `${label} is ${over} px too wide`)
      }
      for (const tab of Object.values(en.tab)) {
        await page.getByRole('button', { name: tab, exact: true }).click()
        await page.getByRole('region', { name: tab }).waitFor()
        await check(tab)
      }
      await page.goto(`${server.url}/console/reservations/${uid}?act=alteration`)
      await page.getByRole('button', { name: en.stay.save }).waitFor()
      await check('form')
      const stay = `propertyUid=${propertyUid}&from=2026-06-12&to=2027-06-12`
      await page.goto(`${server.url}/console/reservations/new?${stay}`)
      await page.getByRole('alert').waitFor()
      await check('quote refused')
      await page.goto(`${server.url}/console/reservations/pipeline`)
      const moveButtons = page.getByRole('button', { name: /^Move W/ })
      await moveButtons.first().waitFor()
      await check('board')
      assert.deepEqual(withoutRefusals(complaints), [])
      await context.close()
    })
  }
})
