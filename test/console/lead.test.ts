/** The page of a lead in a real browser: contents, actions and conflicts. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { listActions } from '../../src/console/shared/lead/actions/actions.ts'
import { leadActions } from '../../src/rental/leads/leads/lead.ts'
import { apiClient } from '../fixtures/console.ts'
import { checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeLeadIn } from '../fixtures/leads-in-states.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { type State, states } from '../lead-model/transitions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const { agencyUid, key } = await makeAgency(server)
const callApi = apiClient(server, key)
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

const manager = { agencyUid }
const context = async () => openContext(server, browser!, manager)

const open = async (path: string) => openPage(server, await context(), path)

const newProperty = (columns = {}) =>
  makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '150', ...columns })

/** Creates a lead by the API, so that it has a history and a price. */
async function makeLead(status: string, guest: object = {}, columns = {}) {
  const propertyUid = await newProperty(columns)
  const { lead } = await callApi('POST', '/leads', {
    agencyUid,
    propertyUid,
    status,
    checkInLocalDate: '2026-06-10',
    checkOutLocalDate: '2026-06-14',
    guestInformation: { firstName: 'Ada', lastName: 'Byron', adultCount: 2, ...guest },
  })
  return { uid: lead.uid as string, propertyUid }
}

const bea = await makeSignedIn(server, agencyUid, 'STAFF', {
  email: 'bea@cedarstays.example',
  first_name: 'Bea',
  last_name: 'Lamb',
})

/** Sends a request as another user. */
async function asBea(method: string, path: string, body: unknown) {
  const { headers } = bea
  const response = await server.request(method, `/api/v3.3${path}`, { headers, body })
  assert.equal(response.status, 200, response.text)
}

const changeLead = (uid: string, body: unknown) => asBea('PATCH', `/leads/${uid}`, body)

const actionGroup = (page: Page) => page.getByRole('group', { name: en.acts })

