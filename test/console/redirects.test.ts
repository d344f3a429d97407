/** Addresses of earlier releases. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { makeStay } from '../fixtures/held-nights.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { raw } from '../support/raw-http.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const propertyUid = await makeProperty(server, agencyUid, { name: 'Barn' })
const leadUid = await makeStay(server, agencyUid, {
  propertyUid,
  checkIn: '2026-05-20',
  checkOut: '2026-05-24',
  columns: { first_name: 'Ada', last_name: 'Byron' },
})
const browser: Browser | null = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

/** Every address of release 0.1, the present one, and a text of the page. */
const addresses: [former: string, present: string, text: string][] = [
  ['/', '/', 'Arrivals'],
  [`/?date=2026-05-20&lead=${leadUid}`, `/?date=2026-05-20&reservation=${leadUid}`, 'Ada Byron'],
  ['/calendar?density=rates', '/calendar?density=rates', 'Barn'],
  [`/calendar?lead=${leadUid}&tab=money`, `/calendar?tab=money&reservation=${leadUid}`, 'Barn'],
  ['/leads', '/reservations', 'Ada Byron'],
  ['/leads?stage=BOOKED&x=1', '/reservations?stage=BOOKED&x=1', 'Ada Byron'],
  [`/leads?lead=${leadUid}`, `/reservations?reservation=${leadUid}`, 'Ada Byron'],
  ['/leads/board', '/reservations/pipeline', 'Quote'],
  [`/leads/${leadUid}`, `/reservations/${leadUid}`, 'Ada Byron'],
  [`/leads/${leadUid}?tab=money`, `/reservations/${leadUid}?tab=money`, 'Ada Byron'],
  [
    `/quote?propertyUid=${propertyUid}&from=2026-06-01&to=2026-06-03&as=hold`,
    `/reservations/new?propertyUid=${propertyUid}&from=2026-06-01&to=2026-06-03&as=hold`,
    'Adults',
  ],
]

describe('an address of release 0.1', { skip: noBrowser }, () => {
  it('leads to the page, which replaces it in the history', async () => {
    const context = await openContext(server, browser!, { agencyUid })
    for (const [former, present, text] of addresses) {
      const { page } = await openPage(server, context, former)
      await page.getByText(text).first().waitFor()
      const { pathname, search, searchParams } = new URL(page.url())
      const expected = new URL(`/console${present}`, server.url)
      assert.equal(pathname.replace(/\/$/, ''), expected.pathname.replace(/\/$/, ''), former)
      // A page may add its own defaults.
      for (const [name, value] of expected.searchParams) {
        assert.equal(searchParams.get(name), value, `${former}: ${search}`)
      }
      assert.ok(!searchParams.has('lead'), former)
      assert.equal(await page.evaluate('history.length'), 2, `${former}: one entry and the blank`)
      await page.close()
    }
    await context.close()
  })

  it('is kept by saved views', async () => {
    const context = await openContext(server, browser!, { agencyUid })
    const views = { leads: [{ name: 'Held by us', search: 'stage=HOLD' }] }
    const { page } = await openPage(server, context, '/')
    const status = await page.evaluate(
      async preferences => {
        const headers = { 'content-type': 'application/json', 'x-lodgepole-console': '1' }
        const options = { method: 'PUT', headers, body: JSON.stringify({ preferences }) }
        return (await fetch('/api/v3.3/session/preferences', options)).status
      },
      { views },
    )
    assert.equal(status, 200)
    await page.goto(`${server.url}/console/reservations?stage=BOOKED`)
    const view = page.getByRole('link', { name: 'Held by us' })
    assert.equal(await view.getAttribute('href'), '/console/reservations?stage=HOLD')
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByRole('textbox', { name: 'View name' }).fill('Booked')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Booked', exact: true }).waitFor()
    assert.equal(await view.count(), 1, 'the former view is still there')
    await context.close()
  })
})

describe('an unknown address outside the console', () => {
  it('404: a page for browsers, in their language, and JSON for programs', async () => {
    const read = (accept: string, path = '/reservations') =>
      raw(server, path, { headers: { accept, 'accept-language': 'de' } })
    const page = await read('text/html,application/xhtml+xml,*/*;q=0.8')
    assert.equal(page.status, 404)
    assert.match(String(page.headers['content-type']), /^text\/html/)
    assert.match(page.text, /<html lang="de">.*Seite nicht gefunden.*href="\/console"/s)
    for (const accept of ['*/*', 'application/json']) {
      assert.equal((await read(accept)).body.code, 'ENDPOINT_NOT_FOUND')
    }
    assert.equal(
      (await read('text/html', '/api/v3.3/nothing')).body.code,
      'AUTHENTICATION_REQUIRED',
    )
  })
})
