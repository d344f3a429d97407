/** The multi-calendar with many properties: elements of the document, and cost of scrolling. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, CDPSession, Page } from 'playwright-core'
import {
  frameMs,
  mostElements,
  openContext,
  openPage,
  scrollDirections,
  watchThread,
} from '../fixtures/console-pages.ts'
import { makeStay } from '../fixtures/held-nights.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const propertyCount = 500
const nodesMax = 2_500
const frameMsMax = 8

const server = await startServer({ RATE_LIMIT_PER_HOUR: '100000' })
const { agencyUid } = await makeAgency(server)
if (!noBrowser) await fill()
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

/** Creates properties, of which the first hundred are occupied for most of the summer. */
async function fill(): Promise<void> {
  for (let i = 0; i < propertyCount; i++) {
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

/** Returns the mean milliseconds per frame of scrolling down, to the right and both. */
async function meanFrameMs(page: Page, session: CDPSession): Promise<number> {
  let sum = 0
  for (const direction of scrollDirections) sum += await frameMs(page, session, direction)
  return sum / scrollDirections.length
}

async function openLarge(path = '/calendar') {
  const context = await openContext(server, browser!, { agencyUid })
  const opened = await openPage(server, context, path)
  await opened.page
    .getByRole('gridcell', { name: /^House 000/ })
    .first()
    .waitFor()
  return { ...opened, session: await watchThread(opened.page) }
}

describe('a calendar of 500 properties', { skip: noBrowser }, () => {
  for (const density of ['stays', 'rates']) {
    it(`has at most ${nodesMax} elements in the document: ${density}`, async () => {
      const { page, context } = await openLarge(`/calendar?density=${density}`)
      assert.ok((await nodes(page)) <= nodesMax, `${await nodes(page)} at rest`)
      for (const [right, down] of scrollDirections) {
        const most = await mostElements(page, right, down)
        assert.ok(most <= nodesMax, `${most} when scrolled ${right}, ${down}`)
      }
      await context.close()
    })
  }

  it('costs at most 8 ms of processor time a frame at 3,000 pixels a second', async () => {
    const { page, context, session, complaints } = await openLarge()
    const costs: number[] = []
    // Other load of the machine raises the cost, but never lowers it.
    while (costs.length < 3 && !costs.some(ms => ms <= frameMsMax)) {
      costs.push(await meanFrameMs(page, session))
    }
    assert.ok(Math.min(...costs) <= frameMsMax, `${costs.map(ms => ms.toFixed(1))} ms`)
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('renders distant rows when scrolled there', async () => {
    const { page, context } = await openLarge()
    await page.evaluate(`document.querySelector('[role=grid]').scrollTop = 1e6`)
    const last = page.getByRole('gridcell', { name: /^House 499, .*free, US\$599/ })
    await eventually(async () => (await last.count()) > 0)
    assert.equal(await page.getByRole('rowheader', { name: 'House 000' }).count(), 0)
    await context.close()
  })
})
