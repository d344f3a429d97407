/** A complete working day by keys alone, by clicks alone and on a phone; and stays that move. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { en as calendarWords } from '../../src/console/i18n/calendar/en.ts'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { apiClient } from '../fixtures/console.ts'
import {
  checkAccessible,
  checkThemes,
  focusByTab,
  openContext,
  openFresh,
  openPage,
} from '../fixtures/console-pages.ts'
import { makeJob, makeService } from '../fixtures/jobs.ts'
import { makeManager, password } from '../fixtures/oauth.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const { agencyUid, key } = await makeAgency(server)
const callApi = apiClient(server, key)
const barn = await makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '150' })
const cave = await makeProperty(server, agencyUid, { name: 'Cave', daily_rate: '100' })
const service = await makeService(server, agencyUid)
const provider = { agencyUid, name: 'Sweep & Co' }
const sweep = (await callApi('POST', '/service-providers', provider)).serviceProvider.uid
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

const getLead = async (uid: string) => (await callApi('GET', `/leads/${uid}`)).lead
const getArrival = async (uid: string) => (await getLead(uid)).checkInLocalDateTime.slice(0, 10)

const nights = { checkInLocalDate: '2026-07-01', checkOutLocalDate: '2026-07-05' }

async function makeLead(status: string, firstName: string) {
  const guestInformation = { firstName, lastName: 'Byron', adultCount: 2 }
  const lead = { agencyUid, propertyUid: barn, status, guestInformation, ...nights }
  return (await callApi('POST', '/leads', lead)).lead.uid as string
}

const open = async (path: string, options: Parameters<typeof openContext>[3] = {}) =>
  openPage(server, await openContext(server, browser!, { agencyUid }, options), path)

async function jobs() {
  const { jobs } = await callApi('GET', '/jobs?from=2026-05-18&to=2026-05-18')
  return jobs.filter(({ status }: { status: string }) => status !== 'DONE')
}

/** Moves the focus into the grid. */
async function focusGrid(page: Page): Promise<void> {
  const inside = page.locator('[role=grid]:focus, [role=gridcell]:focus')
  for (let left = 80; left > 0 && (await inside.count()) === 0; left--) {
    await page.keyboard.press('Tab')
  }
  assert.equal(await inside.count(), 1)
}

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })

/** Creates a message of the guest, and a job that is late. */
async function addMessageAndJob(leadUid: string): Promise<void> {
  const message = { leadUid, content: { text: 'May we come at noon?' }, type: 'EMAIL' }
  await callApi('POST', '/messages/inbound', message)
  await makeJob(server, agencyUid, {
    property_uid: cave,
    service_uid: service,
    start_local: '2026-05-18T11:00:00',
    end_local: '2026-05-18T14:00:00',
  })
}

const lateJob = (page: Page) =>
  page.getByRole('region', { name: words.today.attention }).locator('li', { hasText: 'Cave' })

