/** Writes that wait to be undone: each is sent once, even if its page is closed. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { en as toasts } from '../../src/console/i18n/toasts/en.ts'
import { openPage } from '../fixtures/console-pages.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'
import {
  findButton,
  findRow,
  findToast,
  makeAgencyWithLeads,
  openTimed,
  recordWrites,
} from './timed-page.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

const { acts } = words.today
const delayMs = 6_000

/** Creates an agency with one request, and a page that has just accepted it. */
async function accepting() {
  const it = await makeAgencyWithLeads(server)
  const uid = await it.createLead('PENDING', 'Ada')
  const opened = await openTimed(server, browser!, it.agencyUid, '/')
  const row = findRow(opened.page, 'Ada')
  await findButton(row, acts.accept).click()
  await row.getByText(words.live.pending.accept).waitFor()
  const statusIs = (status: string) =>
    eventually(async () => (await it.read(uid)).status === status)
  return { ...it, ...opened, uid, row, statusIs }
}

async function acceptedTimes(uid: string, key: string): Promise<number> {
  const { body } = await server.request('GET', `/api/v3.3/leads/${uid}/history`, { key })
  return body.history.filter(({ act }: { act: string }) => act === 'accept-booking-request').length
}

describe('Undo', { skip: noBrowser }, () => {
  it('in the row restores it, and nothing is sent', async () => {
    const { page, context, row, writes, read, uid } = await accepting()
    await page.clock.runFor(delayMs - 1_000)
    await findButton(row, words.live.undo).click()
    await findButton(row, acts.accept).waitFor()
    assert.equal(await page.locator('.toast').count(), 0)
    await page.clock.runFor(delayMs)
    assert.deepEqual(writes, [])
    assert.equal((await read(uid)).status, 'PENDING')
    await context.close()
  })

  it('in the toast does, too; otherwise the write is sent after 6 s and confirmed', async () => {
    const { page, context, row, writes, statusIs } = await accepting()
    await findButton(findToast(page, 'Accepting Ada Luz'), toasts.undo).click()
    await page.clock.runFor(700)
    await findButton(row, acts.accept).click()
    await page.clock.runFor(delayMs - 500)
    assert.deepEqual(writes, [])
    await page.clock.runFor(600)
    await findToast(page, 'Accepted Ada Luz').waitFor()
    await statusIs('BOOKED')
    assert.equal(writes.length, 1)
    await context.close()
  })
})

describe('a delayed write', { skip: noBrowser }, () => {
  it('is sent when its tab is closed', async () => {
    const { page, context, statusIs } = await accepting()
    await page.close({ runBeforeUnload: true })
    await statusIs('BOOKED')
    await context.close()
  })

  it('is sent when the page navigates away, and before signing out', async () => {
    const navigated = await accepting()
    await navigated.page.goto('about:blank')
    await navigated.statusIs('BOOKED')
    await navigated.context.close()
    const leaving = await accepting()
    await leaving.page.getByRole('button', { name: /^Menu of/ }).click()
    await leaving.page.getByRole('menuitem', { name: words.frame.signOut }).click()
    await findButton(leaving.page, 'Sign in').waitFor()
    assert.equal((await leaving.read(leaving.uid)).status, 'BOOKED')
    await leaving.context.close()
  })

  it('is sent before another write to the same lead', async () => {
    const { page, context, row, writes, uid, read } = await accepting()
    await page.clock.runFor(700)
    await row.getByRole('link', { name: 'Ada Luz' }).click()
    const panel = page.getByRole('complementary', { name: words.lead.title })
    await findButton(panel, en.tab.messages).click()
    await panel.getByLabel(en.messages.write).fill('Welcome')
    await findButton(panel, en.messages.send).click()
    await panel.locator('.message', { hasText: 'Welcome' }).waitFor()
    assert.deepEqual(writes, [`POST /leads/${uid}/accept-booking-request`, 'POST /messages'])
    assert.equal((await read(uid)).status, 'BOOKED')
    await context.close()
  })
})