/** Opens the form of an action by its button or by the menu. */
async function openForm(page: Page, name: string) {
  await actionGroup(page).waitFor()
  const visible = actionGroup(page).getByRole('button', { name, exact: true })
  if ((await visible.count()) === 0) {
    await actionGroup(page).getByRole('button', { name: en.more }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  } else await visible.click()
  return page.getByRole('form', { name })
}

describe('the actions of a lead', { skip: noBrowser }, () => {
  it('are exactly those that the table of transitions allows in each state', async () => {
    const { page, complaints, context } = await open('/reservations')
    for (const state of states) {
      const propertyUid = await newProperty()
      const stay = { propertyUid, checkIn: '2026-06-10', checkOut: '2026-06-14' }
      const uid = await makeLeadIn(server, agencyUid, state, stay)
      await page.goto(`${server.url}/console/reservations/${uid}`)
      assert.deepEqual(await listActionButtons(page), expected(state), state)
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  /** Derives the actions from the table: all except those that change nothing or have no form. */
  function expected(state: State): string[] {
    const moving = Object.entries(leadActions).flatMap(([name, { cells }]) => {
      const cell = (cells as Record<string, string>)[state]
      const isMove = name === 'close' && ['CL', 'IG', 'DU'].includes(state)
      return cell !== undefined && (cell !== '=' || isMove) ? [name] : []
    })
    const named = [...moving, ...(state === 'SA' ? [] : ['edit'])]
    if (!['NW', 'OH', 'PA', 'BK'].includes(state)) named.push('delete')
    assert.deepEqual(listActions(state).toSorted(), named.toSorted())
    return named.map(name => en.act[name as keyof typeof en.act]).toSorted()
  }

  async function listActionButtons(page: Page): Promise<string[]> {
    await actionGroup(page).waitFor()
    const visible = await actionGroup(page).getByRole('button').allTextContents()
    if (!visible.includes(en.more)) return visible.toSorted()
    await actionGroup(page).getByRole('button', { name: en.more }).click()
    await page.getByRole('menuitem').first().waitFor()
    const more = await page.getByRole('menuitem').allTextContents()
    return [...visible.filter(text => text !== en.more), ...more].toSorted()
  }

  it('are none for a user with read-only access', async () => {
    const { uid } = await makeLead('NEW')
    const reader = await openContext(server, browser!, { agencyUid, role: 'READ_ONLY' })
    const { page, complaints } = await openPage(server, reader, `/leads/${uid}?tab=money`)
    await page.getByRole('table', { name: en.money.lines }).waitFor()
    assert.equal(await actionGroup(page).count(), 0)
    assert.equal(await page.getByRole('button', { name: en.money.recordPayment }).count(), 0)
    assert.deepEqual(complaints, [])
    await reader.close()
  })
})

describe('an action', { skip: noBrowser }, () => {
  it('submits its values, and appears in the timeline with its user', async () => {
    const { uid } = await makeLead('BOOKED')
    const { page, complaints, context } = await open(`/reservations/${uid}`)
    const form = await openForm(page, en.act.cancel)
    await form.getByLabel(en.cancelledBy).selectOption('GUEST')
    await form.getByLabel(en.reason).fill('Broke a leg')
    await form.getByRole('button', { name: en.act.cancel }).click()
    await form.waitFor({ state: 'detached' })
    const entry = page.getByRole('listitem').filter({ hasText: 'Broke a leg' })
    await entry.getByText('Grace Hall').waitFor()
    assert.match((await entry.textContent())!, /Cancelled/)
    const { lead } = await callApi('GET', `/leads/${uid}`)
    assert.equal(lead.cancellation.cancelledBy, 'GUEST')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('previews a changed stay with its price and its obstacles', async () => {
    const { uid, propertyUid } = await makeLead('BOOKED')
    const dates = { checkInLocalDate: '2026-06-20', checkOutLocalDate: '2026-06-22' }
    await callApi('POST', '/leads', { agencyUid, propertyUid, status: 'BLOCKED', ...dates })
    const { page, context } = await open(`/reservations/${uid}?act=alteration`)
    const form = page.getByRole('form', { name: en.act.alteration })
    await form.getByLabel(en.stay.departure).fill('2026-06-21')
    await form.getByRole('alert').getByText(en.refusal.taken).waitFor()
    await form
      .getByRole('alert')
      .getByText(/20\s*–\s*21 Jun/)
      .waitFor()
    await form.getByRole('group', { name: en.refusal.nextFree }).getByRole('button').first().click()
    assert.equal(await form.getByLabel(en.stay.arrival).inputValue(), '2026-06-22')
    await form.getByText(en.stay.difference).waitFor()
    const text = await form.getByRole('table', { name: en.money.lines }).textContent()
    assert.match(text!, /11 nights.*US\$1,650\.00/)
    await form.getByRole('button', { name: en.stay.save }).click()
    await form.waitFor({ state: 'detached' })
    const { lead } = await callApi('GET', `/leads/${uid}`)
    assert.equal(lead.checkInLocalDateTime.slice(0, 10), '2026-06-22')
    const { orders } = await callApi('GET', `/orders?leadUid=${uid}`)
    assert.equal(orders[0].totalAmount, 1_650)
    await context.close()
  })
})

describe('a conflict with another user', { skip: noBrowser }, () => {
  it('names the other user, and retains the input', async () => {
    const { uid } = await makeLead('ON_HOLD')
    const { page, context } = await open(`/reservations/${uid}?act=extend-hold`)
    const form = page.getByRole('form', { name: en.act['extend-hold'] })
    const end = form.getByLabel(words.today.endsAt)
    await end.fill('2026-05-23T12:00')
    await asBea('POST', `/leads/${uid}/close`, {})
    await form.getByRole('button', { name: en.act['extend-hold'] }).click()
    const alert = form.getByRole('alert')
    await alert.getByText(/Bea Lamb: Marked as lost/).waitFor()
    await alert.getByText(/now “Lost”/).waitFor()
    assert.equal(await end.inputValue(), '2026-05-23T12:00')
    await context.close()
  })
})

describe('unsaved input', { skip: noBrowser }, () => {
  it('is discarded after a question only, and compared with concurrent changes', async () => {
    const { uid } = await makeLead('BOOKED')
    const { page, complaints, context } = await open(`/reservations?reservation=${uid}&act=edit`)
    const form = page.getByRole('form', { name: en.act.edit })
    await form.getByLabel('City').fill('Leeds')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard changes?' })
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await question.waitFor({ state: 'detached' })
    assert.equal(await form.getByLabel('City').inputValue(), 'Leeds')
    const alert = form.getByRole('alert')
    const notes = form.getByLabel('Notes', { exact: true })
    await changeLead(uid, { notes: 'Late arrival' })
    await alert.getByText(/^Bea Lamb changed this \d+ days? ago/).waitFor()
    assert.match((await alert.textContent())!, /Notes.*before empty.*now Late arrival/)
    await alert.getByRole('button', { name: 'Continue' }).click()
    assert.equal(await notes.inputValue(), 'Late arrival')
    // A write that is sent before the page learns of the change is refused by the server.
    await page.route(`**/leads/${uid}`, route =>
      route.request().method() === 'GET' ? undefined : route.continue(),
    )
    await changeLead(uid, { guestInformation: { city: 'York' }, notes: 'Early arrival' })
    await form.getByRole('button', { name: en.edit.save }).click()
    await alert.getByText('York').waitFor()
    await checkThemes(page, 'changed meanwhile')
    await page.unroute(`**/leads/${uid}`)
    await alert.getByRole('button', { name: 'Keep mine' }).click()
    assert.equal(await form.getByLabel('City').inputValue(), 'Leeds')
    assert.equal(await notes.inputValue(), 'Early arrival')
    await form.getByRole('button', { name: en.edit.save }).click()
    await form.waitFor({ state: 'detached' })
    const { lead } = await callApi('GET', `/leads/${uid}`)
    assert.deepEqual([lead.guestInformation.city, lead.notes], ['Leeds', 'Early arrival'])
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    assert.match(complaints.join('\n'), /^[^\n]*412 \(Precondition Failed\)$/)
    await context.close()
  })
})

describe('money', { skip: noBrowser }, () => {
  it('adds up to the cent, and records a payment that was sent twice once', async () => {
    const columns = { cleaning_fee: '80.10', tax_rate: '0.12' }
    const { uid } = await makeLead('BOOKED', {}, columns)
    const { orders } = await callApi('GET', `/orders?leadUid=${uid}`)
    const path = `/orders/${orders[0].uid}/order-adjustments`
    const line = { transactionType: 'REFUND', adjustmentType: 'RENT', amount: 10.05 }
    await callApi('POST', path, { ...line, note: 'Noise' })
    const { page, context } = await open(`/reservations/${uid}?tab=money`)
    const lines = page.getByRole('table', { name: en.money.lines })
    await lines.getByText('Noise').waitFor()
    const amounts = await lines.locator('tbody td.number').allTextContents()
    const cents = amounts.map(text => Math.round(Number(text.replace(/[^-.\d]/g, '')) * 100))
    const total = await lines.getByRole('row', { name: /^Total/ }).textContent()
    assert.equal(cents.reduce((a, b) => a + b, 0) / 100, Number(total!.replace(/[^.\d]/g, '')))
    await page.getByRole('button', { name: en.money.recordPayment }).click()
    const form = page.getByRole('form', { name: en.money.recordPayment })
    await form.getByLabel(/^Amount/).fill('100')
    let sent = 0
    await page.route('**/api/v3.3/transactions', async route => {
      sent += 1
      if (sent > 1) return route.continue()
      await route.fetch()
      await route.abort()
    })
    await form.getByRole('button', { name: en.money.recordPayment }).click()
    await form.waitFor({ state: 'detached' })
    await page.getByRole('table', { name: en.money.payments }).getByText('Waiting').waitFor()
    await page.getByRole('row', { name: /^Paid.*100/ }).waitFor()
    const { transactions } = await callApi('GET', `/transactions?orderUid=${orders[0].uid}`)
    assert.deepEqual([sent, transactions.length], [2, 1])
    await context.close()
  })
})

describe('messages', { skip: noBrowser }, () => {
  it('are marked as read and replied to; a draft survives a reload', async () => {
    const { uid } = await makeLead('BOOKED', { email: 'ada@byron.example' })
    const body = { leadUid: uid, content: { text: 'May we come at noon?' }, type: 'EMAIL' }
    await callApi('POST', '/messages/inbound', body)
    const { page, complaints, context } = await open(`/reservations/${uid}?tab=messages`)
    await page.getByText('May we come at noon?').waitFor()
    await page.getByRole('button', { name: en.messages.markRead }).click()
    await page.getByRole('button', { name: en.messages.markRead }).waitFor({ state: 'detached' })
    await page.getByLabel(en.messages.write).fill('Gladly.')
    await page.reload()
    assert.equal(await page.getByLabel(en.messages.write).inputValue(), 'Gladly.')
    await page.getByRole('button', { name: en.messages.send }).click()
    await page.getByRole('listitem').filter({ hasText: 'Gladly.' }).waitFor()
    assert.equal(await page.getByLabel(en.messages.write).inputValue(), '')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
