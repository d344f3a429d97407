import type { Browser } from 'playwright-core'
import { launchBrowser } from '../test/support/browser.ts'
import { openServer } from '../test/support/server.ts'
import { median } from './support/measure.ts'

const rounds = 7

/**
 * Measures the API reference in a browser with an empty profile: time until its operations are
 * visible, until it is complete, and CPU time of the main thread.
 */
export async function reference(): Promise<void> {
  const server = await openServer()
  const browser = await launchBrowser()
  try {
    const times = []
    for (let round = 0; round < rounds; round++) times.push(await loadPage(browser, server.url))
    const [first, ...others] = times
    print('the first visitor of the server', first!)
    const medianOf = (key: keyof PageLoad) => median(others.map(load => load[key]))
    const medians = {
      visible: medianOf('visible'),
      complete: medianOf('complete'),
      cpu: medianOf('cpu'),
    }
    print(`the median of ${others.length} others`, medians)
    console.log(`RATIO reference.open ${(medians.complete / 3_000).toFixed(2)}`)
  } finally {
    await browser.close()
    await server.end()
  }
}

/** Times of a page load in milliseconds. */
interface PageLoad {
  visible: number
  complete: number
  /** CPU time of the main thread. */
  cpu: number
}

async function loadPage(browser: Browser, url: string): Promise<PageLoad> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const start = performance.now()
  await page.goto(`${url}/docs`, { waitUntil: 'commit' })
  await page.getByText('/agencies').locator('visible=true').first().waitFor()
  const visible = performance.now() - start
  await page.locator('#outline').waitFor({ state: 'detached' })
  await page.getByText('/agencies').locator('visible=true').first().waitFor()
  const complete = performance.now() - start
  const { metrics } = await session.send('Performance.getMetrics')
  const cpu = metrics.find(({ name }) => name === 'TaskDuration')!.value * 1_000
  await context.close()
  return { visible, complete, cpu }
}

function print(label: string, { visible, complete, cpu }: PageLoad): void {
  const [a, b, c] = [visible, complete, cpu].map(ms => `${Math.round(ms)} ms`)
  console.log(`${label}: operations visible after ${a}, complete after ${b}, CPU time ${c}`)
}
