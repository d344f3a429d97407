/** What is done in the console while it is measured. */
import type { Browser, Page } from 'playwright-core'
import {
  countingRenders,
  metricOf,
  mostElements,
  msOfFrame,
  watchThread,
  ways,
} from '../../test/fixtures/console-pages.ts'
import { interactionsOf, type Site, shiftsOf } from './site.ts'

/** What has to be there before a page is. */
export const pages = {
  today: ['', '.day-list li'],
  calendar: ['/calendar', '.bar'],
  leads: ['/leads', '.lead-table tbody tr'],
} as const

export type PageName = keyof typeof pages

export interface Opened {
  /** Milliseconds from the request on. */
  painted: number
  whole: number
  /** Bytes of script before the first paint, as they came. */
  script: number
  shifts: number
}

/** Opens a page in a browser that has nothing of it. */
export async function open(site: Site, browser: Browser, name: PageName): Promise<Opened> {
  const [path, content] = pages[name]
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console${path}`)
  await page.locator(content).first().waitFor()
  const whole = await page.evaluate<number>('performance.now()')
  await page.waitForTimeout(500)
  const paint = `performance.getEntriesByName('first-contentful-paint')[0].startTime`
  const painted = await page.evaluate<number>(paint)
  const script = await page.evaluate<number>(`performance.getEntriesByType('resource')
    .filter(({ name, responseEnd }) => name.endsWith('.js') && responseEnd <= ${painted})
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`)
  const shifts = await shiftsOf(page)
  await context.close()
  return { painted, whole, script, shifts }
}

/** A few minutes of work, over and over; gives the milliseconds of each interaction. */
export async function work(site: Site, browser: Browser): Promise<number[]> {
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
  await press('g', 'l')
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
  const interactions = await interactionsOf(page)
  await context.close()
  return interactions
}

export interface Scrolled {
  /** Milliseconds of the main thread for a frame: down, to the right, both. */
  frames: number[]
  /** The same at three times the speed, down. */
  fling: number
  nodes: number
  /** MB of the page's memory afterwards. */
  heap: number
  shifts: number
}

/** Scrolls a calendar of 500 properties. */
export async function scroll(site: Site, browser: Browser, density: string): Promise<Scrolled> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console/calendar?density=${density}`)
  await page.locator('.bar').first().waitFor()
  const session = await watchThread(page)
  await page.waitForTimeout(1_000)
  const frames: number[] = []
  for (const way of ways) frames.push(await msOfFrame(page, session, way))
  const fling = await msOfFrame(page, session, [0, 150])
  const nodes = await mostElements(page, 35, 35)
  await session.send('HeapProfiler.collectGarbage')
  const heap = (await metricOf(session, 'JSHeapUsedSize')) / 1e6
  const shifts = await shiftsOf(page)
  await context.close()
  return { frames, fling, nodes, heap, shifts }
}

/** Milliseconds from the answer to a booking's creation until Today of another browser shows it. */
export async function hearOfToday(site: Site, browser: Browser, count: number): Promise<number[]> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console`)
  await page.locator(pages.today[1]).first().waitFor()
  const numbers = '.day-list .count'
  const { agencyUid, ask } = site
  const { today } = (await ask('GET', `/agencies/${agencyUid}/today`)) as {
    today: { date: string }
  }
  const before = Date.parse(today.date) / 86_400_000
  const free = { from: today.date, to: dateOf(before + 1) }
  const path = `/multi-calendar?agencyUid=${agencyUid}&freeFrom=${free.from}&freeTo=${free.to}`
  const found = await ask('GET', `${path}&from=${free.from}&to=${free.from}&_limit=${count}`)
  const { rows } = found.multiCalendar as { rows: { propertyUid: string }[] }
  const delays: number[] = []
  for (const { propertyUid } of rows) {
    const shown = await page.locator(numbers).allTextContents()
    const nights = { checkInLocalDate: free.from, checkOutLocalDate: free.to }
    const guestInformation = { firstName: 'Nia', lastName: 'Luz', adultCount: 1 }
    const lead = { agencyUid, propertyUid, status: 'BOOKED', ...nights, guestInformation }
    await ask('POST', '/leads', lead)
    const since = performance.now()
    await page.evaluate(`new Promise(resolve => {
      const look = () => {
        const texts = [...document.querySelectorAll('${numbers}')].map(one => one.textContent)
        if (JSON.stringify(texts) === ${JSON.stringify(JSON.stringify(shown))}) setTimeout(look, 10)
        else resolve()
      }
      look()
    })`)
    delays.push(performance.now() - since)
  }
  await context.close()
  return delays
}

/** Milliseconds from the answer to a block's creation until another browser shows it. */
export async function hear(site: Site, browser: Browser, count: number): Promise<number[]> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console/calendar`)
  await page.locator('.bar').first().waitFor()
  const delays: number[] = []
  for (const night of await freeNights(site, page, count)) {
    const block = { agencyUid: site.agencyUid, status: 'BLOCKED', ...night }
    const { lead } = await site.ask('POST', '/leads', block)
    const since = performance.now()
    await page.locator(`[data-lead="${(lead as { uid: string }).uid}"]`).waitFor()
    delays.push(performance.now() - since)
  }
  await context.close()
  return delays
}

const dateOf = (day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10)

/** Nights in sight that nobody has, not beside each other. */
async function freeNights({ agencyUid, ask }: Site, page: Page, count: number) {
  const today = new Date().toISOString().slice(0, 10)
  const path = `/multi-calendar?agencyUid=${agencyUid}&from=${today}&to=${today}&_limit=50`
  const { multiCalendar } = await ask('GET', path)
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

/** Milliseconds of the main thread for each move of a stay, and how often React rendered. */
export async function drag(site: Site, browser: Browser): Promise<{ ms: number; renders: number }> {
  const context = await site.open(browser)
  await context.addInitScript({ content: countingRenders })
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
  const [before, since] = [await renders(), await metricOf(session, 'TaskDuration')]
  const steps = 100
  await page.mouse.move(x + 200, y + 150, { steps })
  const ms = (((await metricOf(session, 'TaskDuration')) - since) * 1_000) / steps
  const rendered = (await renders()) - before
  await page.keyboard.press('Escape')
  await context.close()
  return { ms, renders: rendered }
}
