/** User actions in the console that are measured. */
import type { Browser, Page } from 'playwright-core'
import {
  frameMs,
  mostElements,
  readMetric,
  renderCounter,
  scrollDirections,
  watchThread,
} from '../../test/fixtures/console-pages.ts'
import { readInteractions, readShifts, type Site } from './site.ts'

/** Paths of pages, and selectors of content that appears last. */
export const pages = {
  today: ['', '.day-list li'],
  calendar: ['/calendar', '.bar'],
  leads: ['/reservations', '.lead-table tbody tr'],
} as const

export type PageName = keyof typeof pages

export interface PageLoad {
  /** Milliseconds from the request until the first paint. */
  painted: number
  /** Milliseconds from the request until the content is visible. */
  complete: number
  /** Bytes of script before the first paint, compressed. */
  script: number
  shifts: number
}

/** Loads a page in a browser with an empty cache. */
export async function loadPage(site: Site, browser: Browser, name: PageName): Promise<PageLoad> {
  const [path, content] = pages[name]
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console${path}`)
  await page.locator(content).first().waitFor()
  const complete = await page.evaluate<number>('performance.now()')
  await page.waitForTimeout(500)
  const paint = `performance.getEntriesByName('first-contentful-paint')[0].startTime`
  const painted = await page.evaluate<number>(paint)
  const script = await page.evaluate<number>(`performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= ${painted})
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)
  const shifts = await readShifts(page)
  await context.close()
  return { painted, complete, script, shifts }
}

/** Performs typical interactions, and returns the milliseconds of each. */
export async function interact(site: Site, browser: Browser): Promise<number[]> {
  const context = await site.open(browser)
  const page = await context.newPage()
  const pause = () => page.waitForTimeout(150)
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      await page.keyboard.press(key)
      await pause()
    }
  }
  await page.goto(`${site.url}/console`)
  await page.locator(pages.today[1]).first().waitFor()
  await press('j', 'j', 'k', 'Enter', 'Escape', 'g', 'c')
  await page.locator('.bar').first().waitFor()
  for (let round = 0; round < 3; round++) {
    await page.locator('.cell:not(.past):not(.linked)').nth(20).click()
    await pause()
    await press('ArrowRight', 'Shift+ArrowRight', 'ArrowDown', 'PageDown', 'Escape')
    await press(']', 'd', 'd', '[', 't')
    await page
      .locator('.bar')
      .nth(round + 3)
      .click()
    await page.getByRole('complementary').getByRole('button').first().waitFor()
    await press('Escape')
  }
  await press('g', 'r')
  await page.locator(pages.leads[1]).first().waitFor()
  for (let round = 0; round < 3; round++) {
    await press('j', 'j', 'k', 'Enter', 'j', 'Escape', '/', 'a', 'd', 'a', 'Escape')
    await page.locator('#lead-search').fill('')
    await page
      .locator('.stage')
      .nth(round + 1)
      .click()
    await pause()
    await press('Control+k', 'b', 'y', 'r', 'Escape')
    await page.locator('.stage').first().click()
    await pause()
  }
  await page.waitForTimeout(500)
  const interactions = await readInteractions(page)
  await context.close()
  return interactions
}

export interface ScrollResult {
  /** Milliseconds of the main thread per frame: down, to the right, both. */
  frames: number[]
  /** Milliseconds per frame when scrolling down at triple speed. */
  fling: number
  nodes: number
  /** MB of the page's memory afterwards. */
  heap: number
  shifts: number
}

