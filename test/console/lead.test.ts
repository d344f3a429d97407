/** A lead's page in a real browser: what it shows, what can be done, and what goes wrong. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { actsIn } from '../../src/console/leads/acts/acts.ts'
import { en as words } from '../../src/console/words/en.ts'
import { en } from '../../src/console/words/lead/en.ts'
import { leadActions } from '../../src/rental/leads/leads/lead.ts'
import { askingAs } from '../fixtures/console.ts'
import { checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeLeadIn } from '../fixtures/leads-in-states.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { type State, states } from '../lead-walk/transitions.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({}, { pace: { pollMs: 50 } })
const { agencyUid, key } = await makeAgency(server)
const ask = askingAs(server, key)
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

const manager = { agencyUid }
const context = async () => openContext(server, browser!, manager)

const open = async (path: string) => openPage(server, await context(), path)

const newHouse = (columns = {}) =>
  makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '150', ...columns })

/** A lead that was made through the interface: it has a history and a price. */
async function makeLead(status: string, guest: object = {}, columns = {}) {
  const propertyUid = await newHouse(columns)
  const { lead } = await ask('POST', '/leads', {
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

/** What somebody else does in another browser. */
async function asBea(method: string, path: string, body: unknown) {
  const { headers } = bea
  const answer = await server.request(method, `/api/v3.3${path}`, { headers, body })
  assert.equal(answer.status, 200, answer.text)
}

const changed = (uid: string, body: unknown) => asBea('PATCH', `/leads/${uid}`, body)

const acts = (page: Page) => page.getByRole('group', { name: en.acts })

/** Opens the form of an act, from beside or from the menu. */
async function begin(page: Page, name: string) {
  await acts(page).waitFor()
  const beside = acts(page).getByRole('button', { name, exact: true })
  if ((await beside.count()) === 0) {
    await acts(page).getByRole('button', { name: en.more }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  } else await beside.click()
  return page.getByRole('form', { name })
}

describe('what can be done to a lead', { skip: noBrowser }, () => {
  it('is in each state what the table of transitions allows, and no more', async () => {
    const { page, complaints, context } = await open('/leads')
    for (const state of states) {
      const propertyUid = await newHouse()
      const stay = { propertyUid, checkIn: '2026-06-10', checkOut: '2026-06-14' }
      const uid = await makeLeadIn(server, agencyUid, state, stay)
      await page.goto(`${server.url}/console/leads/${uid}`)
      assert.deepEqual(await offered(page), expected(state), state)
    }
    assert.deepEqual(complaints, [])
    await context.close()
  })

  /** From the table itself: every action but those that change nothing, and the one without form. */
  function expected(state: State): string[] {
    const moving = Object.entries(leadActions).flatMap(([name, { cells }]) => {
      const cell = (cells as Record<string, string>)[state]
      const isMove = name === 'close' && ['CL', 'IG', 'DU'].includes(state)
      return cell !== undefined && (cell !== '=' || isMove) ? [name] : []
    })
    const named = [...moving, ...(state === 'SA' ? [] : ['edit'])]
    if (!['NW', 'OH', 'PA', 'BK'].includes(state)) named.push('delete')
    assert.deepEqual(actsIn(state).toSorted(), named.toSorted())
    return named.map(name => en.act[name as keyof typeof en.act]).toSorted()
  }

  async function offered(page: Page): Promise<string[]> {
    await acts(page).waitFor()
    const beside = await acts(page).getByRole('button').allTextContents()
    if (!beside.includes(en.more)) return beside.toSorted()
    await acts(page).getByRole('button', { name: en.more }).click()
    await page.getByRole('menuitem').first().waitFor()
    const more = await page.getByRole('menuitem').allTextContents()
    return [...beside.filter(text => text !== en.more), ...more].toSorted()
  }

  it('is nothing for who only looks on', async () => {
    const { uid } = await makeLead('NEW')
    const reader = await openContext(server, browser!, { agencyUid, role: 'READ_ONLY' })
    const { page, complaints } = await openPage(server, reader, `/leads/${uid}?tab=money`)
    await page.getByRole('table', { name: en.money.lines }).waitFor()
    assert.equal(await acts(page).count(), 0)
    assert.equal(await page.getByRole('button', { name: en.money.recordPayment }).count(), 0)
    assert.deepEqual(complaints, [])
    await reader.close()
  })
})

describe('an act', { skip: noBrowser }, () => {
  it('takes its values, and stands in the timeline with who did it', async () => {
    const { uid } = await makeLead('BOOKED')
    const { page, complaints, context } = await open(`/leads/${uid}`)
    const form = await begin(page, en.act.cancel)
    await form.getByLabel(en.cancelledBy).selectOption('GUEST')
    await form.getByLabel(en.reason).fill('Broke a leg')
    await form.getByRole('button', { name: en.act.cancel }).click()
    await form.waitFor({ state: 'detached' })
    const entry = page.getByRole('listitem').filter({ hasText: 'Broke a leg' })
    await entry.getByText('Grace Hall').waitFor()
    assert.match((await entry.textContent())!, /Cancelled/)
    const { lead } = await ask('GET', `/leads/${uid}`)
    assert.equal(lead.cancellation.cancelledBy, 'GUEST')
    assert.deepEqual(complaints, [])
    await context.close()
  })

  it('shows another stay with its price before it is written, and what is in the way', async () => {
    const { uid, propertyUid } = await makeLead('BOOKED')
    const dates = { checkInLocalDate: '2026-06-20', checkOutLocalDate: '2026-06-22' }
    await ask('POST', '/leads', { agencyUid, propertyUid, status: 'BLOCKED', ...dates })
    const { page, context } = await open(`/leads/${uid}?act=alteration`)
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
    const { lead } = await ask('GET', `/leads/${uid}`)
    assert.equal(lead.checkInLocalDateTime.slice(0, 10), '2026-06-22')
    const { orders } = await ask('GET', `/orders?leadUid=${uid}`)
    assert.equal(orders[0].totalAmount, 1_650)
    await context.close()
  })
})

describe('what others do', { skip: noBrowser }, () => {
  it('says who was faster, and keeps what was typed', async () => {
    const { uid } = await makeLead('ON_HOLD')
    const { page, context } = await open(`/leads/${uid}?act=extend-hold`)
    const form = page.getByRole('form', { name: en.act['extend-hold'] })
    const end = form.getByLabel(words.today.endsAt)
    await end.fill('2026-05-23T12:00')
    await asBea('POST', `/leads/${uid}/close`, {})
    await form.getByRole('button', { name: en.act['extend-hold'] }).click()
    const said = form.getByRole('alert')
    await said.getByText(/Bea Lamb: Marked as lost/).waitFor()
    await said.getByText(/now “Lost”/).waitFor()
    assert.equal(await end.inputValue(), '2026-05-23T12:00')
    await context.close()
  })
})

describe('what is typed', { skip: noBrowser }, () => {
  it('is asked about before it goes, and told of what changed meanwhile', async () => {
    const { uid } = await makeLead('BOOKED')
    const { page, complaints, context } = await open(`/leads?lead=${uid}&act=edit`)
    const form = page.getByRole('form', { name: en.act.edit })
    await form.getByLabel('City').fill('Leeds')
    await page.keyboard.press('Escape')
    const asked = page.getByRole('dialog', { name: 'Discard changes?' })
    await asked.getByRole('button', { name: 'Keep editing' }).click()
    await asked.waitFor({ state: 'detached' })
    assert.equal(await form.getByLabel('City').inputValue(), 'Leeds')
    const told = form.getByRole('alert')
    const notes = form.getByLabel('Notes', { exact: true })
    await changed(uid, { notes: 'Late arrival' })
    await told.getByText(/^Bea Lamb changed this \d+ days? ago/).waitFor()
    assert.match((await told.textContent())!, /Notes.*before empty.*now Late arrival/)
    await told.getByRole('button', { name: 'Continue' }).click()
    assert.equal(await notes.inputValue(), 'Late arrival')
    // What is sent before it is told is compared by the server.
    await page.route(`**/leads/${uid}`, route =>
      route.request().method() === 'GET' ? undefined : route.continue(),
    )
    await changed(uid, { guestInformation: { city: 'York' }, notes: 'Early arrival' })
    await form.getByRole('button', { name: en.edit.save }).click()
    await told.getByText('York').waitFor()
    await checkThemes(page, 'changed meanwhile')
    await page.unroute(`**/leads/${uid}`)
    await told.getByRole('button', { name: 'Keep mine' }).click()
    assert.equal(await form.getByLabel('City').inputValue(), 'Leeds')
    assert.equal(await notes.inputValue(), 'Early arrival')
    await form.getByRole('button', { name: en.edit.save }).click()
    await form.waitFor({ state: 'detached' })
    const { lead } = await ask('GET', `/leads/${uid}`)
    assert.deepEqual([lead.guestInformation.city, lead.notes], ['Leeds', 'Early arrival'])
    await page.keyboard.press('Escape')
    await page.getByRole('complementary').waitFor({ state: 'detached' })
    assert.match(complaints.join('\n'), /^[^\n]*412 \(Precondition Failed\)$/)
    await context.close()
  })
})

describe('money', { skip: noBrowser }, () => {
  it('adds up to the cent, and a payment that was sent twice is one', async () => {
    const columns = { cleaning_fee: '80.10', tax_rate: '0.12' }
    const { uid } = await makeLead('BOOKED', {}, columns)
    const { orders } = await ask('GET', `/orders?leadUid=${uid}`)
    const path = `/orders/${orders[0].uid}/order-adjustments`
    const line = { transactionType: 'REFUND', adjustmentType: 'RENT', amount: 10.05 }
    await ask('POST', path, { ...line, note: 'Noise' })
    const { page, context } = await open(`/leads/${uid}?tab=money`)
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
    const { transactions } = await ask('GET', `/transactions?orderUid=${orders[0].uid}`)
    assert.deepEqual([sent, transactions.length], [2, 1])
    await context.close()
  })
})

describe('messages', { skip: noBrowser }, () => {
  it('are read and answered; a draft survives', async () => {
    const { uid } = await makeLead('BOOKED', { email: 'ada@byron.example' })
    const body = { leadUid: uid, content: { text: 'May we come at noon?' }, type: 'EMAIL' }
    await ask('POST', '/messages/inbound', body)
    const { page, complaints, context } = await open(`/leads/${uid}?tab=messages`)
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
