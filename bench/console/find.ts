/** How long it takes to get on in a long list, and to find something in all of the agency. */
import type { Browser, Page } from 'playwright-core'
import { metricOf, watchThread } from '../../test/fixtures/console-pages.ts'
import type { Site } from './site.ts'
import { pages } from './use.ts'

/** Milliseconds from a press to the frame in which a condition holds, as the page sees it. */
function untilSeen(page: Page, press: string, isSo: string): Promise<number> {
  return page.evaluate<number>(`new Promise(resolve => {
    const since = performance.now()
    ${press}
    const look = () => {
      if (${isSo}) resolve(performance.now() - since)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })`)
}

const rows = `document.querySelectorAll('.lead-table tbody tr').length`

/** Milliseconds until each further page of a list of so many leads is there. */
export async function nextPages(site: Site, browser: Browser, leads: number): Promise<number[]> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console/leads`)
  await page.locator(pages.leads[1]).first().waitFor()
  const delays: number[] = []
  let shown = await page.evaluate<number>(rows)
  while (shown < leads) {
    const press = `document.querySelector('.leads .more').click()`
    delays.push(await untilSeen(page, press, `${rows} > ${shown}`))
    shown = await page.evaluate<number>(rows)
  }
  await context.close()
  return delays
}

const searches = ['byron', 'ada', 'nguy', 'dora', 'li', 'tom o', 'ström', 'calendar']

export interface Found {
  /** Milliseconds from the key until the palette can be typed in. */
  open: number[]
  /** Milliseconds from the last letter until all that is found is shown. */
  found: number[]
  /** Milliseconds of processor time of the main thread: to open, and for each letter. */
  work: { open: number[]; letter: number[] }
}

const pressKey = `document.body.dispatchEvent(new KeyboardEvent('keydown', {
  key: 'k', ctrlKey: true, bubbles: true, cancelable: true,
}))`
const onField = `document.activeElement.getAttribute('role') === 'combobox'`

/** Opens the palette and finds something, again and again. */
export async function find(site: Site, browser: Browser): Promise<Found> {
  const context = await site.open(browser)
  const page = await context.newPage()
  await page.goto(`${site.url}/console`)
  await page.locator(pages.today[1]).first().waitFor()
  await page.waitForTimeout(1_000)
  const thread = await watchThread(page)
  let before = 0
  /** Since the last time, when nothing is done any more. */
  const worked = async () => {
    await page.waitForTimeout(500)
    const now = (await metricOf(thread, 'TaskDuration')) * 1_000
    const ms = now - before
    before = now
    return ms
  }
  const found: Found = { open: [], found: [], work: { open: [], letter: [] } }
  for (const text of searches) {
    await worked()
    found.open.push(await untilSeen(page, pressKey, onField))
    found.work.open.push(await worked())
    await page.keyboard.type(text.slice(0, -1))
    found.work.letter.push((await worked()) / (text.length - 1))
    await page.evaluate(`window.asked = ${asked}
      document.activeElement.addEventListener('input', () => { window.typed = performance.now() })`)
    await page.keyboard.type(text.slice(-1))
    found.found.push(await untilFound(page))
    await page.keyboard.press('Escape')
    await page.waitForTimeout(200)
  }
  await context.close()
  return found
}

const asked = `performance.getEntriesByType('resource')
  .filter(({ name }) => name.includes('/search?')).length`

/** Its status says nothing while it asks. */
function untilFound(page: Page): Promise<number> {
  const said = `document.querySelector('[role=dialog] [role=status]').textContent`
  return page.evaluate<number>(`new Promise(resolve => {
    const look = () => {
      if (${asked} > window.asked && ${said}) resolve(performance.now() - window.typed)
      else requestAnimationFrame(look)
    }
    look()
  })`)
}
