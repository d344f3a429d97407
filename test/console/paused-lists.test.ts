/** Lists that do not change under the pointer or the focus, and their links. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'
import {
  findButton,
  findRow,
  makeAgencyWithLeads,
  openTimed,
  pointAt,
  recordWrites,
} from './timed-page.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

const acts = words.today.acts

/** Reads the text of the row under the pointer. */
const underPointer = (page: Page, { x, y }: { x: number; y: number }) =>
  page.evaluate<string>(
    `document.elementFromPoint(${x}, ${y}).closest('li, tr')?.textContent ?? 'nothing'`,
  )

describe('a change of another user', { skip: noBrowser }, () => {
  it('moves no row of Today under the pointer, and appears when the pointer leaves', async () => {
    const it = await makeAgencyWithLeads(server)
    const first = await it.createLead('PENDING', 'Ada')
    await it.createLead('PENDING', 'Bea')
    await it.createLead('ON_HOLD', 'Cleo')
    const ada = await makeSignedIn(server, it.agencyUid, 'STAFF', { first_name: 'Otto' })
    const { page, context } = await openTimed(server, browser!, it.agencyUid, '/')
    const at = await pointAt(page, findButton(findRow(page, 'Cleo'), acts.book))
    const headers = { ...ada.headers, 'x-lodgepole-console': '1' }
    const path = `/api/v3.3/leads/${first}/accept-booking-request`
    assert.equal((await server.request('POST', path, { headers, body: {} })).status, 200)
    await findRow(page, 'Ada').getByText('Booked by Otto Hall').waitFor()
    await it.createLead('PENDING', 'Dora')
    await page.getByText(words.live.show(1)).waitFor()
    assert.match(await underPointer(page, at), /Cleo Luz/)
    assert.equal(await findButton(findRow(page, 'Ada'), acts.accept).count(), 0)
    assert.equal(await findRow(page, 'Dora').count(), 0)
    await checkThemes(page, 'a day that others change')
    await page.mouse.move(5, 5)
    await findRow(page, 'Dora').waitFor()
    assert.equal(await page.getByText('Booked by Otto Hall').count(), 0)
    await context.close()
  })

  it('moves no row under the focus, and appears at once on request', async () => {
    const it = await makeAgencyWithLeads(server)
    const first = await it.createLead('PENDING', 'Ada')
    await it.createLead('PENDING', 'Bea')
    const { page, context } = await openTimed(server, browser!, it.agencyUid, '/')
    await findRow(page, 'Bea').waitFor()
    await page.keyboard.press('Tab')
    await findButton(findRow(page, 'Bea'), acts.accept).focus()
    await it.post(`/leads/${first}/accept-booking-request`)
    await findRow(page, 'Ada').getByText(words.lead.statuses.BOOKED).waitFor()
    await it.createLead('PENDING', 'Dora')
    await findButton(page, words.live.show(1)).focus()
    await page.keyboard.press('Enter')
    await findRow(page, 'Dora').waitFor()
    assert.equal(await findRow(page, 'Ada').getByText(words.lead.statuses.BOOKED).count(), 0)
    await context.close()
  })
})

describe('a change of leads by another user', { skip: noBrowser }, () => {
  it('moves no row of the list and no card of the board', async () => {
    const it = await makeAgencyWithLeads(server)
    await it.createLead('NEW', 'Ada')
    await it.createLead('NEW', 'Bea')
    for (const [path, row] of [
      ['/reservations', '.lead-table tbody tr'],
      ['/reservations/pipeline', '.board-card'],
    ] as const) {
      const { page, context } = await openTimed(server, browser!, it.agencyUid, path)
      const rows = page.locator(row)
      await rows.nth(1).waitFor()
      const at = await pointAt(page, rows.nth(1))
      const before = await rows.allTextContents()
      // A newer lead, which would be above the others.
      server.clock.advance(60_000)
      await it.createLead('NEW', 'Zoe')
      await page.getByText(words.live.show(1)).waitFor()
      assert.equal(await rows.count(), before.length)
      const under = `document.elementFromPoint(${at.x}, ${at.y}).closest('${row}').textContent`
      assert.equal(await page.evaluate(under), before[1])
      await page.mouse.move(5, 5)
      await rows.nth(before.length).waitFor()
      await context.close()
    }
  })
})

