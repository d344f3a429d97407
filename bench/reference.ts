import type { Browser } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { openServer } from '../test/support/server.ts'
import { median } from './support/measure.ts'

const rounds = 7

/**
 * How long the reference takes until its title and operations are named, until it is all there, in
 * a browser with an empty profile, and how much of that is work of the page itself.
 */
export async function reference(): Promise<void> {
  const server = await openServer()
  const browser = await launchBrowser()
  try {
    const times = []
    for (let round = 0; round < rounds; round++) times.push(await open(browser, server.url))
    const [first, ...others] = times
    print('the first visitor of the server', first!)
    const of = (key: keyof Opened) => median(others.map(one => one[key]))
    const usual = { named: of('named'), whole: of('whole'), work: of('work') }
    print(`the median of ${others.length} others`, usual)
    console.log(`RATIO reference.open ${(usual.whole / 3_000).toFixed(2)}`)
  } finally {
    await browser.close()
    await server.end()
  }
}

/** In milliseconds. */
interface Opened {
  named: number
  whole: number
  /** Processor time of the thread that shows the page. */
  work: number
}

async function open(browser: Browser, url: string): Promise<Opened> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const start = performance.now()
  await page.goto(`${url}/docs`, { waitUntil: 'commit' })
  await page.getByText('/agencies').locator('visible=true').first().waitFor()
  const named = performance.now() - start
  await page.locator('#outline').waitFor({ state: 'detached' })
  await page.getByText('/agencies').locator('visible=true').first().waitFor()
  const whole = performance.now() - start
  const { metrics } = await session.send('Performance.getMetrics')
  const work = metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  await context.close()
  return { named, whole, work }
}

function print(who: string, { named, whole, work }: Opened): void {
  const [a, b, c] = [named, whole, work].map(ms => `${Math.round(ms)} ms`)
  console.log(`${who}: operations named ${a}, all there ${b}, work of the page ${c}`)
}