describe('a write without a connection', { skip: noBrowser }, () => {
  it('is deferred, and can be undone until it is sent', async () => {
    const { page, context, row, writes, statusIs } = await accepting()
    await context.setOffline(true)
    await page.clock.runFor(delayMs + 500)
    await row.getByText(words.live.offline).waitFor()
    await findToast(page, toasts.waiting).waitFor()
    await findButton(row, words.live.undo).waitFor()
    assert.deepEqual(writes, [])
    await context.setOffline(false)
    await statusIs('BOOKED')
    assert.equal(writes.length, 1)
    await context.close()
  })

  it('is sent again if its response was lost, and executed once', async () => {
    const { page, context, row, writes, statusIs, uid, key } = await accepting()
    let isLost = true
    await page.route('**/accept-booking-request', async route => {
      if (!isLost) return route.continue()
      isLost = false
      await route.fetch()
      await route.abort('connectionreset')
    })
    await page.clock.runFor(delayMs + 100)
    await row.getByText(words.live.offline).waitFor()
    assert.equal(await findButton(row, words.live.undo).count(), 0)
    await page.clock.runFor(3_100)
    await findToast(page, 'Accepted Ada Luz').waitFor()
    await statusIs('BOOKED')
    assert.equal(writes.length, 2)
    assert.equal(await acceptedTimes(uid, key), 1)
    await context.close()
  })
})

describe('a write after one of another user', { skip: noBrowser }, () => {
  it('restores the row, and shows the reason until it is closed', async () => {
    const { page, context, row, post, uid } = await accepting()
    await page.route('**/today?*', route => route.abort())
    await post(`/leads/${uid}/decline-booking-request`)
    await page.clock.runFor(delayMs + 100)
    const toast = findToast(page, 'Ada Luz')
    await toast.getByText(words.problem.isNow(words.lead.statuses.DECLINED)).waitFor()
    await page.clock.runFor(60_000)
    assert.equal(await toast.count(), 1)
    await findButton(row, acts.accept).waitFor()
    await findButton(toast, toasts.close).click()
    await toast.waitFor({ state: 'detached' })
    await context.close()
  })

  it('is executed once in two tabs', async () => {
    const { page, context, statusIs, uid, key } = await accepting()
    const { page: other } = await openPage(server, context, '/')
    const writes = recordWrites(other)
    await findButton(findRow(other, 'Ada'), acts.accept).click()
    // The tabs share a clock.
    await page.clock.runFor(delayMs + 100)
    await statusIs('BOOKED')
    // The server treats the second request as done already.
    for (const tab of [page, other]) await findToast(tab, 'Accepted Ada Luz').waitFor()
    assert.equal(await acceptedTimes(uid, key), 1)
    assert.equal(writes.length, 1)
    await context.close()
  })

  it('changes nothing when its page crashes', async () => {
    const { page, context, read, uid } = await accepting()
    const crashed = page.waitForEvent('crash')
    await page.goto('chrome://crash').catch(() => {})
    await crashed
    assert.equal((await read(uid)).status, 'PENDING')
    await context.close().catch(() => {})
  })
})

describe('a payment', { skip: noBrowser }, () => {
  it('is recorded 6 s later, unless it is undone', async () => {
    const it = await makeAgencyWithLeads(server)
    const uid = await it.createLead('BOOKED', 'Tom')
    const { page, context, writes } = await openTimed(
      server,
      browser!,
      it.agencyUid,
      `/leads/${uid}?tab=money&add=payment`,
    )
    const form = page.getByRole('form', { name: en.money.recordPayment })
    await findButton(form, en.money.recordPayment).click()
    await findButton(page.getByRole('table', { name: en.money.payments }), words.live.undo).click()
    await page.clock.runFor(delayMs + 100)
    assert.deepEqual(writes, [])
    await findButton(page, en.money.recordPayment).click()
    await findButton(form, en.money.recordPayment).click()
    await page.clock.runFor(delayMs + 100)
    await findToast(page, 'Recorded a payment of US$200.00').waitFor()
    await page.getByRole('row', { name: /^Paid.*200/ }).waitFor()
    assert.deepEqual(writes, ['POST /transactions'])
    await context.close()
  })
})
