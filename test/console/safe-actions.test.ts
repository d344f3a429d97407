/** Clicks that affect only their target, are confirmed, and can be undone. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { en as toasts } from '../../src/console/i18n/toasts/en.ts'
import { checkAccessible, checkThemes } from '../fixtures/console-pages.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'
import {
  click,
  findButton,
  findRow,
  findToast,
  makeAgencyWithLeads,
  openTimed,
  pointAt,
  stopTime,
} from './timed-page.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

const acts = words.today.acts

describe('a second click', { skip: noBrowser }, () => {
  it('60, 180 or 450 ms after the first one is ignored', async () => {
    const it = await makeAgencyWithLeads(server)
    const pairs = [60, 180, 450].map(gap => ({ gap, name: `Ada${gap}` }))
    for (const { name } of pairs) await it.createLead('PENDING', name)
    const hold = await it.createLead('ON_HOLD', 'Next')
    const { page, context, writes } = await openTimed(server, browser!, it.agencyUid, '/')
    for (const { gap, name } of pairs) {
      await pointAt(page, findButton(findRow(page, name), acts.accept))
      await stopTime(page)
      await click(page)
      await page.clock.runFor(gap)
      await click(page)
      await page.clock.resume()
      await findRow(page, name).getByText(words.live.pending.accept).waitFor()
      await page.clock.runFor(7_000)
      await findRow(page, name).getByText(words.live.succeeded.accept).waitFor()
    }
    assert.deepEqual(writes.length, 3, writes.join('\n'))
    assert.equal((await it.read(hold)).status, 'ON_HOLD')
    await context.close()
  })

  it('on Decline or Release sends nothing: the dialog is elsewhere and focuses Cancel', async () => {
    const it = await makeAgencyWithLeads(server)
    await it.createLead('PENDING', 'Rosa')
    await it.createLead('ON_HOLD', 'Lena')
    const { page, context, writes } = await openTimed(server, browser!, it.agencyUid, '/')
    for (const [name, act, { keep, submit }] of [
      ['Rosa', acts.decline, en.end.decline],
      ['Lena', acts.release, en.end.release],
    ] as const) {
      const at = await pointAt(page, findButton(findRow(page, name), act))
      await stopTime(page)
      await click(page)
      await page.clock.runFor(150)
      await click(page)
      await page.clock.resume()
      const question = page.getByRole('dialog')
      await question.waitFor()
      const box = (await question.boundingBox())!
      assert.ok(at.y < box.y || at.y > box.y + box.height, 'the pointer is not on it')
      await findButton(question, keep).and(page.locator(':focus')).waitFor()
      await checkAccessible(page, `${act}, asked`)
      // A click within 600 ms is ignored, even on the dialog.
      await page.keyboard.press('Escape')
      await question.waitFor({ state: 'detached' })
      assert.equal(await findButton(page, submit).count(), 0)
      await stopTime(page)
      await findButton(findRow(page, name), act).click()
      await findButton(question, submit).click()
      await page.clock.resume()
      assert.equal(await question.count(), 1, 'a press within 600 ms is ignored')
      await page.locator('h1').first().click()
      await question.waitFor({ state: 'detached' })
    }
    assert.deepEqual(writes, [])
    await context.close()
  })
})

describe('Decline', { skip: noBrowser }, () => {
  it('is sent after a confirmation, with a reason and a message', async () => {
    const it = await makeAgencyWithLeads(server)
    const uid = await it.createLead('PENDING', 'Rosa')
    const { page, context, writes } = await openTimed(server, browser!, it.agencyUid, '/')
    await findButton(findRow(page, 'Rosa'), acts.decline).click()
    const question = page.getByRole('dialog')
    await question.getByLabel(en.reason).fill('Being renovated')
    await question.getByText(en.tellGuest).click()
    await checkThemes(page, 'a question')
    await findButton(question, en.end.decline.submit).click()
    await findToast(page, 'Declined Rosa Luz').waitFor()
    const lead = await it.read(uid)
    assert.deepEqual([lead.status, lead.declineReason], ['DECLINED', 'Being renovated'])
    assert.deepEqual(
      writes.map(path => path.split('/').at(-1)),
      ['decline-booking-request', 'messages'],
    )
    await context.close()
  })
})

describe('Extend hold', { skip: noBrowser }, () => {
  const getHoldEnd = async (read: ReturnType<typeof makeAgencyWithLeads>, uid: string) =>
    Date.parse(`${(await (await read).read(uid)).holdExpiresUtcDateTime}Z`)
  const hour = 3_600_000

  it('adds to the remaining time, displays the new end, and can be undone', async () => {
    const it = makeAgencyWithLeads(server)
    const { agencyUid, createLead, post } = await it
    const uid = await createLead('ON_HOLD', 'Hugo')
    await post(`/leads/${uid}/extend-hold`, { hours: 32 })
    const former = await getHoldEnd(it, uid)
    const { page, context } = await openTimed(server, browser!, agencyUid, '/')
    await findButton(findRow(page, 'Hugo'), acts.extend).click()
    await page.clock.runFor(700)
    await checkAccessible(page, 'how long to hold')
    await page.getByRole('menuitem', { name: /^\+24/ }).click()
    const toast = findToast(page, 'The hold of Hugo Luz now expires')
    await toast.waitFor()
    assert.equal(await getHoldEnd(it, uid), former + 24 * hour)
    await findButton(toast, toasts.undo).click()
    await eventually(async () => (await getHoldEnd(it, uid)) === former)
    await context.close()
  })

  it('never ends a hold earlier, neither after an extension by others nor by a date', async () => {
    const it = makeAgencyWithLeads(server)
    const { agencyUid, createLead, post } = await it
    const uid = await createLead('ON_HOLD', 'Hugo')
    const { page, context } = await openTimed(server, browser!, agencyUid, '/')
    await findButton(findRow(page, 'Hugo'), acts.extend).click()
    // The page is not notified before it writes.
    await page.route('**/today?*', route => route.abort())
    await post(`/leads/${uid}/extend-hold`, { hours: 200 })
    const former = await getHoldEnd(it, uid)
    await page.clock.runFor(700)
    await page.getByRole('menuitem', { name: /^\+48/ }).click()
    await findToast(page, 'The hold of Hugo Luz now expires').waitFor()
    assert.equal(await getHoldEnd(it, uid), former + 48 * hour)
    await page.unroute('**/today?*')
    await page.goto(`${server.url}/console/reservations/${uid}?act=extend-hold`)
    const form = page.getByRole('form', { name: en.act['extend-hold'] })
    await form.getByLabel(words.today.endsAt).fill('2026-05-20T18:00')
    await form.getByText(words.today.wrongEnd).waitFor()
    assert.ok(await findButton(form, en.act['extend-hold']).isDisabled())
    // Times are those of the agency, which is in Denver; the browser is in another zone.
    await form.getByLabel(words.today.endsAt).fill('2026-06-05T18:00')
    await findButton(form, en.act['extend-hold']).click()
    await page.getByText(/now expires Fri,? 5 Jun, 18:00 GMT-6/).waitFor()
    assert.equal(await getHoldEnd(it, uid), Date.parse('2026-06-06T00:00:00Z'))
    await context.close()
  })
})

