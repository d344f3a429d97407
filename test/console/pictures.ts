/** Pictures of the console in README.md and docs/console.md, taken from the demo agency. */
import type { Locator, Page } from 'playwright-core'

export interface Picture {
  /** File below `docs`. */
  file: string
  /** Path below `/console`. */
  path: string
  theme?: 'dark'
  /** Viewport; by default 1440 by 900. */
  size?: { width: number; height: number }
  /** Brings the page into the state of the picture. */
  prepare?: (page: Page) => Promise<unknown>
}

const bookedBars = '.bar.is-booked'

export const pictures: readonly Picture[] = [
  {
    file: 'images/calendar.webp',
    path: '/calendar',
    size: { width: 1280, height: 720 },
    prepare: waitForBars,
  },
  { file: 'console/today.webp', path: '/' },
  { file: 'console/calendar.webp', path: '/calendar', prepare: waitForBars },
  {
    file: 'console/rates.webp',
    path: '/calendar?density=rates',
    theme: 'dark',
    prepare: waitForBars,
  },
  { file: 'console/select.webp', path: '/calendar', prepare: selectNights },
  { file: 'console/move.webp', path: '/calendar', prepare: moveStay },
  {
    file: 'console/lead.webp',
    path: '/reservations?stage=BOOKED',
    prepare: page => page.locator('.lead-table .row-button').nth(2).click(),
  },
  {
    file: 'console/conflict.webp',
    path: '/reservations?stage=BOOKED',
    prepare: editConcurrently,
  },
  { file: 'console/board.webp', path: '/reservations/pipeline' },
  { file: 'console/property.webp', path: '/properties', prepare: openProperty },
  { file: 'console/quote.webp', path: '/reservations/new', prepare: fillQuote },
  { file: 'console/palette.webp', path: '/calendar', theme: 'dark', prepare: searchGuest },
]

/** Pages of the picture of three phones. */
export const phonePages: readonly Omit<Picture, 'file'>[] = [
  { path: '/' },
  { path: '/calendar' },
  {
    path: '/reservations?stage=BOOKED',
    prepare: page => page.locator('.lead-table .row-button').nth(2).click(),
  },
]

async function waitForBars(page: Page): Promise<void> {
  await page.locator(bookedBars).first().waitFor()
}

async function selectNights(page: Page): Promise<void> {
  await waitForBars(page)
  const cells = page.getByRole('gridcell', { name: /^Cedar Cabin, .*, free/ })
  await cells.nth(1).click()
  await cells.nth(4).click()
  await page.getByRole('toolbar').getByText('nights').first().waitFor()
}

/** Moves stays by three days, one after the other, until one is possible. */
async function moveStay(page: Page): Promise<void> {
  await waitForBars(page)
  const panel = page.getByRole('complementary', { name: 'Change stay' })
  const outcome = panel.getByText(/^(Total|These nights are not free)$/).first()
  for (const bar of await listMovable(page)) {
    const { x, y, height } = (await bar.boundingBox())!
    await page.mouse.move(x + 24, y + height / 2)
    await page.mouse.down()
    await page.mouse.move(x + 30, y + height / 2)
    await page.mouse.move(x + 24 + 3 * daySize, y + height / 2, { steps: 10 })
    await page.mouse.up()
    await outcome.waitFor()
    if ((await outcome.textContent()) === 'Total') return
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
  }
  throw new Error('No stay could be moved')
}

/** Width of a day of the calendar in pixels. */
const daySize = 56

/** Lists the bars of booked stays that begin and end in the left half of the calendar. */
async function listMovable(page: Page): Promise<Locator[]> {
  const bars = await page.locator(bookedBars).all()
  const boxes = await Promise.all(bars.map(bar => bar.boundingBox()))
  return bars.filter((_, i) => {
    const box = boxes[i]
    return box && box.x > 420 && box.x + box.width < 1_000 && box.y > 200 && box.y < 700
  })
}

/** Edits a reservation that the same user changes in another tab. */
async function editConcurrently(page: Page): Promise<void> {
  await page.locator('.lead-table .row-button').nth(2).click()
  await page.getByRole('button', { name: 'Edit details' }).click()
  await page.getByLabel('City').fill('Leeds')
  const uid = new URL(page.url()).searchParams.get('reservation')
  await page.evaluate(async path => {
    const body = JSON.stringify({ guestInformation: { city: 'York' }, notes: 'Arrives late' })
    const headers = { 'content-type': 'application/json', 'x-lodgepole-console': '1' }
    const { ok } = await fetch(path, { method: 'PATCH', headers, body })
    if (!ok) throw new Error('The reservation was not changed')
  }, `/api/v3.3/leads/${uid}`)
  await page.getByRole('alert').getByText('York').waitFor()
}

async function openProperty(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Aspen Loft', exact: true }).click()
  await page.getByRole('row', { name: /^Total/ }).waitFor()
}

async function fillQuote(page: Page): Promise<void> {
  await page.getByLabel('Property').selectOption({ label: 'Casa del Olivo' })
  const day = (offset: number) => new Date(Date.now() + offset * dayMs).toISOString().slice(0, 10)
  await page.getByLabel('Arrival', { exact: true }).fill(day(120))
  await page.getByLabel('Departure', { exact: true }).fill(day(125))
  await page.getByRole('row', { name: /^Total/ }).waitFor()
}

const dayMs = 86_400_000

async function searchGuest(page: Page): Promise<void> {
  await waitForBars(page)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('grace')
  await page.getByRole('option', { name: /Grace/ }).first().waitFor()
}
