/** Warnings of the server, and the price of a changed stay, in a real browser. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { en } from '../../src/console/i18n/en.ts'
import { en as leadWords } from '../../src/console/i18n/lead/en.ts'
import { apiClient } from '../fixtures/console.ts'
import { checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makePromoCode } from '../fixtures/prices.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const { agencyUid, key } = await makeAgency(server)
const callApi = apiClient(server, key)
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

await makePromoCode(server, agencyUid, { code: 'LONG4', minimum_nights: 4 })

/**
 * Creates two bookings that meet on one day, at a property whose price has risen since the first.
 */
async function makeStay() {
  const columns = { name: 'Barn', daily_rate: '150' }
  const propertyUid = await makeProperty(server, agencyUid, columns)
  const book = async (from: string, to: string, lastName: string, promoCode: string | null) => {
    const dates = {
      checkInLocalDateTime: `2026-06-${from}`,
      checkOutLocalDateTime: `2026-06-${to}`,
    }
    const guestInformation = { firstName: 'Ada', lastName, adultCount: 2 }
    const body = { agencyUid, propertyUid, status: 'BOOKED', promoCode, ...dates, guestInformation }
    return (await callApi('POST', '/leads', body)).lead.uid as string
  }
  const uid = await book('10T16:00', '14T11:00', 'Byron', 'LONG4')
  await book('16T13:00', '18T11:00', 'Lamb', null)
  await callApi('PATCH', `/properties/${propertyUid}`, { pricing: { dailyRate: 200 } })
  return uid
}

const { stay } = leadWords
const name = leadWords.act.alteration

async function openForm(page: Page) {
  const actions = page.getByRole('group', { name: leadWords.acts })
  await actions.waitFor()
  await actions.getByRole('button', { name, exact: true }).click()
  return page.getByRole('form', { name })
}

describe('a change of a stay', { skip: noBrowser }, () => {
  for (const width of [1440, 390]) {
    it(`offers both prices, and shows warnings of the server, at ${width} px`, async () => {
      const uid = await makeStay()
      const options = { width, height: 900 }
      const context = await openContext(server, browser!, { agencyUid }, options)
      const { page } = await openPage(server, context, `/leads/${uid}`)
      const form = await openForm(page)
      await form.getByLabel(stay.departure, { exact: true }).fill('2026-06-16')
      await form.getByLabel(stay.departureTime).fill('15:00')
      // 4 agreed nights at 150 and 2 at 200, or all at 200; less 10 %.
      await form.getByText(stay.ifAnew('US$1,080.00')).waitFor()
      assert.match(await form.innerText(), /US\$900\.00/)
      const price = form.getByLabel(stay.price, { exact: true })
      assert.equal(await price.inputValue(), 'agreed')
      await checkThemes(page, `the form at ${width}`)
      await price.selectOption('anew')
      await form.getByText('+US$540.00').waitFor()
      await price.selectOption('agreed')
      await form.getByRole('button', { name: stay.save }).click()
      const banner = page.getByText(en.frame.warned.TIMES_OVERLAP)
      await banner.waitFor()
      await checkThemes(page, `the banner at ${width}`)
      // The toast has a close button, too, as an icon.
      await page.getByRole('button').filter({ hasText: en.frame.close }).click()
      await banner.waitFor({ state: 'detached' })
      const { orders } = await callApi('GET', `/orders?leadUid=${uid}`)
      assert.equal(orders[0].totalAmount, 900)
      await context.close()
    })
  }
})
