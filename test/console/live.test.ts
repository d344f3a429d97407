/** What others do shows, whatever becomes of the stream that tells it, and where there is none. */
import assert from 'node:assert/strict'
import { createServer, request as pass } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { buildApp } from '../../src/app.ts'
import { en as words } from '../../src/console/words/en.ts'
import { en } from '../../src/console/words/lead/en.ts'
import { checkAccessible, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

/** As a house has it in its own network: no certificate, and a name that is not of this machine. */
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

/** Somebody who arrives today, or some nights later, as a partner writes it. */
async function book(firstName: string, to = agencyUid, propertyUid = barn, by = key) {
  const from = Date.parse('2026-05-20') + 86_400_000 * night++
  const [checkIn, checkOut] = [from, from + 86_400_000].map(at => new Date(at).toISOString())
  const answer = await server.request('POST', '/api/v3.3/leads', {
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
  assert.equal(answer.status, 201, answer.text)
}

const named = (page: Page, name: string) => page.getByRole('link', { name: `${name} Luz` })

/** Which requests of a page begin from now on, as far as they ask for events. */
function askedForEvents(page: Page): string[] {
  const asked: string[] = []
  page.on('request', request => {
    if (/\/events\?/.test(request.url())) asked.push(request.url())
  })
  return asked
}

describe('the page that reads the stream', { skip: noBrowser }, () => {
  it('is replaced when it sleeps by one that is seen', async () => {
    const context = await openContext(server, browser!, { agencyUid })
    const { page: leading } = await openPage(server, context, '/leads')
    await leading.getByRole('heading', { name: words.pages.leads }).waitFor()
    const { page } = await openPage(server, context, '/leads')
    const asked = askedForEvents(page)
    await book('Awake')
    await named(page, 'Awake').waitFor()
    assert.deepEqual(asked, [])
    const session = await context.newCDPSession(leading)
    await session.send('Debugger.enable')
    const paused = new Promise(resolve => session.once('Debugger.paused', resolve))
    await session.send('Debugger.pause')
    // Nothing of it runs from here on, though it still has the lock.
    void leading.evaluate('1').catch(() => {})
    await paused
    await book('Asleep')
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await named(page, 'Asleep').waitFor({ timeout: 8_000 })
    assert.ok(asked.length > 0)
    await session.send('Debugger.resume')
    // Who had it listens now, and misses nothing.
    await named(leading, 'Asleep').waitFor()
    await context.close()
  })
})

/** Passes on what is asked of a name, as a browser does that is told to ask there. */
async function openPlain(): Promise<BrowserContext> {
  const { hostname, port } = new URL(server.url)
  const proxy = createServer((request, reply) => {
    const { method, headers } = request
    const { pathname, search } = new URL(request.url!)
    const options = { hostname, port, method, headers, path: pathname + search }
    const passed = pass(options, answer => {
      reply.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(reply)
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
  it('has no locks: the page that is seen asks, one that is not seen does not', async () => {
    const context = await openPlain()
    const page = await context.newPage()
    await page.goto(`${plain}/console/leads`)
    await named(page, 'Awake').waitFor()
    assert.equal(await page.evaluate(`isSecureContext || 'locks' in navigator`), false)
    const asked = askedForEvents(page)
    await book('Heard')
    await named(page, 'Heard').waitFor()
    await page.evaluate(`Object.defineProperty(document, 'visibilityState', {
      value: 'hidden', configurable: true, writable: true,
    })`)
    await book('Last')
    await named(page, 'Last').waitFor()
    const before = asked.length
    await book('Unseen')
    await page.waitForTimeout(1_000)
    assert.equal(asked.length, before)
    await page.evaluate(`document.visibilityState = 'visible'
      document.dispatchEvent(new Event('visibilitychange'))`)
    await named(page, 'Unseen').waitFor()
    await context.close()
  })

  it('takes what is written, and copies', async () => {
    const context = await openPlain()
    const page = await context.newPage()
    await page.goto(`${plain}/console/leads`)
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
  it('is led on, until there is one', async () => {
    const fresh = await makeAgency(server)
    const context = await openContext(server, browser!, { agencyUid: fresh.agencyUid })
    const { page, complaints } = await openPage(server, context, '/')
    await page.getByRole('heading', { name: words.firstSteps.title }).waitFor()
    await page.getByText('POST /api/v3.3/properties').waitFor()
    const { page: calendar } = await openPage(server, context, '/calendar')
    await calendar.getByRole('heading', { name: words.firstSteps.title }).waitFor()
    await checkAccessible(calendar, 'a calendar without a property')
    const { page: leads } = await openPage(server, context, '/leads')
    await leads.getByText(words.leads.noneYet).waitFor()
    await leads.goto(`${server.url}/console/leads?query=nobody`)
    await leads.getByText(words.leads.none).waitFor()
    await leads.close()
    const address = { city: 'York', countryCode: 'GB' }
    const made = await server.request('POST', '/api/v3.3/properties', {
      key: fresh.key,
      body: { agencyUid: fresh.agencyUid, name: 'Mill', propertyType: 'CABIN', address },
    })
    assert.ok(made.status < 300, made.text)
    await page.getByRole('region', { name: words.today.arrivals }).waitFor()
    await calendar.getByRole('rowheader', { name: 'Mill' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('a server that begins anew', { skip: noBrowser }, () => {
  it('is found again by the page, which keeps what was typed and misses nothing', async () => {
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
