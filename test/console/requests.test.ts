/** Requests of the console with an empty cache: until a page is usable, and of loading ahead. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { de } from '../../src/console/i18n/de.ts'
import { openContext } from '../fixtures/console-pages.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'
import { makeAgencyWithLeads } from './timed-page.ts'

const server = await startServer()
const { agencyUid, createLead } = await makeAgencyWithLeads(server)
const leadUid = await createLead('NEW', 'Ada')
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

/**
 * Script that holds back timers of a second and more, which start the event stream and loading
 * ahead, until the test releases them. Then a slow machine sends the same requests.
 */
const timerHolder = `const startTimer = setTimeout
const held = []
window.setTimeout = (run, ms, ...rest) =>
  ms >= 1000 ? -held.push(() => run(...rest)) : startTimer(run, ms, ...rest)
window.releaseTimers = () => held.splice(0).forEach(run => run())`

interface ColdPage {
  page: Page
  /** Paths that the page has requested. */
  requests: string[]
  close: () => Promise<void>
}

/** Opens a page with an empty cache, in German, and waits until it sends no more requests. */
async function openCold(path: string): Promise<ColdPage> {
  const context = await openContext(server, browser!, { agencyUid }, { locale: 'de-DE' })
  await context.clock.setFixedTime(server.clock.now())
  await context.addInitScript({ content: timerHolder })
  const requests: string[] = []
  context.on('request', request => requests.push(new URL(request.url()).pathname))
  const page = await context.newPage()
  await page.goto(`${server.url}/console${path}`)
  await page.getByRole('main').getByRole('heading').first().waitFor({ state: 'attached' })
  await eventually(async () => (await page.getByText(de.frame.loading).count()) === 0)
  await waitUntilQuiet(requests)
  return { page, requests, close: () => context.close() }
}

const quietMs = 700

async function waitUntilQuiet(requests: string[]): Promise<void> {
  let [count, since] = [-1, 0]
  await eventually(() => {
    if (requests.length !== count) [count, since] = [requests.length, performance.now()]
    return performance.now() > since + quietMs
  })
}

describe('requests until a page is usable, in German', { skip: noBrowser }, () => {
  // A lead and the board read more from the API: see docs/decisions/0124-console-chunks.md.
  const pages: [path: string, most: number][] = [
    ['/', 10],
    ['/reservations', 10],
    ['/reservations/new', 10],
    ['/calendar', 12],
    ['/reservations/pipeline', 14],
    [`/reservations/${leadUid}`, 13],
  ]
  for (const [path, most] of pages) {
    it(`are at most ${most} for ${path.replace(leadUid, '{uid}')}`, async () => {
      const { requests, close } = await openCold(path)
      assert.ok(requests.length <= most, `${requests.length}: ${requests.join('\n')}`)
      const scripts = requests.filter(request => request.endsWith('.js'))
      assert.ok(scripts.length <= 5, scripts.join('\n'))
      await close()
    })
  }
})

describe('loading ahead', { skip: noBrowser }, () => {
  it('loads at most 18 files: menus, forms, texts and the event stream, but no page', async () => {
    const { page, requests, close } = await openCold('/')
    const cold = requests.length
    await page.evaluate('releaseTimers()')
    await waitUntilQuiet(requests)
    const ahead = requests.slice(cold)
    assert.ok(ahead.length <= 18, ahead.join('\n'))
    assert.ok(ahead.some(path => path.endsWith('/events')))
    await close()
  })

  it('loads a page when its link is hovered, once', async () => {
    const { page, requests, close } = await openCold('/')
    const cold = requests.length
    const link = page.getByRole('link', { name: de.pages.calendar }).first()
    await link.hover()
    await waitUntilQuiet(requests)
    const hovered = requests.slice(cold)
    assert.ok(hovered.length > 0 && hovered.length <= 2, hovered.join('\n'))
    assert.ok(hovered.some(path => path.includes('/calendar-')))
    await page.mouse.move(0, 0)
    await link.hover()
    await waitUntilQuiet(requests)
    assert.equal(requests.length, cold + hovered.length)
    await close()
  })
})