/** Scrolls a calendar of 500 properties. */
export async function scroll(site: Site, browser: Browser, density: string): Promise<ScrollResult> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console/calendar?density=${density}`)
  await page.locator('.bar').first().waitFor()
  const session = await watchThread(page)
  await page.waitForTimeout(1_000)
  const frames: number[] = []
  for (const direction of scrollDirections) frames.push(await frameMs(page, session, direction))
  const fling = await frameMs(page, session, [0, 150])
  const nodes = await mostElements(page, 35, 35)
  await session.send('HeapProfiler.collectGarbage')
  const heap = (await readMetric(session, 'JSHeapUsedSize')) / 1e6
  const shifts = await readShifts(page)
  await context.close()
  return { frames, fling, nodes, heap, shifts }
}

/**
 * Measures the milliseconds from the response to a booking's creation until Today of another
 * browser shows it.
 */
export async function measureTodayUpdates(
  site: Site,
  browser: Browser,
  count: number,
): Promise<number[]> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console`)
  await page.locator(pages.today[1]).first().waitFor()
  const numbers = '.day-list .count'
  const { agencyUid, request } = site
  const { today } = (await request('GET', `/agencies/${agencyUid}/today`)) as {
    today: { date: string }
  }
  const before = Date.parse(today.date) / 86_400_000
  const free = { from: today.date, to: dateOf(before + 1) }
  const path = `/multi-calendar?agencyUid=${agencyUid}&freeFrom=${free.from}&freeTo=${free.to}`
  const response = await request('GET', `${path}&from=${free.from}&to=${free.from}&_limit=${count}`)
  const { rows } = response.multiCalendar as { rows: { propertyUid: string }[] }
  const delays: number[] = []
  for (const { propertyUid } of rows) {
    const textsBefore = await page.locator(numbers).allTextContents()
    const nights = { checkInLocalDate: free.from, checkOutLocalDate: free.to }
    const guestInformation = { firstName: 'Nia', lastName: 'Luz', adultCount: 1 }
    const lead = { agencyUid, propertyUid, status: 'BOOKED', ...nights, guestInformation }
    await request('POST', '/leads', lead)
    const startedAt = performance.now()
    await page.evaluate(`new Promise(resolve => {
      const check = () => {
        const texts = [...document.querySelectorAll('${numbers}')].map(cell => cell.textContent)
        const before = ${JSON.stringify(JSON.stringify(textsBefore))}
        if (JSON.stringify(texts) === before) setTimeout(check, 10)
        else resolve()
      }
      check()
    })`)
    delays.push(performance.now() - startedAt)
  }
  await context.close()
  return delays
}

/**
 * Measures the milliseconds from the response to a block's creation until another browser shows it.
 */
export async function measureBlockUpdates(
  site: Site,
  browser: Browser,
  count: number,
): Promise<number[]> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console/calendar`)
  await page.locator('.bar').first().waitFor()
  const delays: number[] = []
  for (const night of await freeNights(site, page, count)) {
    const block = { agencyUid: site.agencyUid, status: 'BLOCKED', ...night }
    const { lead } = await site.request('POST', '/leads', block)
    const startedAt = performance.now()
    await page.locator(`[data-lead="${(lead as { uid: string }).uid}"]`).waitFor()
    delays.push(performance.now() - startedAt)
  }
  await context.close()
  return delays
}

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Lists visible free nights that are not adjacent. */
async function freeNights({ agencyUid, request }: Site, page: Page, count: number) {
  const today = new Date().toISOString().slice(0, 10)
  const path = `/multi-calendar?agencyUid=${agencyUid}&from=${today}&to=${today}&_limit=50`
  const { multiCalendar } = await request('GET', path)
  const { rows } = multiCalendar as { rows: { propertyUid: string }[] }
  const script = `[...document.querySelectorAll('.cell:not(.past, .linked, .turnover, .outside)')]
    .filter(cell => cell.getBoundingClientRect().right < innerWidth)
    .map(({ dataset: { line, day } }) => [Number(line), Number(day)])`
  const free = await page.evaluate<[line: number, day: number][]>(script)
  return free
    .filter((_, i) => i % 3 === 1)
    .slice(0, count)
    .map(([line, day]) => ({
      propertyUid: rows[line]!.propertyUid,
      checkInLocalDate: dateOf(day),
      checkOutLocalDate: dateOf(day + 1),
    }))
}

/** Drags a stay. Returns the milliseconds of the main thread per move, and the renders of React. */
export async function drag(site: Site, browser: Browser): Promise<{ ms: number; renders: number }> {
  const context = await site.open(browser)
  await context.addInitScript({ content: renderCounter })
  const page = await context.newPage()
  await page.goto(`${site.url}/console/calendar`)
  await page.locator('.bar').first().waitFor()
  const session = await watchThread(page)
  await page.waitForTimeout(1_000)
  const { x, y } = (await page.locator('.bar:not(.is-block)').nth(8).boundingBox())!
  await page.mouse.move(x + 30, y + 10)
  await page.mouse.down()
  await page.mouse.move(x + 60, y + 20)
  const renders = () => page.evaluate<number>('window.renders')
  const [before, taskBefore] = [await renders(), await readMetric(session, 'TaskDuration')]
  const steps = 100
  await page.mouse.move(x + 200, y + 150, { steps })
  const ms = (((await readMetric(session, 'TaskDuration')) - taskBefore) * 1_000) / steps
  const rendered = (await renders()) - before
  await page.keyboard.press('Escape')
  await context.close()
  return { ms, renders: rendered }
}