describe('a row', { skip: noBrowser }, () => {
  it('is a link, which opens a separate page in a new tab', async () => {
    const it = await makeAgencyWithLeads(server)
    const uid = await it.createLead('PENDING', 'Ada')
    const context = await openContext(server, browser!, { agencyUid: it.agencyUid })
    for (const [path, row] of [
      ['/', '.day-row'],
      ['/reservations', '.lead-table tbody tr'],
      ['/reservations/pipeline', '.board-card'],
    ] as const) {
      const { page } = await openPage(server, context, path)
      const link = page.getByRole('link', { name: 'Ada Luz' })
      assert.equal(await link.getAttribute('href'), `/console/reservations/${uid}`)
      const propertyLink = page.locator(row).getByRole('link', { name: 'Barn' })
      assert.match((await propertyLink.getAttribute('href'))!, /^\/console\/calendar\?query=Barn/)
      const opened = context.waitForEvent('page')
      await link.click({ modifiers: ['ControlOrMeta'] })
      const tab = await opened
      await tab.getByRole('heading', { name: 'Ada Luz' }).waitFor()
      await tab.close()
      const { width, height } = (await page.locator(row).boundingBox())!
      await page.locator(row).click({ position: { x: width * 0.55, y: height - 4 } })
      await page.getByRole('complementary', { name: words.lead.title }).waitFor()
      await page.close()
    }
    await context.close()
  })
})

describe('Back', { skip: noBrowser }, () => {
  it('restores the scroll position and all loaded pages of the list', async () => {
    const it = await makeAgencyWithLeads(server)
    for (let i = 1; i <= 60; i++) await it.createLead('NEW', `Guest${i}`)
    const context = await openContext(server, browser!, { agencyUid: it.agencyUid })
    const { page } = await openPage(server, context, '/leads')
    const rows = page.locator('.lead-table tbody tr')
    await rows.nth(49).waitFor()
    await findButton(page, words.leads.more).click()
    await rows.nth(59).waitFor()
    const scrolled = `document.getElementById('page').scrollTop`
    await page.evaluate(`${scrolled} = 1200`)
    const before = await page.evaluate(scrolled)
    assert.ok(Number(before) > 800, 'the list is long')
    await page.waitForTimeout(100)
    await page.getByRole('link', { name: words.pages.calendar }).click()
    await page.getByRole('grid').waitFor()
    assert.equal(await page.evaluate(scrolled), 0)
    await page.goBack()
    await rows.nth(59).waitFor()
    await eventually(async () => (await page.evaluate(scrolled)) === before)
    await context.close()
  })
})

describe('a message', { skip: noBrowser }, () => {
  it('names its author, who is "You" only for the author', async () => {
    const it = await makeAgencyWithLeads(server)
    const uid = await it.createLead('BOOKED', 'Ada')
    const ada = await makeSignedIn(server, it.agencyUid, 'STAFF', { first_name: 'Otto' })
    const headers = { ...ada.headers, 'x-lodgepole-console': '1' }
    const body = { type: 'EMAIL', leadUid: uid, content: { text: 'Welcome' } }
    const sent = await server.request('POST', '/api/v3.3/messages', { headers, body })
    assert.equal(sent.status, 201, sent.text)
    const context = await openContext(server, browser!, { agencyUid: it.agencyUid })
    const { page } = await openPage(server, context, `/leads/${uid}?tab=messages`)
    const writes = recordWrites(page)
    await page.locator('.message', { hasText: 'Welcome' }).getByText('Otto Hall').waitFor()
    await page.getByLabel(en.messages.write).fill('See you soon')
    await findButton(page, en.messages.send).click()
    await page
      .locator('.message', { hasText: 'See you soon' })
      .getByText(en.messages.you, { exact: true })
      .waitFor()
    assert.deepEqual(writes, ['POST /messages'])
    await context.close()
  })
})

describe('a page in the back-forward cache', { skip: noBrowser }, () => {
  it('is reloaded when it is shown again, so that a signed-out user sees no data', async () => {
    const it = await makeAgencyWithLeads(server)
    await it.createLead('NEW', 'Ada')
    const context = await openContext(server, browser!, { agencyUid: it.agencyUid })
    const { page } = await openPage(server, context, '/leads')
    await page.getByRole('link', { name: 'Ada Luz' }).waitFor()
    await context.clearCookies()
    await page.evaluate(`dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    assert.equal(await page.getByText('Ada Luz').count(), 0)
    await context.close()
  })
})