describe('a drop on the board', { skip: noBrowser }, () => {
  it('opens the form of its action and writes nothing', async () => {
    const it = await makeAgencyWithLeads(server)
    const uid = await it.createLead('ON_HOLD', 'Nia')
    const { page, context, writes } = await openTimed(
      server,
      browser!,
      it.agencyUid,
      '/reservations/pipeline',
    )
    const card = page.locator('.board-card', { hasText: 'Nia Luz' })
    const column = page.getByRole('region', { name: en.board.columns.BOOKED })
    await card.dragTo(column)
    const form = page.getByRole('form', { name: en.act['mark-as-booked'] })
    await form.waitFor()
    await page.waitForLoadState('networkidle')
    assert.deepEqual(writes, [])
    assert.equal((await it.read(uid)).status, 'ON_HOLD')
    await findButton(form, en.act['mark-as-booked']).click()
    await findToast(page, 'Booked Nia Luz').waitFor()
    assert.equal((await it.read(uid)).status, 'BOOKED')
    await context.close()
  })
})

describe('a cancelled stay', { skip: noBrowser }, () => {
  it('requires a choice of who cancelled, and has no balance due', async () => {
    const it = await makeAgencyWithLeads(server)
    const uid = await it.createLead('BOOKED', 'Iris')
    const { page, context } = await openTimed(
      server,
      browser!,
      it.agencyUid,
      `/reservations/${uid}?act=cancel`,
    )
    const form = page.getByRole('form', { name: en.act.cancel })
    const [cancel, keep] = [findButton(form, 'Cancel booking'), findButton(form, 'Keep booking')]
    await keep.waitFor()
    assert.ok(await cancel.isDisabled(), 'nobody is chosen')
    await form.getByLabel(en.cancelledBy).selectOption('GUEST')
    await checkThemes(page, 'the cancelling of a booking')
    await cancel.click()
    await findButton(findToast(page, 'Cancelled Iris Luz'), toasts.messageGuest).waitFor()
    const lead = await it.read(uid)
    assert.equal(lead.cancellation?.cancelledBy, 'GUEST')
    await page.locator('.money-strip').getByText(words.lead.nothingDue).waitFor()
    await findButton(page, en.tab.money).click()
    await page.getByRole('row', { name: words.lead.nothingDue }).waitFor()
    assert.equal(await page.locator('.is-due').count(), 0)
    await page.goto(`${server.url}/console/reservations?stage=CLOSED`)
    const row = page.locator('.lead-table tbody tr')
    assert.equal(await row.locator('.balance').textContent(), '')
    const download = page.waitForEvent('download')
    await findButton(page, en.list.export).click()
    const csv = await (await download).createReadStream()
    const text = Buffer.concat(await csv.toArray()).toString()
    assert.match(text.split('\n')[1]!, /,200\.00,0\.00,USD,/)
    await context.close()
  })
})

