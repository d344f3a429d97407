/** A day of work, once by keys alone and once with a finger; and a stay's way between houses. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { en as calendarWords } from '../../src/console/words/calendar/en.ts'
import { en as words } from '../../src/console/words/en.ts'
import { en } from '../../src/console/words/lead/en.ts'
import { checkAccessible, checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeJob, makeService } from '../fixtures/jobs.ts'
import { makeManager, password } from '../fixtures/oauth.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const { agencyUid, key } = await makeAgency(server)
const barn = await makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '150' })
const cave = await makeProperty(server, agencyUid, { name: 'Cave', daily_rate: '100' })
const service = await makeService(server, agencyUid)
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

async function ask(method: string, path: string, body?: unknown) {
  const options = { key, ...(body ? { body } : {}) }
  const answer = await server.request(method, `/api/v3.3${path}`, options)
  assert.ok(answer.status < 300, answer.text)
  return answer.body
}

const leadOf = async (uid: string) => (await ask('GET', `/leads/${uid}`)).lead
const arrivalOf = async (uid: string) => (await leadOf(uid)).checkInLocalDateTime.slice(0, 10)

const nights = { checkInLocalDate: '2026-07-01', checkOutLocalDate: '2026-07-05' }

async function makeLead(status: string, firstName: string) {
  const guestInformation = { firstName, lastName: 'Byron', adultCount: 2 }
  const lead = { agencyUid, propertyUid: barn, status, guestInformation, ...nights }
  return (await ask('POST', '/leads', lead)).lead.uid as string
}

/** Presses Tab until something has the focus, as nobody without a pointer can do otherwise. */
async function reach(page: Page, target: Locator, by = 'Tab'): Promise<void> {
  await target.waitFor()
  const isThere = () => target.evaluate(element => element === element.ownerDocument.activeElement)
  for (let left = 80; left > 0 && !(await isThere()); left--) await page.keyboard.press(by)
  assert.ok(await isThere(), `${target} is not reached by ${by}`)
}

const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })

/** What the day is about: a message of the guest, and a job that is late. */
async function prepare(leadUid: string): Promise<void> {
  const content = { text: 'May we come at noon?' }
  await ask('POST', '/messages/inbound', { leadUid, content, type: 'EMAIL' })
  await makeJob(server, agencyUid, {
    property_uid: cave,
    service_uid: service,
    start_local: '2026-05-18T11:00:00',
    end_local: '2026-05-18T14:00:00',
  })
}

const lateJob = (page: Page) =>
  page
    .getByRole('region', { name: words.today.attention })
    .getByRole('listitem')
    .filter({ hasText: 'Cave' })

async function uidOf(page: Page): Promise<string> {
  await page.waitForURL(/\/leads\/[0-9a-f-]{36}/)
  return new URL(page.url()).pathname.split('/').at(-1)!
}

describe('a day of work', { skip: noBrowser }, () => {
  it('is done by keys alone', async () => {
    await makeManager(server, agencyUid, { email: 'keys@cedarstays.example' })
    const page = await browser!.newPage({ locale: 'en-GB' })
    const press = async (...keys: string[]) => {
      for (const one of keys) await page.keyboard.press(one)
    }
    const enter = async (target: Locator) => {
      await reach(page, target)
      await press('Enter')
    }
    const type = async (label: string | RegExp, text: string) => {
      await reach(page, page.getByLabel(label))
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
    await reach(page, grid.getByRole('gridcell').and(page.locator(':focus')).or(grid).first())
    await press('Home', 'ArrowRight', 'ArrowRight', 'Shift+ArrowRight', 'b')
    await type(en.edit.firstName, 'Kay')
    await page.getByRole('row', { name: /^Total.*300/ }).waitFor()
    await enter(button(page, en.quote.submits.book))
    const uid = await uidOf(page)
    await prepare(uid)
    await enter(button(page, en.tab.money))
    await enter(button(page, en.money.recordPayment))
    await type(/^Amount/, '100')
    await press('Enter')
    await page.getByRole('row', { name: /^Paid.*100/ }).waitFor()
    await reach(page, button(page, en.tab.messages), 'Shift+Tab')
    await press('Enter')
    await type(en.messages.write, 'Gladly.')
    await enter(button(page, en.messages.send))
    await page.getByRole('listitem').filter({ hasText: 'Gladly.' }).waitFor()
    await reach(page, button(page, en.tab.timeline), 'Shift+Tab')
    await press('g', 't')
    await enter(button(lateJob(page), words.today.acts.done))
    await lateJob(page).waitFor({ state: 'detached' })
    const from = await arrivalOf(uid)
    await press('g', 'c')
    const bar = grid.getByRole('gridcell', { name: /, Kay/ })
    await bar.waitFor()
    await reach(page, grid.getByRole('gridcell').and(page.locator(':focus')).or(grid).first())
    await press('Home', 'ArrowRight', 'ArrowRight', 'm', 'ArrowRight', 'Enter')
    await enter(button(page, calendarWords.change.submit))
    await eventually(async () => (await arrivalOf(uid)) > from)
    await press('Escape')
    await enter(page.getByRole('button', { name: /^Menu of/ }))
    await page.getByRole('menu').waitFor()
    await press('End', 'Enter')
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.close()
  })
})
