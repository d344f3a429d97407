/** Lists stay as they are while somebody is in them, and lead to what they name. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { en as words } from '../../src/console/words/en.ts'
import { en } from '../../src/console/words/lead/en.ts'
import { checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'
import { buttonOf, makeSafeAgency, openTimed, pointAt, rowOf, writesOf } from './timed-page.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

const acts = words.today.acts

/** What is under the pointer: the text of its row. */
const underPointer = (page: Page, { x, y }: { x: number; y: number }) =>
  page.evaluate<string>(
    `document.elementFromPoint(${x}, ${y}).closest('li, tr')?.textContent ?? 'nothing'`,
  )

describe('what others change', { skip: noBrowser }, () => {
  it('moves no row of the day under the pointer, and shows when it has left', async () => {
    const it = await makeSafeAgency(server)
    const first = await it.ask('PENDING', 'Ada')
    await it.ask('PENDING', 'Bea')
    await it.ask('ON_HOLD', 'Cleo')
    const ada = await makeSignedIn(server, it.agencyUid, 'STAFF', { first_name: 'Otto' })
    const { page, context } = await openTimed(server, browser!, it.agencyUid, '/')
    const at = await pointAt(page, buttonOf(rowOf(page, 'Cleo'), acts.book))
    const headers = { ...ada.headers, 'x-lodgepole-console': '1' }
    const path = `/api/v3.3/leads/${first}/accept-booking-request`
    assert.equal((await server.request('POST', path, { headers, body: {} })).status, 200)
    await rowOf(page, 'Ada').getByText('Booked by Otto Hall').waitFor()
    await it.ask('PENDING', 'Dora')
    await page.getByText(words.live.show(1)).waitFor()
    assert.match(await underPointer(page, at), /Cleo Luz/)
    assert.equal(await buttonOf(rowOf(page, 'Ada'), acts.accept).count(), 0)
    assert.equal(await rowOf(page, 'Dora').count(), 0)
    await checkThemes(page, 'a day that others change')
    await page.mouse.move(5, 5)
    await rowOf(page, 'Dora').waitFor()
    assert.equal(await page.getByText('Booked by Otto Hall').count(), 0)
    await context.close()
  })

  it('moves no row under the focus, and comes at once when it is asked for', async () => {
    const it = await makeSafeAgency(server)
    const first = await it.ask('PENDING', 'Ada')
    await it.ask('PENDING', 'Bea')
    const { page, context } = await openTimed(server, browser!, it.agencyUid, '/')
    await rowOf(page, 'Bea').waitFor()
    await page.keyboard.press('Tab')
    await buttonOf(rowOf(page, 'Bea'), acts.accept).focus()
    await it.post(`/leads/${first}/accept-booking-request`)
    await rowOf(page, 'Ada').getByText(words.lead.statuses.BOOKED).waitFor()
    await it.ask('PENDING', 'Dora')
    await buttonOf(page, words.live.show(1)).focus()
    await page.keyboard.press('Enter')
    await rowOf(page, 'Dora').waitFor()
    assert.equal(await rowOf(page, 'Ada').getByText(words.lead.statuses.BOOKED).count(), 0)
    await context.close()
  })
})

describe('what others change of leads', { skip: noBrowser }, () => {
  it('moves no row of the list and no card of the board', async () => {
    const it = await makeSafeAgency(server)
    await it.ask('NEW', 'Ada')
    await it.ask('NEW', 'Bea')
    for (const [path, row] of [
      ['/leads', '.lead-table tbody tr'],
      ['/leads/board', '.board-card'],
    ] as const) {
      const { page, context } = await openTimed(server, browser!, it.agencyUid, path)
      const rows = page.locator(row)
      await rows.nth(1).waitFor()
      const at = await pointAt(page, rows.nth(1))
      const before = await rows.allTextContents()
      // Newer than the others, which stand below.
      server.clock.advance(60_000)
      await it.ask('NEW', 'Zoe')
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
  it('is a link as a whole, and leads to a page of its own in a new tab', async () => {
    const it = await makeSafeAgency(server)
    const uid = await it.ask('PENDING', 'Ada')
    const context = await openContext(server, browser!, { agencyUid: it.agencyUid })
    for (const [path, row] of [
      ['/', '.day-row'],
      ['/leads', '.lead-table tbody tr'],
      ['/leads/board', '.board-card'],
    ] as const) {
      const { page } = await openPage(server, context, path)
      const link = page.getByRole('link', { name: 'Ada Luz' })
      assert.equal(await link.getAttribute('href'), `/console/leads/${uid}`)
      const house = page.locator(row).getByRole('link', { name: 'Barn' })
      assert.match((await house.getAttribute('href'))!, /^\/console\/calendar\?query=Barn/)
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
  it('shows the list where it was, with all pages that were read', async () => {
    const it = await makeSafeAgency(server)
    for (let i = 1; i <= 60; i++) await it.ask('NEW', `Guest${i}`)
    const context = await openContext(server, browser!, { agencyUid: it.agencyUid })
    const { page } = await openPage(server, context, '/leads')
    const rows = page.locator('.lead-table tbody tr')
    await rows.nth(49).waitFor()
    await buttonOf(page, words.leads.more).click()
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
  it('names the colleague who wrote it, and is of "You" only from oneself', async () => {
    const it = await makeSafeAgency(server)
    const uid = await it.ask('BOOKED', 'Ada')
    const ada = await makeSignedIn(server, it.agencyUid, 'STAFF', { first_name: 'Otto' })
    const headers = { ...ada.headers, 'x-lodgepole-console': '1' }
    const body = { type: 'EMAIL', leadUid: uid, content: { text: 'Welcome' } }
    const sent = await server.request('POST', '/api/v3.3/messages', { headers, body })
    assert.equal(sent.status, 201, sent.text)
    const context = await openContext(server, browser!, { agencyUid: it.agencyUid })
    const { page } = await openPage(server, context, `/leads/${uid}?tab=messages`)
    const writes = writesOf(page)
    await page.locator('.message', { hasText: 'Welcome' }).getByText('Otto Hall').waitFor()
    await page.getByLabel(en.messages.write).fill('See you soon')
    await buttonOf(page, en.messages.send).click()
    await page
      .locator('.message', { hasText: 'See you soon' })
      .getByText(en.messages.you, { exact: true })
      .waitFor()
    assert.deepEqual(writes, ['POST /messages'])
    await context.close()
  })
})

describe('a page that the browser put to sleep', { skip: noBrowser }, () => {
  it('is read anew when it is shown again, so that who signed out sees nothing', async () => {
    const it = await makeSafeAgency(server)
    await it.ask('NEW', 'Ada')
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
