/** The frame and every page of the console in a real browser. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { de } from '../../src/console/i18n/de.ts'
import { en as lead } from '../../src/console/i18n/lead/en.ts'
import { checkAccessible, checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeStay, makeUnitType } from '../fixtures/held-nights.ts'
import { makeJob, makeService } from '../fixtures/jobs.ts'
import { makeManager, password } from '../fixtures/oauth.ts'
import { makeAgency, makeOrder, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const barn = await makeProperty(server, agencyUid, { name: 'Barn', city: 'York' })
const cabin = await makeProperty(server, agencyUid, {
  name: 'Cabin',
  turn_over_days: 1,
  minimum_weekend_stay: 3,
})
await makeUnitType(server, agencyUid, { name: 'Suite' })
const leadUid = await makeStay(server, agencyUid, {
  propertyUid: barn,
  checkIn: '2026-05-20',
  checkOut: '2026-05-24',
  columns: { first_name: 'Ada', last_name: 'Byron', email: 'ada@byron.example', adult_count: 2 },
})
await makeOrder(server, agencyUid, leadUid, { total_amount: '610.00' })
await makeStay(server, agencyUid, {
  propertyUid: barn,
  checkIn: '2026-05-24',
  checkOut: '2026-05-27',
  status: 'ON_HOLD',
  columns: { first_name: 'Alan', last_name: 'Turing' },
})
await makeJob(server, agencyUid, {
  property_uid: cabin,
  service_uid: await makeService(server, agencyUid),
  start_local: '2026-05-18T11:00:00',
  end_local: '2026-05-18T14:00:00',
})
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

/** Creates a lead of two nights at the cabin. */
async function createLead(status: string, firstName: string, from: string): Promise<string> {
  const to = new Date(Date.parse(from) + 2 * 86_400_000).toISOString().slice(0, 10)
  const { body, text } = await server.request('POST', '/api/v3.3/leads', {
    key,
    body: {
      agencyUid,
      propertyUid: cabin,
      status,
      checkInLocalDate: from,
      checkOutLocalDate: to,
      guestInformation: { firstName, lastName: 'Luz', adultCount: 1 },
    },
  })
  assert.ok(body.lead, text)
  return body.lead.uid
}

const getStatus = async (uid: string) =>
  (await server.request('GET', `/api/v3.3/leads/${uid}`, { key })).body.lead.status

const manager = { agencyUid }
const open = async (path: string, options: Parameters<typeof openContext>[3] = {}) =>
  openPage(server, await openContext(server, browser!, manager, options), path)