describe('a toast', { skip: noBrowser }, () => {
  it('undoes an assignment and a tag, by the F6 key, too', async () => {
    const it = await makeAgencyWithLeads(server)
    const uid = await it.createLead('BOOKED', 'Tom')
    const bea = await makeSignedIn(server, it.agencyUid, 'STAFF', { first_name: 'Bea' })
    const { page, context } = await openTimed(
      server,
      browser!,
      it.agencyUid,
      `/reservations/${uid}`,
    )
    await page.getByLabel(words.lead.assignee).selectOption('Bea Hall')
    const assigned = findToast(page, 'to Bea Hall')
    await assigned.waitFor()
    assert.equal((await it.read(uid)).assignee.uid, bea.employeeUid)
    await checkThemes(page, 'a toast')
    await page.keyboard.press('F6')
    await findButton(assigned, toasts.undo).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Enter')
    await eventually(async () => {
      return (await it.read(uid)).assignee.uid === null
    })
    await page.getByLabel(en.addTag).fill('Lake')
    await page.keyboard.press('Enter')
    await findButton(findToast(page, toasts.tagged('Lake')), toasts.undo).click()
    await findToast(page, toasts.undone).first().waitFor()
    await page.getByText('Lake', { exact: true }).waitFor({ state: 'detached' })
    await context.close()
  })

  it('closes after 6 s, but not under the pointer', async () => {
    const it = await makeAgencyWithLeads(server)
    const uid = await it.createLead('BOOKED', 'Tom')
    const { page, context } = await openTimed(
      server,
      browser!,
      it.agencyUid,
      `/reservations/${uid}?tab=guests`,
    )
    await findButton(page, en.guestList.add).click()
    await page.getByLabel(en.edit.firstName).fill('Tim')
    await findButton(page, en.guestList.save).click()
    const toast = findToast(page, toasts.guestsSaved)
    await toast.hover()
    await page.clock.runFor(20_000)
    assert.equal(await toast.count(), 1)
    await page.mouse.move(5, 5)
    await page.clock.runFor(5_000)
    assert.equal(await toast.count(), 1)
    await page.clock.runFor(2_000)
    await toast.waitFor({ state: 'detached' })
    await context.close()
  })
})
