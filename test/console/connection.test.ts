/** Display of a lost connection, and retries of failed queries. */
import assert from 'node:assert/strict'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, afterEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'
import { findButton, makeAgencyWithLeads, openTimed } from './timed-page.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const browser = noBrowser ? null : await launchBrowser()
const line = await openLine(Number(new URL(server.url).port))
const there = { ...server, url: line.url }
after(async () => {
  await browser?.close()
  await line.end()
})

afterEach(() => line.open())

/** Opens a proxy to a port whose connections can be cut, or paused without being closed. */
async function openLine(port: number) {
  const sockets = new Set<Socket>()
  let state: 'open' | 'cut' | 'silent' = 'open'
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    socket.on('close', () => sockets.delete(socket))
  }
  const proxy = createServer(near => {
    if (state === 'cut') return near.destroy()
    track(near)
    if (state === 'silent') return near.pause()
    const far = connect(port, '127.0.0.1')
    track(far)
    near.pipe(far)
    far.pipe(near)
    near.on('close', () => far.destroy())
    far.on('close', () => near.destroy())
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    cut: () => {
      state = 'cut'
      cut()
    },
    silence: () => {
      state = 'silent'
      for (const socket of sockets) socket.unpipe().pause()
    },
    open: () => {
      state = 'open'
      cut()
    },
    end: () => {
      cut()
      return new Promise(resolve => proxy.close(resolve))
    },
  }
}

const banner = words.frame.notLive

/** Stops the clock of a page, so that a slow machine does not add to the time of a test. */
async function pauseClock(page: Page): Promise<void> {
  const now = (await page.evaluate('Date.now()')) as number
  await page.clock.pauseAt(now + 500)
}

describe('a connection', { skip: noBrowser }, () => {
  it('that is closed is reported within 10 s, and restored automatically', async () => {
    const it = await makeAgencyWithLeads(server)
    const { page, context } = await openTimed(there, browser!, it.agencyUid, '/')
    await page.getByRole('region', { name: words.today.attention }).waitFor()
    await page.waitForLoadState('load')
    const lost = page.waitForEvent('requestfailed', one => one.url().includes('/events'))
    await pauseClock(page)
    line.cut()
    await lost
    await page.clock.runFor(5_000)
    assert.equal(await page.getByText(banner).count(), 0)
    await page.clock.runFor(4_000)
    await page.getByText(banner).waitFor()
    line.open()
    await page.clock.runFor(6_000)
    await page.getByText(banner).waitFor({ state: 'detached' })
    await context.close()
  })

  it('that is unresponsive is reported within 30 s, after a missed ping', async () => {
    const it = await makeAgencyWithLeads(server)
    const { page, context } = await openTimed(there, browser!, it.agencyUid, '/')
    await page.getByRole('region', { name: words.today.attention }).waitFor()
    // The stream of the reloaded page, not one that has started just before.
    await page.reload({ waitUntil: 'commit' })
    await page.waitForResponse(/\/events\?after=\d+$/)
    await pauseClock(page)
    line.silence()
    await page.clock.runFor(15_000)
    assert.equal(await page.getByText(banner).count(), 0)
    await page.clock.runFor(14_000)
    await page.getByText(banner).waitFor()
    line.open()
    await page.clock.runFor(20_000)
    await page.getByText(banner).waitFor({ state: 'detached' })
    await context.close()
  })

  it('that the browser reports as offline is reported at once', async () => {
    const it = await makeAgencyWithLeads(server)
    const { page, context } = await openTimed(there, browser!, it.agencyUid, '/reservations')
    await page.getByText(words.leads.noneYet).waitFor()
    await pauseClock(page)
    await context.setOffline(true)
    await page.getByText(banner).waitFor()
    await context.setOffline(false)
    await page.getByText(banner).waitFor({ state: 'detached' })
    await context.close()
  })
})

describe('a failed query', { skip: noBrowser }, () => {
  it('is retried when the connection returns, or by a button', async () => {
    const it = await makeAgencyWithLeads(server)
    const stay = `propertyUid=${it.propertyUid}&from=2026-07-01&to=2026-07-05&as=quote`
    const { page, context } = await openTimed(
      there,
      browser!,
      it.agencyUid,
      `/reservations/new?${stay}`,
    )
    const total = page.getByRole('row', { name: /^Total/ })
    await total.waitFor()
    const isLost = async () => {
      await page.clock.runFor(10_000)
      await page.getByText(words.problem.unreachable).waitFor()
    }
    line.cut()
    await page.getByLabel(en.stay.departure, { exact: true }).fill('2026-07-06')
    await isLost()
    line.open()
    await page.clock.runFor(10_000)
    await total.waitFor()
    assert.equal(await page.getByText(words.problem.unreachable).count(), 0)
    // A single request can be lost as well.
    await page.route('**/quotes', route => route.abort())
    await page.getByLabel(en.stay.departure, { exact: true }).fill('2026-07-07')
    await isLost()
    await page.unroute('**/quotes')
    await findButton(page, words.problem.again).click()
    await total.waitFor()
    await context.close()
  })
})
