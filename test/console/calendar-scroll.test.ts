/** The multi-calendar with many properties: what is in the document, and what scrolling costs. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { makeStay } from '../fixtures/held-nights.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const houses = 500
const nodesMax = 2_500
const frames = 60
const frameMsMax = 8

const server = await startServer({ RATE_LIMIT_PER_HOUR: '100000' })
const { agencyUid } = await makeAgency(server)
if (!noBrowser) await fill()
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

/** Houses, of which the first hundred are taken for most of the summer. */
async function fill(): Promise<void> {
  for (let i = 0; i < houses; i++) {
    const name = `House ${String(i).padStart(3, '0')}`
    const propertyUid = await makeProperty(server, agencyUid, { name, daily_rate: String(100 + i) })
    if (i >= 100) continue
    for (const [from, to] of [
      ['2026-05-21', '2026-05-25'],
      ['2026-05-25', '2026-06-02'],
    ] as const) {
      const columns = { first_name: 'Ada', last_name: 'Byron' }
      await makeStay(server, agencyUid, { propertyUid, checkIn: from, checkOut: to, columns })
    }
  }
}

const nodes = (page: Page) => page.evaluate<number>(`document.querySelectorAll('*').length`)

/** Seconds of processor time of the page's main thread, whatever else the machine does. */
async function threadSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  const value = (name: string) => metrics.find(metric => metric.name === name)!.value
  return value('TaskDuration')
}

/** Scrolls some pixels in each of many frames, and gives the most elements that there were. */
const scrollText = (right: number, down: number) => `new Promise(resolve => {
  const grid = document.querySelector('[role=grid]')
  let left = ${frames}
  let most = 0
  const step = () => {
    grid.scrollLeft += ${right}
    grid.scrollTop += ${down}
    most = Math.max(most, document.querySelectorAll('*').length)
    if (left-- > 0) requestAnimationFrame(step)
    else resolve(most)
  }
  requestAnimationFrame(step)
})`

const ways = [
  [0, 50],
  [50, 0],
  [35, 35],
] as const

/** Milliseconds of a frame, scrolled down, to the right and both. */
async function meanOfFrames(page: Page, session: CDPSession): Promise<number> {
  const before = await threadSeconds(session)
  for (const [right, down] of ways) await page.evaluate(scrollText(right, down))
  return (((await threadSeconds(session)) - before) * 1_000) / frames / ways.length
}

async function openLarge(path = '/calendar') {
  const context = await openContext(server, browser!, { agencyUid })
  const opened = await openPage(server, context, path)
  await opened.page
    .getByRole('gridcell', { name: /^House 000/ })
    .first()
    .waitFor()
  const session = await context.newCDPSession(opened.page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return { ...opened, session }
}

describe('a calendar of 500 properties', { skip: noBrowser }, () => {
  for (const density of ['stays', 'rates']) {
    it(`has at most ${nodesMax} elements in the document: ${density}`, async () => {
      const { page, context } = await openLarge(`/calendar?density=${density}`)
      assert.ok((await nodes(page)) <= nodesMax, `${await nodes(page)} at rest`)
      for (const [right, down] of ways) {
        const most = await page.evaluate<number>(scrollText(right, down))
        assert.ok(most <= nodesMax, `${most} when scrolled ${right}, ${down}`)
      }
      await context.close()
    })
  }

  it('costs at most 8 ms of processor time a frame at 3,000 pixels a second', async () => {
    const { page, context, session, complaints } = await openLarge()
    const costs: number[] = []
    // What else the machine does makes it dearer, never cheaper.
    while (costs.length < 3 && !costs.some(ms => ms <= frameMsMax)) {
      costs.push(await meanOfFrames(page, session))
    }
    assert.ok(Math.min(...costs) <= frameMsMax, `${costs.map(ms => ms.toFixed(1))} ms`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows what is far away when it is scrolled there', async () => {
    const { page, context } = await openLarge()
    await page.evaluate(`document.querySelector('[role=grid]').scrollTop = 1e6`)
    const last = page.getByRole('gridcell', { name: /^House 499, .*free, US\$599/ })
    await eventually(async () => (await last.count()) > 0)
    assert.equal(await page.getByRole('rowheader', { name: 'House 000' }).count(), 0)
    await context.close()
  })
})
