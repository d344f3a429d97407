/** Pages with unusual data, and with a role that changes. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { makeStay } from '../fixtures/held-nights.ts'
import { makeLeadIn } from '../fixtures/leads-in-states.ts'
import { makeManager, password } from '../fixtures/oauth.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { exampleNow, startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
await makeStay(server, agencyUid, {
  propertyUid: await makeProperty(server, agencyUid, { name: 'Barn' }),
  checkIn: '2026-05-20',
  checkOut: '2026-05-24',
})
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

const currencies = `AED ARS AUD BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR
  ISK JPY KRW KWD MAD MXN MYR NOK NZD PHP PLN RON SEK SGD THB TND TRY UGX VND ZAR`.split(/\s+/)

describe('odd data', { skip: noBrowser }, () => {
  const long = `${'שלום '.repeat(20)}👩‍🌾${'W'.repeat(150)}`
  const name = `${long} مرحبا`

  it('is displayed correctly on every page', async () => {
    const odd = await makeAgency(server)
    const addStay = async (columns: Record<string, unknown>, checkIn: string, checkOut: string) => {
      const propertyUid = await makeProperty(server, odd.agencyUid, columns)
      const guest = { first_name: long, last_name: 'مرحبا' }
      const stay = { propertyUid, checkIn, checkOut, columns: guest }
      return makeStay(server, odd.agencyUid, stay)
    }
    for (const currency of currencies) {
      await makeProperty(server, odd.agencyUid, { name: `${currency} house`, currency })
    }
    const zone = { time_zone: 'Mars/Olympus_Mons' }
    const stays = [
      await addStay({ name: long.slice(0, 255), ...zone }, '2026-05-20', '2026-05-22'),
      await addStay({ name: 'A year' }, '2026-05-01', '2027-05-01'),
      await addStay({ name: 'DST', time_zone: 'Europe/Berlin' }, '2026-10-24', '2026-10-26'),
    ]
    const context = await openContext(server, browser!, { agencyUid: odd.agencyUid }, {})
    const { page, complaints } = await openPage(server, context, '/')
    const leads = stays.map(uid => `/reservations/${uid}?tab=money`)
    const expectations: [path: string, ...texts: string[]][] = [
      ['/', name],
      ['/calendar', 'AED house', 'ARS house'],
      ['/calendar?density=rates', 'AED house', 'AUD house'],
      ['/calendar?density=list', 'AED house'],
      [leads[0]!, name, long.slice(0, 255)],
      // A night of 25 hours counts as one.
      [leads[1]!, '365 nights', 'A year'],
      [leads[2]!, '2 nights', 'Mon 26 Oct'],
      ['/reservations', name, '365 nights'],
      ['/reservations/pipeline', name],
      ['/reservations/new'],
    ]
    for (const [path, ...texts] of expectations) {
      await page.goto(`${server.url}/console${path}`)
      await page.getByRole('main').waitFor()
      await page.waitForLoadState('networkidle')
      for (const text of texts) await page.getByText(text).first().waitFor()
      assert.equal(await page.getByRole('alert').count(), 0, path)
      for (const width of [360, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        const widths = `[document.documentElement, document.querySelector('main')].map(
          ({ scrollWidth }) => scrollWidth)`
        const most = Math.max(...(await page.evaluate<number[]>(widths)))
        assert.ok(most <= width, `${path} takes ${most} of ${width} pixels`)
      }
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })
})

describe('input of a booking', { skip: noBrowser }, () => {
  it('is retained when the nights are no longer free, and booked for other nights', async () => {
    const other = await makeAgency(server)
    const propertyUid = await makeProperty(server, other.agencyUid, { daily_rate: '150' })
    const context = await openContext(server, browser!, { agencyUid: other.agencyUid })
    const stay = `propertyUid=${propertyUid}&from=2026-07-01&to=2026-07-05`
    const { page } = await openPage(server, context, `/quote?${stay}&as=book`)
    await page.getByRole('row', { name: /^Total.*600/ }).waitFor()
    await page.getByLabel('Last name').fill('Lovelace')
    const occupied = { propertyUid, checkIn: '2026-07-03', checkOut: '2026-07-06' }
    await makeStay(server, other.agencyUid, occupied)
    await page.getByRole('button', { name: en.quote.submits.book }).click()
    await page.getByRole('alert').getByText(en.refusal.taken).waitFor()
    assert.equal(await page.getByLabel('Last name').inputValue(), 'Lovelace')
    const free = page.getByRole('group', { name: en.refusal.nextFree }).getByRole('button')
    await free.first().click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: en.quote.submits.book }).click()
    await page.waitForURL(/\/reservations\/[0-9a-f]/)
    await page.getByText('Lovelace').first().waitFor()
    await context.close()
  })
})

describe('the list of leads', { skip: noBrowser }, () => {
  it('fits a phone in every language', async () => {
    for (const language of ['de', 'fr', 'es']) {
      const options = { width: 360, locale: language }
      const context = await openContext(server, browser!, { agencyUid }, options)
      const { page } = await openPage(server, context, '/reservations')
      await page.locator('.lead-table').getByRole('checkbox').nth(1).check()
      const bar = page.locator('.bulk-bar')
      await bar.waitFor()
      const over = `[...document.querySelectorAll('.page, .bulk-bar')].map(
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)`
      assert.deepEqual(await page.evaluate(over), [0, 0], language)
      const { x, width } = (await bar.boundingBox())!
      assert.ok(x >= 0 && x + width <= 360, `${language}: to ${x + width} px`)
      await context.close()
    }
  })
})

describe('forced colours', { skip: noBrowser }, () => {
  it('show what is selected on each page', async () => {
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/reservations')
    await page.emulateMedia({ forcedColors: 'active' })
    await page.locator('.stage').first().waitFor()
    for (const kind of ['.sidebar a', '.toggle-button', '.stage']) {
      const paint = (which: string) =>
        page.evaluate<string>(`(() => {
          const { backgroundColor, borderBottomColor } = getComputedStyle(
            document.querySelector('${kind}${which}'))
          return backgroundColor + borderBottomColor
        })()`)
      assert.notEqual(await paint('[aria-current]'), await paint(':not([aria-current])'), kind)
    }
    await context.close()
  })
})

describe('a complaint of a page', { skip: noBrowser }, () => {
  it('fails its test: errors, policy violations and layout shifts', async () => {
    const options = { reportsShifts: true }
    const context = await openContext(server, browser!, { agencyUid }, options)
    const { page } = await openPage(server, context, '/')
    await page.getByRole('region', { name: words.today.arrivals }).waitFor()
    await page.evaluate(`
      console.error('a complaint')
      setTimeout(() => { throw new TypeError('thrown') })
      document.body.append(Object.assign(new Image(), { src: '//elsewhere.example/a.png' }))
      const pushing = document.createElement('p')
      pushing.style.padding = '60px'
      document.querySelector('main').prepend(pushing)
      new Promise(resolve => setTimeout(resolve, 500))`)
    await assert.rejects(context.close(), ({ actual }: assert.AssertionError) => {
      const all = (actual as string[]).join('\n')
      const expected = [/^a complaint/m, /^TypeError: thrown/m, /Security Policy/, /^layout shift/m]
      for (const one of expected) assert.match(all, one)
      return true
    })
  })
})

describe('input of a form', { skip: noBrowser }, () => {
  it('is retained when a role is revoked', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const nights = { checkIn: '2026-07-01', checkOut: '2026-07-05' }
    const uid = await makeStay(server, agencyUid, { propertyUid, ...nights })
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, `/reservations/${uid}?act=edit`)
    const form = page.getByRole('form', { name: en.act.edit })
    await form.getByLabel(en.edit.notes, { exact: true }).fill('Paint the door')
    await server.database.kysely
      .updateTable('employees')
      .set({ role: 'READ_ONLY' })
      .where('agency_uid', '=', agencyUid)
      .execute()
    await form.getByRole('button', { name: en.edit.save }).click()
    await form.getByRole('alert').getByText(words.problem.forbidden).waitFor()
    const typed = await form.getByLabel(en.edit.notes, { exact: true }).inputValue()
    assert.equal(typed, 'Paint the door')
    await context.close()
  })

  it('is retained when the session has ended, and saved after signing in', async () => {
    const email = 'again@cedarstays.example'
    const other = await makeAgency(server)
    await makeManager(server, other.agencyUid, { email })
    const propertyUid = await makeProperty(server, other.agencyUid)
    const nights = { checkIn: '2026-07-01', checkOut: '2026-07-05' }
    const uid = await makeStay(server, other.agencyUid, { propertyUid, ...nights })
    const context = await openContext(server, browser!, { agencyUid: other.agencyUid })
    const { page } = await openPage(server, context, `/reservations/${uid}?act=edit`)
    const form = page.getByRole('form', { name: en.act.edit })
    const notes = form.getByLabel(en.edit.notes, { exact: true })
    await notes.fill('Flood')
    await server.database.kysely
      .deleteFrom('sessions')
      .where('agency_uid', '=', other.agencyUid)
      .execute()
    await form.getByRole('button', { name: en.edit.save }).click()
    const alert = form.getByRole('alert')
    await alert.getByText(words.problem.ended).waitFor()
    const opened = context.waitForEvent('page')
    await alert.getByRole('link', { name: words.problem.signIn }).click()
    const signIn = await opened
    await signIn.getByLabel('E-mail').fill(email)
    await signIn.getByLabel('Password').fill(password)
    await signIn.getByRole('button', { name: 'Sign in' }).click()
    await signIn.getByRole('main').waitFor()
    assert.equal(await notes.inputValue(), 'Flood')
    await form.getByRole('button', { name: en.edit.save }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByText('Flood').first().waitFor()
    await context.close()
  })
})

describe('a view of the list', { skip: noBrowser }, () => {
  it('is saved in addition to one that another window saves at the same time', async () => {
    const other = await makeAgency(server)
    const context = await openContext(server, browser!, { agencyUid: other.agencyUid })
    const { page } = await openPage(server, context, '/reservations?query=dora')
    const headers = { 'x-lodgepole-console': '1', 'sec-fetch-site': 'same-origin' }
    const views = { leads: [{ name: 'Ruth’s', search: 'query=ruth' }] }
    let sent = 0
    await page.route('**/session/preferences', async route => {
      if (route.request().method() === 'PUT' && sent++ === 0) {
        const data = { preferences: { views } }
        await context.request.put(route.request().url(), { headers, data })
      }
      await route.continue()
    })
    await page.getByRole('button', { name: 'Save view' }).click()
    await page.getByLabel('View name').fill('Dora’s')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Dora’s' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Ruth’s' }).count(), 1)
    assert.equal(sent, 2)
    await page.goto(`${server.url}/console/reservations`)
    await page.getByRole('link', { name: 'Dora’s' }).click()
    await page.waitForURL(/query=dora/)
    await context.close()
  })
})

