/** Actions in the multi-calendar: by drag, by clicks alone, and by keys alone. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import {
  checkAccessible,
  drag,
  openContext,
  openPage,
  renderCounter,
} from '../fixtures/console-pages.ts'
import { makeUnitType } from '../fixtures/held-nights.ts'
import { makeAgency, makeProperty, makeUnit } from '../fixtures/rows.ts'
import { doQueued } from '../fixtures/workers.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const { agencyUid, key } = await makeAgency(server)
const addProperty = (name: string, daily_rate: string) =>
  makeProperty(server, agencyUid, { name, daily_rate })
const barn = await addProperty('Barn', '150')
const cabin = await addProperty('Cabin', '200')
const cave = await addProperty('Cave', '100')
const suite = await makeUnitType(server, agencyUid, { name: 'Suite' })
await makeUnit(server.database.kysely, agencyUid, suite.propertyUid, { name: 'Attic' })
const ada = await book('Ada', '2026-05-22', '2026-05-25')
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

async function book(firstName: string, from: string, to: string, propertyUid = barn) {
  const { status, body, text } = await server.request('POST', '/api/v3.3/leads', {
    key,
    body: {
      agencyUid,
      propertyUid,
      status: 'BOOKED',
      checkInLocalDateTime: `${from}T15:00:00`,
      checkOutLocalDateTime: `${to}T10:00:00`,
      guestInformation: { firstName, lastName: 'Byron', adultCount: 2 },
    },
  })
  assert.equal(status, 201, text)
  return body.lead.uid as string
}

const get = async (path: string) => (await server.request('GET', `/api/v3.3${path}`, { key })).body

const getLead = async (uid: string) => (await get(`/leads/${uid}`)).lead
const getRent = async (uid: string) => (await get(`/orders?leadUid=${uid}`)).orders[0].rent

type Opened = Awaited<ReturnType<typeof open>>

async function open(path = '/calendar', options: Parameters<typeof openContext>[3] = {}) {
  const context = await openContext(server, browser!, { agencyUid }, { width: 1664, ...options })
  await context.addInitScript({ content: renderCounter })
  const opened = await openPage(server, context, path)
  const grid = opened.page.getByRole('grid', { name: 'Calendar of all properties' })
  await grid
    .getByRole('gridcell', { name: /^Cave, .*free/ })
    .first()
    .waitFor()
  const close = async () => {
    assert.deepEqual(opened.complaints, [])
    await context.close()
  }
  return { ...opened, grid, close }
}

const night = ({ grid }: Opened, propertyName: string, date: string) =>
  grid.getByRole('gridcell', { name: new RegExp(`^${propertyName}, \\w+, ${date}`) })
const findBar = ({ grid }: Opened, name: string) =>
  grid.getByRole('gridcell', { name: new RegExp(`, ${name} Byron`) })
const button = ({ page }: Opened, name: string) => page.getByRole('button', { name, exact: true })

describe('nights of the calendar', { skip: noBrowser }, () => {
  it('are selected by drag over rows without a render, and repriced', async () => {
    const opened = await open()
    const { page } = opened
    const renders = () => page.evaluate<number>('window.renders')
    const cell = night(opened, 'Cabin', '3 June 2026')
    const box = (await cell.boundingBox())!
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 30, box.y + 20)
    const atFirst = await renders()
    await eventually(async () => {
      await page.mouse.move(box.x + 30, box.y + 20)
      const before = await renders()
      await page.mouse.move(box.x + 130, box.y + 60, { steps: 20 })
      return (await renders()) === before // Other updates render too, but not every time.
    }, 5)
    await page.mouse.up()
    await page.getByRole('toolbar').getByText('2 properties').waitFor()
    assert.ok((await renders()) > atFirst, 'the counter counts')
    await checkAccessible(page, 'chosen nights')
    await button(opened, 'Price').click()
    await page.getByLabel('Price per night').selectOption('percent')
    await page.getByLabel('Amount').fill('10')
    await page.getByRole('row', { name: 'Cave US$100.00 US$110.00' }).waitFor()
    await checkAccessible(page, 'prices')
    await button(opened, 'Update').click()
    await page.getByText(/0 of \d+ nights updated/).waitFor()
    await doQueued(server, 'change-pricing-periods')
    await night(opened, 'Cabin', '5 June 2026, free, US\\$220').waitFor()
    await night(opened, 'Cave', '3 June 2026, free, US\\$110').waitFor()
    const { pricingPeriods } = await get(
      `/pricing-periods?propertyUid=${cave}&from=2026-06-01&to=2026-06-30`,
    )
    assert.deepEqual(
      pricingPeriods.map(({ date, price }: { date: string; price: number }) => [date, price]),
      ['2026-06-03', '2026-06-04', '2026-06-05'].map(date => [date, 110]),
    )
    await opened.close()
  })

  it('are selected by two clicks, and blocked', async () => {
    const opened = await open()
    await night(opened, 'Cabin', '9 June 2026').click()
    await night(opened, 'Cabin', '11 June 2026').click()
    await opened.page.getByRole('toolbar').getByText('3 nights').waitFor()
    await button(opened, 'Block').click()
    await opened.page.getByLabel(/^Reason/).fill('Roof')
    await opened.page.keyboard.press('Escape')
    const question = opened.page.getByRole('dialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    assert.equal(await opened.page.getByLabel(/^Reason/).inputValue(), 'Roof')
    await opened.page.getByRole('complementary').getByRole('button', { name: 'Block' }).click()
    await opened.grid.getByRole('gridcell', { name: /^Cabin, Block, .*9 Jun/ }).waitFor()
    const { leads } = await get(`/leads?propertyUid=${cabin}&statusIn=BLOCKED`)
    assert.deepEqual(
      [leads[0].checkInLocalDateTime.slice(0, 10), leads[0].checkOutLocalDateTime.slice(0, 10)],
      ['2026-06-09', '2026-06-12'],
    )
    assert.equal(leads[0].notes, 'Roof')
    await opened.close()
  })
})

describe('nights of several rows', { skip: noBrowser }, () => {
  it('are blocked by one request', async () => {
    const opened = await open()
    await drag(
      opened.page,
      night(opened, 'Barn', '4 June 2026'),
      night(opened, 'Cabin', '5 June 2026'),
    )
    await opened.page.mouse.up()
    await opened.page.getByRole('toolbar').getByText('2 properties').waitFor()
    await button(opened, 'Block').click()
    await opened.page.getByRole('complementary').getByRole('button', { name: 'Block' }).click()
    for (const propertyName of ['Barn', 'Cabin']) {
      const name = new RegExp(`^${propertyName}, Block, .*Thu 4 Jun to Sat 6 Jun`)
      await opened.grid.getByRole('gridcell', { name }).waitFor()
    }
    await opened.close()
  })
})

describe('nights selected by keys', { skip: noBrowser }, () => {
  it('are closed to arrivals', async () => {
    const opened = await open()
    const { page } = opened
    await opened.grid.focus()
    for (const pressed of ['ArrowDown', 'ArrowDown', 'ArrowRight', 'Shift+ArrowRight']) {
      await page.keyboard.press(pressed)
    }
    await page.getByRole('toolbar').getByText('Cave').waitFor()
    await page.keyboard.press('a')
    assert.equal(await page.getByLabel('Arrivals').inputValue(), 'closed')
    await page.getByRole('complementary').getByRole('button', { name: 'Update' }).press('Enter')
    await page.getByText(/nights updated/).waitFor()
    await doQueued(server, 'change-pricing-periods')
    await night(opened, 'Cave', '22 May 2026, free.*no arrival').waitFor()
    await opened.close()
  })
})

describe('a stay', { skip: noBrowser }, () => {
  it('moves to another property by drag, after old and new price were displayed', async () => {
    const opened = await open()
    const { page } = opened
    await drag(opened.page, findBar(opened, 'Ada'), night(opened, 'Cave', '27 May 2026'))
    await page.mouse.up()
    const panel = page.getByRole('complementary', { name: 'Change stay' })
    await panel.getByRole('row', { name: 'Rent US$450.00 US$300.00' }).waitFor()
    await panel.getByText('Fri 22 May – Mon 25 May, 3 nights').waitFor()
    await panel.getByText('Cave', { exact: true }).first().waitFor()
    await checkAccessible(page, 'change of a stay')
    assert.equal((await getLead(ada)).propertyUid, barn, 'nothing is written yet')
    await button(opened, 'Change stay').click()
    await opened.grid.getByRole('gridcell', { name: /^Cave, Ada Byron/ }).waitFor()
    const { propertyUid, checkInLocalDateTime } = await getLead(ada)
    assert.equal(propertyUid, cave)
    assert.equal(checkInLocalDateTime.slice(11), '15:00:00', 'guests come when they did')
    assert.equal((await getRent(ada)).rentNetPrice, 300)
    await opened.close()
  })

  it('moves back by clicks alone, and retains its price', async () => {
    const opened = await open()
    const { page } = opened
    await findBar(opened, 'Ada').click()
    await button(opened, 'Move…').click()
    await night(opened, 'Barn', '22 May 2026').click()
    const panel = page.getByRole('complementary', { name: 'Change stay' })
    await panel.getByRole('row', { name: 'Rent US$300.00 US$450.00' }).waitFor()
    const [checkInLocalDateTime, checkOutLocalDateTime] = ['28T15', '31T10'].map(
      text => `2026-05-${text}:00:00`,
    )
    await server.request('POST', `/api/v3.3/leads/${ada}/alteration`, {
      key,
      body: { checkInLocalDateTime, checkOutLocalDateTime },
    })
    const alert = panel.getByRole('alert')
    await alert.getByText('Sun 31 May').waitFor()
    assert.ok(await button(opened, 'Change stay').isDisabled())
    await alert.getByRole('button', { name: 'Keep mine' }).click()
    await panel.getByLabel('Keep the current price').click()
    await panel.getByRole('row', { name: 'Rent US$300.00 US$300.00' }).waitFor()
    await button(opened, 'Change stay').click()
    await opened.grid.getByRole('gridcell', { name: /^Barn, Ada Byron.*22 May/ }).waitFor()
    assert.equal((await getRent(ada)).rentNetPrice, 300)
    await opened.close()
  })
})

describe('a stay moved by keys', { skip: noBrowser }, () => {
  it('is extended by keys alone', async () => {
    const opened = await open()
    const { page } = opened
    await opened.grid.focus()
    for (const pressed of ['ArrowRight', 'ArrowRight', 'm', 'Shift+ArrowRight', 'ArrowRight']) {
      await page.keyboard.press(pressed)
    }
    await page
      .getByRole('toolbar')
      .getByText(/Barn, Sat 23 May – Wed 27 May, 4 nights/)
      .waitFor()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Change stay' })
    await panel.getByRole('row', { name: 'Rent US$300.00 US$500.00' }).waitFor()
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    const { checkInLocalDateTime } = await getLead(ada)
    assert.equal(checkInLocalDateTime.slice(0, 10), '2026-05-22', 'nothing was written')
    await opened.close()
  })
})

describe('a stay next to others', { skip: noBrowser }, () => {
  it('cannot be extended over another stay, and gets free dates instead', async () => {
    const bea = await book('Bea', '2026-05-26', '2026-05-29')
    const opened = await open()
    const { page, grid } = opened
    await findBar(opened, 'Bea').waitFor()
    const box = (await findBar(opened, 'Ada').boundingBox())!
    await page.mouse.move(box.x + box.width - 3, box.y + 12)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width + 115, box.y + 12, { steps: 8 })
    await page.mouse.up()
    const panel = page.getByRole('complementary', { name: 'Change stay' })
    await panel.getByText('These nights are not free').waitFor()
    assert.equal(await grid.locator('.is-obstacle').count(), 1)
    await checkAccessible(page, 'refusal')
    await panel.getByRole('button', { name: 'Show', exact: true }).click()
    const obstacle = page.getByRole('complementary', { name: 'Reservation', exact: true })
    await obstacle.getByRole('heading', { name: 'Bea Byron' }).waitFor()
    assert.equal(new URL(page.url()).searchParams.get('reservation'), bea)
    // Escape closes one panel: the refusal remains.
    await page.keyboard.press('Escape')
    await obstacle.waitFor({ state: 'detached' })
    await panel.getByText('These nights are not free').waitFor({ timeout: 3_000 })
    const [first] = await panel.getByRole('button', { name: / – / }).all()
    assert.match((await first!.textContent())!, /Fri 29 May – Wed 3 Jun/)
    await first!.click()
    await panel.getByText('Fri 29 May – Wed 3 Jun, 5 nights').waitFor()
    assert.equal(await grid.locator('.is-obstacle').count(), 0)
    await button(opened, 'Change stay').click()
    await grid.getByRole('gridcell', { name: /^Barn, Ada Byron.*29 May/ }).waitFor()
    // The browser reports each refusal.
    assert.match(opened.complaints.splice(0).join('\n'), /^[^\n]*409 \(Conflict\)$/)
    await opened.close()
  })

  it('changes its unit by drag', async () => {
    const uid = await book('Carl', '2026-05-22', '2026-05-24', suite.propertyUid)
    const { unitUid } = await getLead(uid)
    const opened = await open()
    await button(opened, 'Show the units of Suite').click()
    const to = opened.grid.getByRole('gridcell', { name: /^Suite, Unit .*22 May 2026, free/ })
    await drag(opened.page, findBar(opened, 'Carl'), to)
    await opened.page.mouse.up()
    await button(opened, 'Change stay').click()
    await eventually(async () => (await getLead(uid)).unitUid !== unitUid)
    await opened.close()
  })
})