async function waitForLeadUid(page: Page): Promise<string> {
  await page.waitForURL(/\/reservations\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname.split('/').at(-1)!
}

describe('a working day', { skip: noBrowser }, () => {
  it('is possible by keys alone', async () => {
    await makeManager(server, agencyUid, { email: 'keys@cedarstays.example' })
    const { page, context } = await openFresh(browser!)
    const press = async (...keys: string[]) => {
      for (const one of keys) await page.keyboard.press(one)
    }
    const enter = async (target: Locator) => {
      await focusByTab(page, target)
      await press('Enter')
    }
    const type = async (label: string | RegExp, text: string) => {
      await focusByTab(page, page.getByLabel(label))
      await press('ControlOrMeta+a')
      await page.keyboard.type(text)
    }
    await page.goto(`${server.url}/console`)
    await type('E-mail', 'keys@cedarstays.example')
    await type('Password', password)
    await press('Enter')
    await page.getByRole('main').waitFor()
    await press('g', 'c')
    const grid = page.getByRole('grid')
    await grid
      .getByRole('gridcell', { name: /^Cave, .*free/ })
      .first()
      .waitFor()
    await focusGrid(page)
    await press('Home', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'b')
    await type(en.edit.firstName, 'Kay')
    await type(en.edit.email, 'kay@guests.example')
    await page.getByRole('row', { name: /^Total.*300/ }).waitFor()
    await enter(button(page, en.quote.submits.book))
    const uid = await waitForLeadUid(page)
    await addMessageAndJob(uid)
    await enter(button(page, en.tab.money))
    await enter(button(page, en.money.recordPayment))
    await type(/^Amount/, '100')
    await press('Enter')
    await page.getByRole('row', { name: /^Paid.*100/ }).waitFor()
    await focusByTab(page, button(page, en.tab.messages), 'Shift+Tab')
    await press('Enter')
    await type(en.messages.write, 'Gladly.')
    await enter(button(page, en.messages.send))
    await page.getByRole('listitem').filter({ hasText: 'Gladly.' }).waitFor()
    await focusByTab(page, button(page, en.tab.timeline), 'Shift+Tab')
    await press('g', 't')
    await enter(button(lateJob(page), words.today.acts.completeJob))
    await lateJob(page).getByText(words.live.succeeded.completeJob).waitFor()
    const from = await getArrival(uid)
    await press('g', 'c')
    const bar = grid.getByRole('gridcell', { name: /, Kay/ })
    await bar.waitFor()
    await focusGrid(page)
    await press('Home', 'ArrowRight', 'ArrowRight', 'm', 'ArrowRight', 'Enter')
    await enter(button(page, calendarWords.change.submit))
    await eventually(async () => (await getArrival(uid)) > from)
    await press('Escape')
    await enter(page.getByRole('button', { name: /^Menu of/ }))
    await page.getByRole('menu').waitFor()
    await press('End', 'Enter')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await context.close()
  })
})

describe('a working day on a desktop', { skip: noBrowser }, () => {
  it('is possible by clicks alone: without drags, and without keys except for texts', async () => {
    await makeManager(server, agencyUid, { email: 'clicks@cedarstays.example' })
    const { page, context } = await openFresh(browser!, { width: 1440, height: 900 })
    const click = (name: string, where: Page | Locator = page) => button(where, name).click()
    const goTo = (name: string) =>
      page.getByRole('navigation', { name: words.frame.navigation }).getByText(name).click()
    await page.goto(`${server.url}/console`)
    await page.getByLabel('E-mail').fill('clicks@cedarstays.example')
    await page.getByLabel('Password').fill(password)
    await click('Sign in')
    await goTo(words.pages.calendar)
    const night = (day: string) =>
      page.getByRole('gridcell', { name: new RegExp(`^Cave, \\w+, ${day}`) })
    await night('30 May 2026').click()
    await night('31 May 2026').click()
    await click(calendarWords.chosen.acts.book)
    await page.getByLabel(en.edit.firstName).fill('Cleo')
    await page.getByLabel(en.edit.email).fill('cleo@guests.example')
    await click(en.quote.submits.book)
    const uid = await waitForLeadUid(page)
    await addMessageAndJob(uid)
    await click(en.tab.money)
    await click(en.money.recordPayment)
    await click(en.money.recordPayment, page.getByRole('form'))
    await page.getByRole('row', { name: /^Paid.*200/ }).waitFor()
    await click(en.tab.messages)
    await page.getByLabel(en.messages.write).fill('Gladly.')
    await click(en.messages.send)
    await page.getByRole('listitem').filter({ hasText: 'Gladly.' }).waitFor()
    await goTo(words.pages.today)
    await click(words.today.acts.completeJob, lateJob(page).first())
    await page.mouse.move(5, 5)
    await lateJob(page).waitFor({ state: 'detached' })
    await goTo(words.pages.calendar)
    await page.getByRole('gridcell', { name: /^Cave, Cleo/ }).click()
    await click(calendarWords.stay.move)
    await night('2 June 2026').click()
    await click(calendarWords.change.submit)
    await eventually(async () => (await getArrival(uid)) === '2026-06-02')
    await page.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await button(page, 'Sign in').waitFor()
    await context.close()
  })
})

describe('a working day on a phone', { skip: noBrowser }, () => {
  it('is possible by touch', async () => {
    const { page, context, complaints } = await open('/calendar', { width: 360, height: 740 })
    const tap = (target: Locator) => target.click()
    const strip = page.getByRole('group', { name: /^Cave: / })
    await tap(strip.getByRole('button', { name: /20 May 2026/ }))
    await tap(strip.getByRole('button', { name: /21 May 2026/ }))
    await tap(button(page, calendarWords.chosen.acts.book))
    await page.getByLabel(en.edit.firstName).fill('Finn')
    await page.getByLabel(en.edit.email).fill('finn@guests.example')
    const book = page.getByRole('button', { name: /^Book · US\$/ })
    await page.getByRole('row', { name: /^Total.*200/ }).waitFor()
    await checkReachable(book)
    await tap(book)
    const uid = await waitForLeadUid(page)
    await checkReachable(page.getByRole('group', { name: en.acts }).getByRole('button').first())
    await addMessageAndJob(uid)
    await page.goto(`${server.url}/console`)
    const attention = page.getByRole('region', { name: words.today.attention })
    const row = (text: string) => attention.getByRole('listitem').filter({ hasText: text })
    await button(row('Finn').first(), words.today.acts.answer).waitFor()
    await checkThemes(page, 'today on a phone')
    await tap(button(row('Finn').first(), words.today.acts.answer))
    await page.getByLabel(en.messages.write).fill('Gladly.')
    await tap(button(page, en.messages.send))
    await page.getByRole('listitem').filter({ hasText: 'Gladly.' }).waitFor()
    await tap(button(page, words.lead.close))
    await page.waitForTimeout(650)
    await tap(button(row('Finn'), words.today.acts.pay))
    const form = page.getByRole('form', { name: en.money.recordPayment })
    await checkReachable(button(form, en.money.recordPayment), 0)
    await page.waitForTimeout(650)
    await tap(button(form, en.money.recordPayment))
    await page.mouse.move(5, 5)
    await row('Finn').waitFor({ state: 'detached' })
    await page.getByLabel(words.today.doneBy).first().selectOption('Sweep & Co')
    await eventually(async () => (await jobs())[0].serviceProviderUid === sweep)
    await tap(button(lateJob(page).first(), words.today.acts.completeJob))
    await page.mouse.move(5, 5)
    await lateJob(page).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

/** Checks that an element is large enough for a thumb and within its reach. */
async function checkReachable(target: Locator, from = 370): Promise<void> {
  await target.waitFor()
  const { y, height } = (await target.boundingBox())!
  assert.ok(height >= 44, `${target} is ${height} px high`)
  assert.ok(y >= from, `${target} begins ${y} px from above`)
}

describe('a stay that changes its property', { skip: noBrowser }, () => {
  it('begins as an inquiry that is dragged to its nights, and remains in their history', async () => {
    const uid = await makeLead('NEW', 'Ines')
    const { page, context, complaints } = await open('/calendar')
    await page.getByText('1 open inquiry').click()
    const night = page.getByRole('gridcell', { name: /^Cave, \w+, 4 June 2026/ })
    await page.getByRole('listitem').filter({ hasText: 'Ines Byron' }).dragTo(night)
    const panel = page.getByRole('complementary', { name: calendarWords.change.title })
    await panel.getByText('Thu 4 Jun – Mon 8 Jun, 4 nights').waitFor()
    await button(page, calendarWords.change.submit).click()
    await eventually(async () => (await getLead(uid)).propertyUid === cave)
    await callApi('POST', `/leads/${uid}/put-on-hold`)
    await page.getByRole('gridcell', { name: /^Cave, Ines Byron/ }).waitFor()
    await callApi('POST', `/leads/${uid}/close`)
    await night.click()
    await button(page, calendarWords.chosen.acts.history).click()
    const history = page.getByRole('complementary', { name: calendarWords.night.title })
    await history.getByRole('listitem').filter({ hasText: 'taken by Ines Byron' }).waitFor()
    await checkAccessible(page, 'history of a night')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('is split into two', async () => {
    const uid = await makeLead('BOOKED', 'Sue')
    const { page, complaints, context } = await open(`/reservations/${uid}?act=split`)
    const form = page.getByRole('form', { name: en.act.split })
    await form.getByText(en.split.elsewhere).waitFor()
    await form.getByLabel(en.split.date).fill('2026-07-02')
    await form.getByLabel(en.split.place).selectOption('Cave')
    await form.getByText(en.split.parts('1 night', '3 nights')).waitFor()
    await checkThemes(page, 'split')
    await button(form, en.act.split).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText(en.timeline.did.split!).waitFor()
    const { leads } = await callApi('GET', `/leads?propertyUid=${cave}&checkInFrom=2026-07-01`)
    assert.equal(leads[0].checkInLocalDateTime.slice(0, 10), '2026-07-02')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
