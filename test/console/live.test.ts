/**
 * Live updates: with a stream that fails, over plain http, and while there is nothing to display.
 */
import assert from 'node:assert/strict'
import { createServer, request as pass } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { publishChecks } from '../../src/console/i18n/publish-checks/en.ts'
import { buildApp } from '../../src/server/app.ts'
import { checkAccessible, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

/** Origin in a local network: without a certificate, and not a name of this machine. */
const plain = 'http://lodge.test'

const server = await startServer({ PUBLIC_URL: plain })
const { agencyUid, key } = await makeAgency(server)
const barn = await makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '150' })
const browser: Browser | null = noBrowser ? null : await launchBrowser()
const closing: (() => unknown)[] = []

after(async () => {
  await browser?.close()
  for (const close of closing) await close()
})

let night = 0

/** Creates a booking by a partner, each one night later. */
async function book(firstName: string, to = agencyUid, propertyUid = barn, by = key) {
  const from = Date.parse('2026-05-20') + 86_400_000 * night++
  const [checkIn, checkOut] = [from, from + 86_400_000].map(at => new Date(at).toISOString())
  const response = await server.request('POST', '/api/v3.3/leads', {
    key: by,
    body: {
      agencyUid: to,
      propertyUid,
      status: 'BOOKED',
      checkInLocalDate: checkIn!.slice(0, 10),
      checkOutLocalDate: checkOut!.slice(0, 10),
      guestInformation: { firstName, lastName: 'Luz', adultCount: 1 },
    },
  })
  assert.equal(response.status, 201, response.text)
}

const named = (page: Page, name: string) => page.getByRole('link', { name: `${name} Luz` })

/** Records the requests for events that a page sends from now on. */
function recordEventRequests(page: Page): string[] {
  const eventRequests: string[] = []
  page.on('request', request => {
    if (/\/events\?/.test(request.url())) eventRequests.push(request.url())
  })
  return eventRequests
}

describe('the page that reads the stream', { skip: noBrowser }, () => {
  it('is replaced by a visible page when it is paused', async () => {
    const context = await openContext(server, browser!, { agencyUid })
    const { page: leading } = await openPage(server, context, '/leads')
    await leading.getByRole('heading', { name: words.pages.leads }).waitFor()
    const { page } = await openPage(server, context, '/leads')
    const eventRequests = recordEventRequests(page)
    await book('Awake')
    await named(page, 'Awake').waitFor()
    assert.deepEqual(eventRequests, [])
    const session = await context.newCDPSession(leading)
    await session.send('Debugger.enable')
    const paused = new Promise(resolve => session.once('Debugger.paused', resolve))
    await session.send('Debugger.pause')
    // The page is paused from here on, but still holds the lock.
    void leading.evaluate('1').catch(() => {})
    await paused
    await book('Asleep')
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await named(page, 'Asleep').waitFor({ timeout: 8_000 })
    assert.ok(eventRequests.length > 0)
    await session.send('Debugger.resume')
    // The former owner of the lock listens now, and misses nothing.
    await named(leading, 'Asleep').waitFor()
    await context.close()
  })
})

