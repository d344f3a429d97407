/** Pages that neither shift nor lose input when a form or a price loads later. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { en } from '../../src/console/i18n/lead/en.ts'
import { en as property } from '../../src/console/i18n/properties/page/en.ts'
import { en as kit } from '../../src/console/i18n/resources/en.ts'
import { listActions } from '../../src/console/shared/lead/actions/actions.ts'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { makeLeadIn } from '../fixtures/leads-in-states.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

/** Waits until the page has loaded and painted everything. */
async function waitUntilPainted(page: Page): Promise<void> {
  await page.waitForFunction(`new Promise(resolve => {
    let before = performance.getEntriesByType('resource').length
    const look = () => {
      const now = performance.getEntriesByType('resource').length
      if (now === before) return resolve(true)
      before = now
      setTimeout(look, 300)
    }
    setTimeout(look, 300)
  })`)
}

for (const width of [1440, 360]) {
  describe(`a page of ${width} px`, { skip: noBrowser }, () => {
    it('does not shift when the form in its URL loads', async () => {
      const propertyUid = await makeProperty(server, agencyUid, { name: 'Barn' })
      const nights = { propertyUid, checkIn: '2026-07-01', checkOut: '2026-07-05' }
      const uid = await makeLeadIn(server, agencyUid, 'BK', nights)
      const context = await openContext(
        server,
        browser!,
        { agencyUid },
        { width, reportsShifts: true },
      )
      for (const [i, act] of listActions('BK').entries()) {
        // Each form is tested on the page at one width, and in the panel at the other.
        const isPage = (i % 2 === 0) === (width === 1440)
        const path = isPage
          ? `/reservations/${uid}?act=${act}`
          : `/reservations?reservation=${uid}&act=${act}`
        const { page } = await openPage(server, context, path)
        await page.locator('.lead-top form.form').waitFor()
        await waitUntilPainted(page)
        await page.close()
      }
      await context.close()
    })

    it('does not shift when the first price of a quote loads', async () => {
      const propertyUid = await makeProperty(server, agencyUid, {
        name: 'Barn',
        daily_rate: '150',
        cleaning_fee: '80.10',
        tax_rate: '0.12',
      })
      const context = await openContext(
        server,
        browser!,
        { agencyUid },
        { width, reportsShifts: true },
      )
      const stay = `propertyUid=${propertyUid}&from=2026-07-01&to=2026-07-05`
      const { page } = await openPage(server, context, `/quote?${stay}&as=book`)
      const total = page.getByRole('row', { name: /^Total/ })
      await total.waitFor()
      const [price, guest] = [total, page.getByLabel(en.edit.email)].map(one => one.boundingBox())
      const isAbove = (await price)!.y < (await guest)!.y
      assert.ok(isAbove || width > 360, 'on a phone the price stands by the dates')
      await waitUntilPainted(page)
      const typed = await openPage(server, context, `/quote?propertyUid=${propertyUid}`)
      await waitUntilPainted(typed.page)
      await typed.page.getByLabel(en.stay.arrival, { exact: true }).fill('2026-07-10')
      await typed.page.getByLabel(en.stay.departure, { exact: true }).fill('2026-07-14')
      await typed.page.getByRole('row', { name: /^Total/ }).waitFor()
      await waitUntilPainted(typed.page)
      await context.close()
    })
  })
}

describe('the editor of a property', { skip: noBrowser }, () => {
  it('keeps the focus and the input while the texts of the price load', async () => {
    const uid = await makeProperty(server, agencyUid, { name: 'Oak', daily_rate: '150' })
    const context = await openContext(server, browser!, { agencyUid })
    const [focused, typed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const hold = (url: RegExp, until: Promise<void>) =>
      context.route(url, async route => {
        await until
        await route.continue()
      })
    await hold(/quotes$/, focused.promise)
    await hold(/i18n-lead-en/, typed.promise)
    const page = await context.newPage()
    const quoted = page.waitForResponse(/quotes$/)
    const url = `${server.url}/console/properties/${uid}/basics`
    await page.goto(url, { waitUntil: 'commit' })
    await page.locator('[data-field="name"] input').press('End')
    focused.resolve()
    await (await quoted).finished()
    await page.waitForTimeout(200)
    await page.keyboard.type(' Lodge')
    typed.resolve()
    const form = page.getByRole('form', { name: property.groups.general })
    await form.getByRole('button', { name: kit.save, exact: true }).click()
    await page.getByRole('heading', { name: 'Oak Lodge', level: 1 }).waitFor()
    const preview = page.getByRole('region', { name: property.preview.title })
    await preview.getByRole('row', { name: /^Total/ }).waitFor()
    await context.close()
  })
})
