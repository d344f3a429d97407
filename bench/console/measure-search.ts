/** Measures pages of a long list, and search in the command palette. */
import type { Browser, Page } from 'playwright-core'
import { readMetric, watchThread } from '../../test/fixtures/console-pages.ts'
import { pages } from './scenarios.ts'
import type { Site } from './site.ts'

/**
 * Runs a script in the page. Returns the milliseconds until the frame in which a condition holds.
 */
function measureUntil(page: Page, action: string, condition: string): Promise<number> {
  return page.evaluate<number>(`new Promise(resolve => {
    const start = performance.now()
    ${action}
    const check = () => {
      if (${condition}) resolve(performance.now() - start)
      else requestAnimationFrame(check)
    }
    requestAnimationFrame(check)
  })`)
}

const rows = `document.querySelectorAll('.lead-table tbody tr').length`

/** Measures the milliseconds until each further page of a list of leads is visible. */
export async function measureNextPages(
  site: Site,
  browser: Browser,
  leads: number,
): Promise<number[]> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console/reservations`)
  await page.locator(pages.leads[1]).first().waitFor()
  const delays: number[] = []
  let rowCount = await page.evaluate<number>(rows)
  while (rowCount < leads) {
    const action = `document.querySelector('.leads .more').click()`
    delays.push(await measureUntil(page, action, `${rows} > ${rowCount}`))
    rowCount = await page.evaluate<number>(rows)
  }
  await context.close()
  return delays
}

const searches = ['byron', 'ada', 'nguy', 'dora', 'li', 'tom o', 'ström', 'calendar']

export interface PaletteTimes {
  /** Milliseconds from the shortcut until the field of the palette has the focus. */
  open: number[]
  /** Milliseconds from the last letter until the results are visible. */
  found: number[]
  /** Milliseconds of CPU time of the main thread: to open the palette, and per letter. */
  work: { open: number[]; letter: number[] }
}

const pressKey = `document.body.dispatchEvent(new KeyboardEvent('keydown', {
  key: 'k', ctrlKey: true, bubbles: true, cancelable: true,
}))`
const isFieldFocused = `document.activeElement.getAttribute('role') === 'combobox'`

/** Opens the palette and searches, repeatedly. */
export async function measurePalette(site: Site, browser: Browser): Promise<PaletteTimes> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console`)
  await page.locator(pages.today[1]).first().waitFor()
  await page.waitForTimeout(1_000)
  const thread = await watchThread(page)
  let before = 0
  /** Returns the CPU time since the previous call, once the page is idle. */
  const readWork = async () => {
    await page.waitForTimeout(500)
    const now = (await readMetric(thread, 'TaskDuration')) * 1_000
    const ms = now - before
    before = now
    return ms
  }
  const results: PaletteTimes = { open: [], found: [], work: { open: [], letter: [] } }
  for (const text of searches) {
    await readWork()
    results.open.push(await measureUntil(page, pressKey, isFieldFocused))
    results.work.open.push(await readWork())
    await page.keyboard.type(text.slice(0, -1))
    results.work.letter.push((await readWork()) / (text.length - 1))
    await page.evaluate(`window.searchesBefore = ${searchCount}
      document.activeElement.addEventListener('input', () => { window.typed = performance.now() })`)
    await page.keyboard.type(text.slice(-1))
    results.found.push(await measureUntilResults(page))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
  }
  await context.close()
  return results
}

const searchCount = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/search?')).length`

/** Waits for a response and a text in the status, which is empty during a search. */
function measureUntilResults(page: Page): Promise<number> {
  const status = `document.querySelector('[role=dialog] [role=status]').textContent`
  return page.evaluate<number>(`new Promise(resolve => {
    const check = () => {
      const hasResponse = ${searchCount} > window.searchesBefore
      if (hasResponse && ${status}) resolve(performance.now() - window.typed)
      else requestAnimationFrame(check)
    }
    check()
  })`)
}
