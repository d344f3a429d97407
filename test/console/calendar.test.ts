/** Contents, keys and live updates of the multi-calendar in a real browser. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { en } from '../../src/console/i18n/calendar/en.ts'
import { checkAccessible, checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { listUnits, makeStay, makeUnitType } from '../fixtures/held-nights.ts'
import { makeAgency, makePeriod, makeProperty, makeUnit } from '../fixtures/rows.ts'
import { doQueued } from '../fixtures/workers.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const agency = await makeAgency(server)
const { agencyUid, key } = agency
const barn = await makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '150' })
await makePeriod(server, agencyUid, { property_uid: barn, date: '2026-06-03', price: '199' })
const stay = (checkIn: string, checkOut: string, first_name: string, more: object = {}) =>
  makeStay(server, agencyUid, {
    propertyUid: barn,
    checkIn,
    checkOut,
    columns: { first_name, last_name: 'Byron' },
    ...more,
  })
const ada = await stay('2026-05-22', '2026-05-25', 'Ada')
await stay('2026-05-25', '2026-05-28', 'Bea')
const suite = await makeUnitType(server, agencyUid, { name: 'Suite' })
await makeUnit(server.database.kysely, agencyUid, suite.propertyUid, { name: 'Attic' })
const [, attic] = await listUnits(server, agencyUid, suite.propertyUid)
await stay('2026-05-21', '2026-05-24', 'Carl', {
  propertyUid: suite.propertyUid,
  unitUids: [attic],
  columns: { first_name: 'Carl', last_name: 'Byron', unit_uid: attic },
})
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

async function open(path = '/calendar') {
  const context = await openContext(server, browser!, { agencyUid })
  const opened = await openPage(server, context, path)
  const grid = opened.page.getByRole('grid', { name: 'Calendar of all properties' })
  await grid.getByRole('gridcell', { name: /^Barn, Ada Byron/ }).waitFor()
  return { ...opened, grid }
}

/** Reads the label of the focused cell. */
const focused = (page: Page) =>
  page.evaluate<string | null>(`document.activeElement.getAttribute('aria-label')`)