describe('a hold', { skip: noBrowser }, () => {
  it('that has expired is reported by the booking page, and cannot be booked', async () => {
    const held = await makeAgency(server)
    const propertyUid = await makeProperty(server, held.agencyUid, { daily_rate: '150' })
    const context = await openContext(server, browser!, { agencyUid: held.agencyUid })
    await context.clock.install({ time: new Date(exampleNow) })
    const stay = `propertyUid=${propertyUid}&from=2026-07-01&to=2026-07-05`
    const { page } = await openPage(server, context, `/quote?${stay}&as=hold`)
    await context.clock.runFor(1_000)
    await page.getByRole('row', { name: /^Total.*600/ }).waitFor()
    await page.getByRole('button', { name: en.quote.submits.hold }).click()
    await page.getByRole('timer').getByText('held, 14:').waitFor()
    await context.clock.runFor(16 * 60_000)
    await page.getByRole('heading', { name: en.quote.gone }).waitFor()
    assert.ok(await page.getByRole('button', { name: en.quote.book }).isDisabled())
    await page.getByRole('button', { name: en.quote.again }).click()
    await page.getByRole('button', { name: en.quote.submits.hold }).waitFor()
    await context.close()
  })

  it('that has expired is displayed as closed before the server has recorded it', async () => {
    const held = await makeAgency(server)
    const propertyUid = await makeProperty(server, held.agencyUid)
    const nights = { propertyUid, checkIn: '2026-07-01', checkOut: '2026-07-05' }
    const uid = await makeLeadIn(server, held.agencyUid, 'OH', nights)
    const context = await openContext(server, browser!, { agencyUid: held.agencyUid })
    const { page } = await openPage(server, context, `/reservations/${uid}?act=extend-hold`)
    const { statuses } = words.lead
    await page.getByText(statuses.ON_HOLD, { exact: true }).waitFor()
    const form = page.getByRole('form', { name: en.act['extend-hold'] })
    server.clock.advance(25 * 3_600_000)
    await form.getByRole('button', { name: en.act['extend-hold'] }).click()
    await form
      .getByRole('alert')
      .getByText(/now “Lost”/)
      .waitFor()
    await page.getByText(statuses.CLOSED, { exact: true }).waitFor()
    assert.equal(await page.getByText(statuses.ON_HOLD, { exact: true }).count(), 0)
    const { body } = await server.request('GET', `/api/v3.3/leads/${uid}`, { key: held.key })
    assert.equal(body.lead.status, 'ON_HOLD')
    server.clock.set(exampleNow)
    await context.close()
  })
})
