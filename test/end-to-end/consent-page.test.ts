/** Pages without scripts in a real browser: consent of a manager to a partner, and sign-in. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { visit } from '../fixtures/console.ts'
import {
  authorizeUrl,
  exchange,
  makeManager,
  makeOAuthPartner,
  type OAuthPartner,
  password,
} from '../fixtures/oauth.ts'
import { makeAgency, makeHotel, makeProperty } from '../fixtures/rows.ts'
import { makeSession } from '../fixtures/sessions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const barn = await makeProperty(server, agencyUid, { name: 'Barn' })
await makeProperty(server, agencyUid, { name: 'Cabin' })
const hotel = await makeHotel(server, agencyUid)
const browser = noBrowser ? null : await launchBrowser()
const partnerSite = createServer((_request, response) => response.end('You are back'))
let partner: OAuthPartner
let managerUid: string

before(async () => {
  managerUid = await makeManager(server, agencyUid)
  await new Promise<void>(resolve => partnerSite.listen(0, '127.0.0.1', resolve))
  const { port } = partnerSite.address() as AddressInfo
  partner = await makeOAuthPartner(server, { redirectUri: `http://127.0.0.1:${port}/back?x=1` })
})
after(async () => {
  await browser?.close()
  partnerSite.close()
})

/** Opens a page on a phone; returns the errors of the browser. */
async function openPage(
  path = authorizeUrl(partner, { state: 'a b' }),
): Promise<{ page: Page; complaints: string[] }> {
  const viewport = { width: 360, height: 640 }
  const page = await browser!.newPage({ viewport, javaScriptEnabled: true })
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto(`${server.url}${path}`)
  return { page, complaints }
}

async function signIn(
  page: Page,
  secret = password,
  email = 'grace@cedarstays.example',
): Promise<void> {
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

describe('the consent page in a browser', { skip: noBrowser }, () => {
  it('a manager signs in, selects, approves, and returns to the partner with a code', async () => {
    const { page, complaints } = await openPage()
    await signIn(page)
    await page.getByLabel('Barn').check()
    await page.getByLabel('Harbour House').check()
    await page.getByLabel('Read only').check()
    await page.getByLabel('can see names').check()
    const widths = '[document.documentElement.scrollWidth, innerWidth]'
    const [contentWidth, viewportWidth] = await page.evaluate<[number, number]>(widths)
    assert.ok(contentWidth <= viewportWidth, 'nothing has to be scrolled sideways')
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('You are back').waitFor()
    const { searchParams } = new URL(page.url())
    assert.deepEqual([...searchParams.keys()], ['x', 'code', 'state', 'status', 'iss'])
    assert.equal(searchParams.get('state'), 'a b')
    assert.deepEqual(complaints, [])
    const { body } = await exchange(server, partner, searchParams.get('code')!)
    const list = await server.request('GET', `/api/v3.3/properties?agencyUid=${agencyUid}`, {
      key: body.accessToken,
    })
    assert.deepEqual(
      list.body.properties.map(({ uid }: { uid: string }) => uid),
      [barn],
    )
    const rows = await server.database.kysely
      .selectFrom('grants')
      .select(['object_uid', 'access', 'personal_data'])
      .where('partner_uid', '=', partner.partnerUid)
      .execute()
    const granted = rows.map(row => [row.object_uid, row.access, row.personal_data]).sort()
    assert.deepEqual(
      granted,
      [barn, hotel].sort().map(uid => [uid, 'READ', true]),
    )
  })

  it('a wrong password is reported, for screen readers as well', async () => {
    const { page } = await openPage()
    await signIn(page, 'not the password')
    await page.getByRole('alert').waitFor()
    assert.equal(await page.getByLabel('E-mail address').inputValue(), 'grace@cedarstays.example')
    await signIn(page)
    await page.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('You are back').waitFor()
    assert.equal(new URL(page.url()).searchParams.get('status'), 'DECLINED')
  })

  it('its style is applied, and no script would run', async () => {
    const { page } = await openPage()
    const height = await page.getByRole('button', { name: 'Sign in' }).boundingBox()
    assert.ok(height!.height >= 44, 'a button is as high as a finger is wide')
    const ran = await page.evaluate<string>(`
      const script = document.createElement('script')
      script.textContent = 'document.title = "ran"'
      document.body.append(script)
      document.title`)
    assert.notEqual(ran, 'ran')
  })
})

describe('the console in a browser', { skip: noBrowser }, () => {
  it('a manager signs in, ends another session, and signs out, by forms of this server', async () => {
    const { page, complaints } = await openPage('/')
    await page.waitForURL('**/console/sign-in')
    await signIn(page)
    await page.getByRole('navigation').first().waitFor()
    await page.goto(`${server.url}/console/account`)
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    assert.equal(await page.evaluate('document.cookie'), '', 'no script sees the cookie')
    await makeSession(server, agencyUid, managerUid, { agent: 'Elsewhere' })
    await page.reload()
    await page.getByRole('button', { name: 'Sign out Elsewhere' }).click()
    await page.getByRole('status').waitFor()
    assert.equal(await page.getByText('Elsewhere').count(), 0)
    const widths = '[document.documentElement.scrollWidth, innerWidth]'
    const [contentWidth, viewportWidth] = await page.evaluate<[number, number]>(widths)
    assert.ok(contentWidth <= viewportWidth, 'nothing has to be scrolled sideways')
    await page.getByRole('button', { name: 'Sign out', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    assert.deepEqual(await page.context().cookies(), [])
    assert.deepEqual(complaints, [])
  })
  it('accepts a sign-in without script, and reveals nothing but the time to wait', async () => {
    const context = await browser!.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(`${server.url}/console/account`)
    for (const email of ['grace@cedarstays.example', 'nobody@cedarstays.example']) {
      await signIn(page, 'not the password', email)
      await page.getByRole('alert').getByText('Wrong e-mail or password.').waitFor()
    }
    for (let left = 9; left > 0; left--) {
      await visit(server, '/sign-in', {
        form: { email: 'nobody@cedarstays.example', password: 'x' },
      })
    }
    await signIn(page, 'not the password', 'nobody@cedarstays.example')
    await page
      .getByRole('alert')
      .getByText(/Try again in \d+ seconds\.$/)
      .waitFor()
    server.clock.advance(3_600_000)
    await signIn(page)
    await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
    await page.goto(`${server.url}/console/account`)
    await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
    await page.goto(`${server.url}/console/account`)
    await page.getByRole('heading', { name: 'Your account' }).waitFor()
    await context.close()
  })
})