describe('the console', { skip: noBrowser }, () => {
  it('is available after signing in, and unavailable after signing out', async () => {
    await makeManager(server, agencyUid, { email: 'marie@cedarstays.example' })
    const page = await browser!.newPage()
    await page.goto(`${server.url}/console/reservations?stage=HOLD`)
    await page.getByLabel('E-mail').fill('marie@cedarstays.example')
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Reservations' }).waitFor()
    await page.getByRole('link', { name: 'Alan Turing' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Ada Byron' }).count(), 0)
    await page.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    // Neither the back-forward cache nor the HTTP cache of the browser contains data.
    await page.goBack()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByText('Alan Turing').count(), 0)
    await page.goto(`${server.url}/console/reservations`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await page.close()
  })

  it('is navigated by keys, and finds pages, properties and guests', async () => {
    const { page, complaints, context } = await open('/')
    await page.getByRole('region', { name: 'Arrivals' }).getByText('Ada Byron').waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('r')
    await page.getByRole('heading', { name: 'Reservations' }).waitFor()
    assert.equal(await page.evaluate('document.activeElement.id'), 'page')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: 'Search or go to' })
    await field.fill('byron')
    await page.getByRole('option', { name: /Ada Byron/ }).waitFor()
    await page.keyboard.press('Enter')
    const panel = page.getByRole('complementary', { name: 'Reservation' })
    await panel.getByRole('heading', { name: 'Ada Byron' }).waitFor()
    await panel.getByRole('link', { name: 'ada@byron.example' }).waitFor()
    assert.match(page.url(), new RegExp(`/console/reservations\\?reservation=${leadUid}$`))
    // Commands are found as well: those of the open lead, and of the list behind it.
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: lead.list.export }).waitFor()
    await field.fill(lead.act.cancel.toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByRole('form', { name: lead.act.cancel }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('Today', { skip: noBrowser }, () => {
  it('shows a booking by the API at once', async () => {
    const { page, complaints, context } = await open('/')
    await page.getByRole('region', { name: 'Arrivals' }).getByText('Ada Byron').waitFor()
    await createLead('BOOKED', 'Nia', '2026-05-20')
    await page.getByRole('region', { name: 'Arrivals' }).getByText('Nia Luz').waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('the rows of Today', { skip: noBrowser }, () => {
  it('are processed: requests, holds, jobs and arrivals', async () => {
    const uids = [
      await createLead('PENDING', 'Rosa', '2026-06-10'),
      await createLead('PENDING', 'Yves', '2026-06-15'),
      await createLead('ON_HOLD', 'Otto', '2026-06-20'),
      await createLead('ON_HOLD', 'Lena', '2026-06-25'),
    ]
    await createLead('ON_HOLD', 'Hugo', '2026-06-28')
    const { page, complaints, context } = await open('/')
    const region = (name: string) => page.getByRole('region', { name })
    const row = (hasText: string) => region('To do').getByRole('listitem').filter({ hasText })
    // A click within 600 ms of another one is ignored.
    const press = async (text: string, name: string) => {
      await page.waitForTimeout(650)
      await row(text).getByRole('button', { name, exact: true }).click()
    }
    const pressInDialog = async (role: 'button' | 'menuitem', name: string | RegExp) => {
      await page.waitForTimeout(650)
      const button = page.getByRole(role, { name })
      await button.click()
      // A popover that closes under the pointer sends no event for its leaving.
      await button.waitFor({ state: 'detached' })
      await page.mouse.move(5, 5)
    }
    const waitUntilGone = (text: string) => row(text).waitFor({ state: 'detached' })
    await press('Rosa Luz', 'Decline')
    await checkAccessible(page, 'asked once more')
    await pressInDialog('button', lead.end.decline.submit)
    await waitUntilGone('Rosa Luz')
    await press('Yves Luz', 'Accept')
    await press('Otto Luz', 'Book').then(() => page.mouse.move(5, 5))
    await waitUntilGone('Otto Luz')
    await press('Lena Luz', 'Release')
    await pressInDialog('button', lead.end.release.submit)
    await waitUntilGone('Lena Luz')
    const longer = page.waitForResponse(/\/extend-hold$/)
    await press('Hugo Luz', 'Extend hold')
    await pressInDialog('menuitem', /^\+24/)
    assert.ok((await longer).ok())
    await press('Mon 18 May', 'Accept task')
    await row('Mon 18 May').getByText('accepted').waitFor()
    await press('Mon 18 May', 'Done')
    await page.mouse.move(5, 5)
    await waitUntilGone('Mon 18 May')
    const statuses = await Promise.all(uids.map(getStatus))
    assert.deepEqual(statuses, ['DECLINED', 'BOOKED', 'BOOKED', 'CLOSED'])
    await region('Arrivals').getByRole('link', { name: 'Ada Byron', exact: true }).click()
    const panel = page.getByRole('complementary', { name: 'Reservation' })
    await panel.getByRole('heading', { name: 'Ada Byron' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('the frame', { skip: noBrowser }, () => {
  it('shows the API calls of a page as commands for a terminal', async () => {
    const { page, complaints, context } = await open('/reservations')
    await page.getByRole('link', { name: 'Ada Byron' }).waitFor()
    await page.keyboard.press('?')
    const calls = page.getByRole('region', { name: 'This page’s API calls' })
    await calls.getByText('/api/v3.3/leads/counts').waitFor()
    await calls.getByText('/api/v3.3/graphql').waitFor()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await calls.getByRole('button', { name: /^Copy GET .*\/leads\/counts/ }).click()
    const copied = await page.evaluate<string>('navigator.clipboard.readText()')
    const [, url = ''] =
      /^curl '([^']+)' \\\n {2}-H "X-HOSTFULLY-APIKEY: \$API_KEY"$/.exec(copied) ?? []
    const response = await fetch(url, { headers: { 'x-hostfully-apikey': key } })
    assert.equal(response.status, 200, copied)
    await page.getByText('Single-key shortcuts').click()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    for (const pressed of ['g', 't', '?']) await page.keyboard.press(pressed)
    assert.equal(await page.getByRole('dialog').count(), 0)
    assert.match(page.url(), /\/reservations$/, 'keys are switched off')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('stores the chosen theme and language', async () => {
    const { page, complaints, context } = await open('/reservations')
    await page.getByRole('button', { name: /^Menu of/ }).click()
    await page.getByRole('menuitemradio', { name: 'Dark' }).click()
    assert.equal(await page.evaluate('document.documentElement.dataset.theme'), 'dark')
    const again = await context.request.get(`${server.url}/console/reservations`)
    assert.match(await again.text(), /<html lang="en" data-theme="dark">/)
    if ((await page.getByRole('menu').count()) === 0) {
      await page.getByRole('button', { name: /^Menu of/ }).click()
    }
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Buchungen' }).waitFor()
    assert.equal(await page.evaluate('document.documentElement.lang'), 'de')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('reports an unknown page', async () => {
    const { page, complaints, context } = await open('/nowhere')
    await page.getByRole('heading', { name: 'Page not found' }).waitFor()
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('reports refusals of the server, and starts a cleaner on Tasks', async () => {
    const cleaner = { agencyUid, role: 'CLEANER' as const }
    const context = await openContext(server, browser!, cleaner)
    const { page, complaints } = await openPage(server, context, '/')
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).waitFor()
    const links = page.getByRole('navigation', { name: 'Pages' }).getByRole('link')
    assert.deepEqual(await links.allTextContents(), ['Tasks'])
    assert.deepEqual(complaints, [])
    await context.close()
    const path = `/reservations?reservation=${agencyUid}`
    const { page: german, context: germanContext } = await open(path, { locale: 'de' })
    // A text of the page, followed by the message of the server.
    const alert = german.getByRole('alert')
    await alert.getByText(de.problem.codes.LEAD_NOT_FOUND!).waitFor()
    await alert.getByText(`Lead not found: ${agencyUid}`).waitFor()
    await germanContext.close()
  })
})

describe('every page', { skip: noBrowser }, () => {
  const pages: [path: string, isThere: string][] = [
    ['/', 'Ada Byron'],
    ['/calendar', 'Barn'],
    ['/calendar?density=rates', 'Barn'],
    ['/reservations', 'Ada Byron'],
  ]
  for (const width of [1440, 360]) {
    it(`passes axe in both themes: ${width} px, panel open and closed`, async () => {
      const options = { width, reportsShifts: true }
      const context = await openContext(server, browser!, manager, options)
      const { page, complaints } = await openPage(server, context, '/')
      for (const [path, isThere] of pages) {
        await page.goto(`${server.url}/console${path}`)
        await page.getByText(isThere).first().waitFor()
        await checkThemes(page, `${path} ${width}`)
        const below = await page.evaluate('document.documentElement.scrollHeight - innerHeight')
        assert.equal(below, 0, `${path}: only what is in the page scrolls`)
        const join = path.includes('?') ? '&' : '?'
        await page.goto(`${server.url}/console${path}${join}reservation=${leadUid}`)
        await page.getByRole('link', { name: 'ada@byron.example' }).waitFor()
        await checkThemes(page, `${path} ${width}, panel`)
        assert.deepEqual(complaints, [], path)
      }
      await context.close()
    })
  }

  it('passes axe with a dialog open or an error displayed', async () => {
    const { page, context } = await open('/reservations')
    await page.getByRole('link', { name: 'Ada Byron' }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').getByRole('option').first().waitFor()
    await checkAccessible(page, 'palette')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog').waitFor()
    await checkAccessible(page, 'help')
    await page.goto(`${server.url}/console/reservations?reservation=${agencyUid}`)
    await page.getByRole('alert').waitFor()
    await checkAccessible(page, 'error')
    await context.close()
  })
})