/** Opens a context whose requests go through a proxy, so that the server has another name. */
async function openPlain(): Promise<BrowserContext> {
  const { hostname, port } = new URL(server.url)
  const proxy = createServer((request, reply) => {
    const { method, headers } = request
    const { pathname, search } = new URL(request.url!)
    const options = { hostname, port, method, headers, path: pathname + search }
    const passed = pass(options, upstream => {
      reply.writeHead(upstream.statusCode!, upstream.headers)
      upstream.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    reply.on('close', () => passed.destroy())
    request.pipe(passed)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    proxy.closeAllConnections()
    proxy.close()
  })
  const through = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const context = await browser!.newContext({ proxy: { server: through }, locale: 'en-GB' })
  const { headers } = await makeSignedIn(server, agencyUid, 'MANAGER', { email: 'p@stays.example' })
  const [name = '', value = ''] = headers.cookie!.split('=')
  await context.addCookies([{ name, value, url: plain }])
  return context
}

describe('plain http', { skip: noBrowser }, () => {
  it('has no locks: a visible page polls, a hidden one does not', async () => {
    const context = await openPlain()
    const page = await context.newPage()
    await page.goto(`${plain}/console/reservations`)
    await named(page, 'Awake').waitFor()
    assert.equal(await page.evaluate(`isSecureContext || 'locks' in navigator`), false)
    const eventRequests = recordEventRequests(page)
    await book('Heard')
    await named(page, 'Heard').waitFor()
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', {
      value: 'hidden', configurable: true, writable: true,
    })`)
    await book('Last')
    await named(page, 'Last').waitFor()
    const before = eventRequests.length
    await book('Unseen')
    await page.waitForTimeout(1_000)
    assert.equal(eventRequests.length, before)
    await page.evaluate(`document.visibilityState = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))`)
    await named(page, 'Unseen').waitFor()
    await context.close()
  })

  it('supports saving and copying', async () => {
    const context = await openPlain()
    const page = await context.newPage()
    await page.goto(`${plain}/console/reservations`)
    await named(page, 'Awake').click()
    await page.getByRole('button', { name: en.act.edit }).click()
    const form = page.getByRole('form', { name: en.act.edit })
    await form.getByLabel(en.edit.notes, { exact: true }).fill('By the back door')
    await form.getByRole('button', { name: en.edit.save }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('By the back door').first().waitFor()
    await page.keyboard.press('?')
    const calls = page.getByRole('region', { name: words.help.calls })
    await calls.getByRole('button', { name: words.problem.copy }).first().click()
    await calls.getByText(words.problem.copied, { exact: true }).waitFor()
    await context.close()
  })
})

describe('an agency without a property', { skip: noBrowser }, () => {
  it('shows the first steps until a property exists', async () => {
    const fresh = await makeAgency(server)
    const context = await openContext(server, browser!, { agencyUid: fresh.agencyUid })
    const { page, complaints } = await openPage(server, context, '/')
    const checklist = page.getByRole('region', { name: publishChecks.card.title })
    const start = checklist.getByRole('link', { name: publishChecks.card.start })
    await start.waitFor()
    await checklist.getByText(words.publishChecks.checks.PROPERTY_NONE).waitFor()
    const { page: calendar } = await openPage(server, context, '/calendar')
    await calendar.getByRole('heading', { name: words.firstSteps.title }).waitFor()
    await checkAccessible(calendar, 'a calendar without a property')
    const { page: leads } = await openPage(server, context, '/leads')
    await leads.getByText(words.leads.noneYet).waitFor()
    await leads.goto(`${server.url}/console/reservations?query=nobody`)
    await leads.getByText(words.leads.none).waitFor()
    await leads.close()
    const address = { city: 'York', countryCode: 'GB' }
    const created = await server.request('POST', '/api/v3.3/properties', {
      key: fresh.key,
      body: { agencyUid: fresh.agencyUid, name: 'Mill', propertyType: 'CABIN', address },
    })
    assert.ok(created.status < 300, created.text)
    await checklist.getByText('Mill').first().waitFor()
    assert.equal(await start.count(), 0)
    assert.equal(await checklist.getByText(words.publishChecks.checks.PROPERTY_NONE).count(), 0)
    await calendar.getByRole('rowheader', { name: 'Mill' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('a restarted server', { skip: noBrowser }, () => {
  it('is reconnected by the page, which retains the input and misses nothing', async () => {
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/leads')
    await named(page, 'Heard').click()
    await page.getByRole('button', { name: en.act.edit }).click()
    const form = page.getByRole('form', { name: en.act.edit })
    await form.getByLabel(en.edit.notes, { exact: true }).fill('Two dogs')
    await server.stop()
    await form.getByRole('button', { name: en.edit.save }).click()
    await form.getByText(words.form.tryingAgain).waitFor()
    const app = await buildApp(server)
    closing.push(() => app.close())
    await app.listen({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
    await form.waitFor({ state: 'detached' })
    await page.getByText('Two dogs').first().waitFor()
    await book('After')
    await named(page, 'After').waitFor()
    await eventually(async () => (await page.getByText(words.frame.notLive).count()) === 0)
    await context.close()
  })
})