describe('the grid', { skip: noBrowser }, () => {
  it('describes rows, dates and nights to screen readers', async () => {
    const { grid, complaints, context } = await open()
    const rows = await grid.getAttribute('aria-rowcount')
    // The header, the barn, the hotel and its suite.
    assert.equal(rows, '4')
    await grid.getByRole('columnheader', { name: 'Wednesday, 20 May 2026' }).waitFor()
    await grid.getByRole('rowheader', { name: 'Barn' }).waitFor()
    const free = grid.getByRole('gridcell', {
      name: /^Barn, Wednesday, 3 June 2026, free, US\$199/,
    })
    assert.match((await free.getAttribute('aria-label'))!, /custom price/)
    assert.equal(await free.textContent(), '199')
    const bar = grid.getByRole('gridcell', { name: /^Barn, Ada Byron, Booked/ })
    assert.deepEqual(
      [await bar.getAttribute('aria-colspan'), await bar.getAttribute('aria-colindex')],
      ['3', String(Number(await free.getAttribute('aria-colindex')) - 12)],
    )
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('draws a departure and an arrival in the halves of one day', async () => {
    const { grid, context } = await open()
    const getBox = async (name: RegExp) =>
      (await grid.getByRole('gridcell', { name }).boundingBox())!
    const [one, next] = [await getBox(/Ada Byron/), await getBox(/Bea Byron/)]
    const seam = next.x - (one.x + one.width)
    assert.ok(seam > 0 && seam < 4, `${seam} px between them`)
    const day = (await grid
      .getByRole('columnheader', { name: 'Monday, 25 May 2026' })
      .boundingBox())!
    assert.ok(Math.abs(next.x - (day.x + day.width / 2)) < 3, 'in the middle of the day')
    await context.close()
  })

  it('shows the stays of a unit type on its units', async () => {
    const { page, grid, complaints, context } = await open()
    const name = /^Suite, Unit .+, Carl Byron/
    assert.equal(await grid.getByRole('gridcell', { name }).count(), 0)
    await page.getByRole('button', { name: 'Show the units of Suite' }).click()
    await grid.getByRole('gridcell', { name }).waitFor()
    assert.equal(await grid.getAttribute('aria-rowcount'), '6')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows price and minimum stay of each night, even if occupied', async () => {
    const { page, grid, context } = await open()
    await page.getByRole('radio', { name: 'Rates' }).click()
    const occupied = grid.getByRole('gridcell', { name: /^Barn, Saturday, 23 May 2026, booked/ })
    await occupied.waitFor()
    assert.match((await occupied.textContent())!, /150/)
    assert.match(page.url(), /density=rates/)
    await occupied.click()
    await page.getByRole('heading', { name: 'Ada Byron' }).waitFor()
    await context.close()
  })
})

describe('the list of properties', { skip: noBrowser }, () => {
  it('is filtered by free dates, and saved as a view for every browser', async () => {
    const { page, grid, complaints, context } = await open()
    const barn = grid.getByRole('rowheader', { name: 'Barn' })
    const filter = page.getByRole('button', { name: /^Filter/ })
    const menu = page.getByRole('dialog', { name: 'Filter properties' })
    await filter.click()
    await menu.getByLabel('Free from').fill('2026-05-22')
    await menu.getByLabel('to', { exact: true }).fill('2026-05-25')
    await barn.waitFor({ state: 'detached' })
    await grid.getByRole('rowheader', { name: 'Suite' }).waitFor()
    await menu.getByLabel('View name').fill('Free in May')
    await checkAccessible(page, 'filters')
    await menu.getByRole('button', { name: 'Save view' }).click()
    await menu.getByRole('button', { name: 'Free in May', exact: true }).waitFor()
    await page.goto(`${server.url}/console/calendar`)
    await barn.waitFor()
    await filter.click()
    await menu.getByRole('button', { name: 'Free in May', exact: true }).click()
    await barn.waitFor({ state: 'detached' })
    assert.match(page.url(), /freeFrom=2026-05-22&freeTo=2026-05-25/)
    await menu.getByRole('button', { name: 'Clear filters' }).click()
    await barn.waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('a gap between two stays', { skip: noBrowser }, () => {
  it('is sold on its own if shorter than the minimum stay; other nights are held', async () => {
    const other = await makeAgency(server)
    const propertyUid = await makeProperty(server, other.agencyUid, {
      name: 'Nook',
      minimum_stay: 4,
    })
    for (const [checkIn, checkOut] of [
      ['2026-05-22', '2026-05-25'],
      ['2026-05-27', '2026-05-30'],
    ] as const) {
      await makeStay(server, other.agencyUid, { propertyUid, checkIn, checkOut })
    }
    const context = await openContext(server, browser!, { agencyUid: other.agencyUid })
    const { page } = await openPage(server, context, '/calendar')
    const night = (day: string) =>
      page.getByRole('gridcell', { name: new RegExp(`^Nook, \\w+, ${day} 2026, free`) })
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    assert.match((await night('25 May').getAttribute('aria-label'))!, /shorter than the minimum/)
    await night('25 May').click()
    await press(en.chosen.gap(2))
    assert.equal(await page.getByLabel(en.rates.nightsToStay, { exact: true }).inputValue(), '2')
    await press(en.rates.submit)
    await page.getByText(/nights updated/).waitFor()
    await doQueued(server, 'change-pricing-periods')
    const read = `/api/v3.3/pricing-periods?propertyUid=${propertyUid}&from=2026-05-25&to=2026-05-25`
    const { body } = await server.request('GET', read, { key: other.key })
    assert.equal(body.pricingPeriods[0].minimumStay, 2)
    await page.keyboard.press('Escape')
    await night('8 June').click()
    await press(en.chosen.acts.hold)
    await page.waitForURL(/reservations\/new\?.*from=2026-06-08&to=2026-06-09&as=hold/)
    await context.close()
  })
})

describe('the list on a phone', { skip: noBrowser }, () => {
  it('has the same actions by clicks, and passes axe in both themes', async () => {
    const context = await openContext(server, browser!, { agencyUid }, { width: 360 })
    const { page, complaints } = await openPage(server, context, '/calendar')
    const strip = page.getByRole('group', { name: /^Barn: / })
    await strip.getByRole('button', { name: /, 29 May 2026, free/ }).click()
    await strip.getByRole('button', { name: /, 30 May 2026, free/ }).click()
    const [toolbar, panel] = [page.getByRole('toolbar'), page.getByRole('complementary')]
    await toolbar.getByText('2 nights').waitFor()
    await checkThemes(page, 'chosen nights')
    await toolbar.getByRole('button', { name: 'Block' }).click()
    await checkThemes(page, 'block')
    await panel.getByRole('button', { name: 'Block' }).click()
    const block = page.getByRole('button', { name: /^Block 29 May – / })
    await block.click()
    await toolbar.getByRole('button', { name: 'Change dates…' }).click()
    await panel.getByLabel('Departure').fill('2026-06-03')
    await checkThemes(page, 'change')
    await panel.getByRole('button', { name: 'Change stay' }).click()
    const changed = page.getByRole('button', { name: /^Block 29 May – 3 Jun/ })
    await changed.waitFor()
    const query = `propertyUid=${barn}&statusIn=BLOCKED`
    const { body } = await server.request('GET', `/api/v3.3/leads?${query}`, { key })
    await server.request('DELETE', `/api/v3.3/leads/${body.leads[0].uid}`, { key })
    await changed.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('keys in the grid', { skip: noBrowser }, () => {
  it('move from night to night, over a bar in one step; Enter opens it', async () => {
    const { page, grid, complaints, context } = await open()
    await grid.focus()
    assert.match((await focused(page))!, /^Barn, Wednesday, 20 May 2026/)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    assert.match((await focused(page))!, /^Barn, Ada Byron/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Ada Byron' }).waitFor()
    assert.match(page.url(), new RegExp(`reservation=${ada}`))
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    assert.match((await focused(page))!, /^Barn, Ada Byron/)
    await page.keyboard.press('ArrowRight')
    assert.match((await focused(page))!, /^Barn, Bea Byron/)
    await page.keyboard.press('ArrowDown')
    assert.match((await focused(page))!, /^Cedar Inn, Monday, 25 May 2026, 2 units free/)
    await page.keyboard.press('ArrowDown')
    assert.match((await focused(page))!, /^Suite, Monday, 25 May 2026/)
    await page.keyboard.press('Control+ArrowRight')
    assert.match((await focused(page))!, /^Suite, Thursday, 25 June 2026/)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('restore the focus when its cell is scrolled away and back', async () => {
    const { page, grid, context } = await open()
    await grid.focus()
    await page.keyboard.press('ArrowRight')
    const before = await focused(page)
    const scroll = (days: number) =>
      page.evaluate(`document.querySelector('[role=grid]').scrollLeft += ${days * 56}`)
    const role = () => page.evaluate(`document.activeElement.getAttribute('role')`)
    await scroll(300)
    await eventually(async () => (await role()) === 'grid')
    await scroll(-300)
    await eventually(async () => (await role()) === 'gridcell')
    assert.equal(await focused(page), before)
    await context.close()
  })
})

describe('changes by other users', { skip: noBrowser }, () => {
  it('appear at once in all pages of a browser, over one stream, and in other browsers', async () => {
    const { page, grid, context, complaints } = await open()
    const other = await open()
    const second = await openPage(server, context, '/calendar')
    const bar = second.page.getByRole('gridcell', { name: /^Barn, Dora Lamb/ })
    await second.page.getByRole('gridcell', { name: /^Barn, Ada Byron/ }).waitFor()
    const booked = await server.request('POST', '/api/v3.3/leads', {
      key,
      body: {
        agencyUid,
        propertyUid: barn,
        type: 'BOOKING',
        status: 'BOOKED',
        checkInLocalDateTime: '2026-06-10T16:00:00',
        checkOutLocalDateTime: '2026-06-14T11:00:00',
        guestInformation: { firstName: 'Dora', lastName: 'Lamb', adultCount: 2 },
      },
    })
    assert.equal(booked.status, 201, booked.text)
    await bar.waitFor({ timeout: 3_000 })
    await grid.getByRole('gridcell', { name: /^Barn, Dora Lamb/ }).waitFor({ timeout: 3_000 })
    // Another user moves it, in a browser and a session of their own.
    await other.grid.getByRole('gridcell', { name: /^Barn, Dora Lamb/ }).click()
    const actionButton = (name: string) => other.page.getByRole('button', { name, exact: true })
    await actionButton('Move…').click()
    await other.grid.getByRole('gridcell', { name: /^Barn, Tuesday, 2 June 2026/ }).click()
    await actionButton('Change stay').click()
    for (const visibleGrid of [grid, second.page.getByRole('grid')]) {
      await visibleGrid
        .getByRole('gridcell', { name: /^Barn, Wednesday, 10 June 2026, free/ })
        .waitFor({ timeout: 3_000 })
      const moved = visibleGrid.getByRole('gridcell', { name: /^Barn, Dora Lamb/ })
      const day = visibleGrid.getByRole('columnheader', { name: 'Tuesday, 2 June 2026' })
      const [from, to] = [(await day.boundingBox())!, (await moved.boundingBox())!]
      assert.ok(Math.abs(to.x - (from.x + from.width / 2)) < 3, 'in the middle of its new day')
      assert.ok(Math.abs(to.width - 4 * from.width) < 5, 'over its four nights')
    }
    await other.context.close()
    // The page with the stream closes; the other one takes over.
    await page.close()
    const { uid } = booked.body.lead
    const ended = await server.request('POST', `/api/v3.3/leads/${uid}/cancel`, { key, body: {} })
    assert.ok(ended.status < 300, ended.text)
    await bar.waitFor({ state: 'detached', timeout: 8_000 })
    assert.deepEqual([...complaints, ...second.complaints, ...other.complaints], [])
    await context.close()
  })
})
