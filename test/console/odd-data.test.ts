/** Pages with data that nobody thinks of first, and with a role that changes. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { en as words } from '../../src/console/words/en.ts'
import { en } from '../../src/console/words/lead/en.ts'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { makeStay } from '../fixtures/held-nights.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

const currencies = `AED ARS AUD BHD BRL CAD CHF CLP CNY COP CZK DKK EGP EUR GBP HKD HUF IDR ILS INR
  ISK JPY KRW KWD MAD MXN MYR NOK NZD PHP PLN RON SEK SGD THB TND TRY UGX VND ZAR`.split(/\s+/)

describe('odd data', { skip: noBrowser }, () => {
  const long = `${'שלום '.repeat(20)}👩‍🌾${'W'.repeat(150)}`

  it('is shown on every page, and each says what is so', async () => {
    const odd = await makeAgency(server)
    const made = async (columns: Record<string, unknown>, checkIn: string, checkOut: string) => {
      const propertyUid = await makeProperty(server, odd.agencyUid, columns)
      const columnsOf = { first_name: long, last_name: 'مرحبا' }
      const stay = { propertyUid, checkIn, checkOut, columns: columnsOf }
      return makeStay(server, odd.agencyUid, stay)
    }
    for (const currency of currencies) {
      await makeProperty(server, odd.agencyUid, { name: `${currency} house`, currency })
    }
    const zone = { time_zone: 'Mars/Olympus_Mons' }
    const stays = [
      await made({ name: long.slice(0, 255), ...zone }, '2026-05-20', '2026-05-22'),
      await made({ name: 'A year' }, '2026-05-01', '2027-05-01'),
      await made({ name: 'DST', time_zone: 'Europe/Berlin' }, '2026-10-24', '2026-10-26'),
    ]
    const context = await openContext(server, browser!, { agencyUid: odd.agencyUid }, {})
    const { page, complaints } = await openPage(server, context, '/')
    const paths = ['/', '/calendar', '/calendar?density=rates', '/calendar?density=list']
    const more = [
      ...stays.map(uid => `/leads/${uid}?tab=money`),
      '/leads',
      '/leads/board',
      '/quote',
    ]
    for (const path of [...paths, ...more]) {
      await page.goto(`${server.url}/console${path}`)
      await page.getByRole('main').waitFor()
      await page.waitForLoadState('networkidle')
      assert.equal(await page.getByRole('alert').count(), 0, path)
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('keeps what was typed when a role is taken away', async () => {
    const propertyUid = await makeProperty(server, agencyUid)
    const nights = { checkIn: '2026-07-01', checkOut: '2026-07-05' }
    const uid = await makeStay(server, agencyUid, { propertyUid, ...nights })
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, `/leads/${uid}?act=edit`)
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
})
