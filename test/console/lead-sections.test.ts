/** Sections of a lead in a real browser: money, access, guests, jobs, and actions with a form. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { en } from '../../src/console/i18n/lead/en.ts'
import { apiClient } from '../fixtures/console.ts'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { makeService } from '../fixtures/jobs.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const callApi = apiClient(server, key)
const breakfast = { title: 'Breakfast', catered_to: 'GUEST', gross_price: '20.50' }
await makeService(server, agencyUid, breakfast)
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

/** Creates a booking of four nights at 150. */
async function book(): Promise<string> {
  const propertyUid = await makeProperty(server, agencyUid, { name: 'Barn', daily_rate: '150' })
  const { lead } = await callApi('POST', '/leads', {
    agencyUid,
    propertyUid,
    status: 'BOOKED',
    checkInLocalDate: '2026-06-10',
    checkOutLocalDate: '2026-06-14',
    guestInformation: { firstName: 'Ada', lastName: 'Byron', adultCount: 2 },
  })
  return lead.uid
}

const getLead = async (uid: string) => (await callApi('GET', `/leads/${uid}`)).lead
const getOrder = async (uid: string) => (await callApi('GET', `/orders?leadUid=${uid}`)).orders[0]

async function open(path: string) {
  const context = await openContext(server, browser!, { agencyUid })
  return openPage(server, context, path)
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Opens a form by its button, fills it in and submits it; both buttons have the same name. */
async function fillIn(page: Page, name: string, fields: Record<string, string>): Promise<void> {
  await button(page, name).click()
  const form = page.getByRole('form', { name })
  for (const [label, value] of Object.entries(fields)) {
    const field = form.getByLabel(label)
    const isChoice = (await field.and(form.getByRole('combobox')).count()) > 0
    await (isChoice ? field.selectOption(value) : field.fill(value))
  }
  await form.getByRole('button', { name, exact: true }).click()
}

describe('the money of a lead', { skip: noBrowser }, () => {
  it('takes payments and refunds, charges and credits, and services', async () => {
    const uid = await book()
    const { page, complaints } = await open(`/reservations/${uid}?tab=money`)
    const { money } = en
    const amount = `${money.amount}, USD`
    const sums = async () => {
      const { totalAmount, paidAmount } = await getOrder(uid)
      return [totalAmount, paidAmount]
    }
    const row = (name: RegExp) => page.getByRole('row', { name })
    await fillIn(page, money.recordPayment, { [amount]: '600', [money.reference]: 'T-1' })
    await row(/^Payment .*T-1 US\$600/).waitFor()
    await fillIn(page, money.recordRefund, { [amount]: '100.50' })
    await row(/^Refund .*100\.50/).waitFor()
    assert.deepEqual(await sums(), [600, 499.5])
    await fillIn(page, money.addLine, { [amount]: '25', [money.note]: 'Dog hair' })
    await row(/Dog hair.*25/).waitFor()
    const credit = { [money.direction]: 'REFUND', [amount]: '5', [money.note]: 'Noise' }
    await fillIn(page, money.addLine, credit)
    await row(/Noise.*-US\$5/).waitFor()
    await fillIn(page, money.addService, { [money.quantity]: '2' })
    await row(/Breakfast × 2.*41/).waitFor()
    assert.deepEqual(await sums(), [661, 499.5])
    await page.getByRole('button', { name: money.remove('Breakfast') }).click()
    await row(/Breakfast/).waitFor({ state: 'detached' })
    await row(/^Balance due US\$120\.50/).waitFor()
    assert.deepEqual(await sums(), [620, 499.5])
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})

describe('other records of a lead', { skip: noBrowser }, () => {
  it('are added and changed: pin codes, jobs, extra guests, custom data', async () => {
    const uid = await book()
    const field = { agencyUid, name: 'Boat', type: 'TEXT', objectType: 'LEAD', variable: 'BOAT' }
    await callApi('POST', '/custom-data-fields', field)
    const { page } = await open(`/reservations/${uid}?tab=access`)
    const { access, jobs, guestList, data } = en
    await fillIn(page, access.add, { [access.code]: 'no code' })
    // The text of the page, followed by the message of the server.
    const form = page.getByRole('form', { name: access.add })
    await form.getByText(`${words.problem.fields.other} Invalid parameter 'code'`).waitFor()
    await form.getByLabel(access.code).fill('4711')
    await form.getByRole('button', { name: access.add }).click()
    await page.getByText('4711').waitFor()
    await button(page, access.revoke).click()
    await page.getByText(access.none).waitFor()
    await button(page, en.tab.jobs).click()
    await fillIn(page, jobs.add, { [jobs.notes]: 'Under the mat' })
    const job = page.getByRole('listitem').filter({ hasText: 'Under the mat' })
    await job.getByRole('button', { name: jobs.done }).click()
    await job.getByText(words.today.jobStatus.DONE, { exact: true }).waitFor()
    await button(page, en.tab.guests).click()
    await button(page, guestList.add).click()
    await page.getByLabel(en.edit.firstName).fill('Kay')
    await button(page, guestList.save).click()
    await eventually(async () => (await listGuestNames(uid)).join() === 'Kay')
    await button(page, en.tab.data).click()
    await page.getByLabel('Boat').fill('Two')
    await button(page, data.save).click()
    const written = async () => (await callApi('GET', `/custom-data?leadUid=${uid}`)).customData
    await eventually(async () => (await written())[0]?.text === 'Two')
    await page.context().close()
  })

  async function listGuestNames(uid: string): Promise<string[]> {
    const { extraGuests } = await callApi('GET', `/extra-guests/${uid}`)
    return extraGuests.map(({ firstName }: { firstName: string }) => firstName)
  }
})

describe('an action of a lead', { skip: noBrowser }, () => {
  it('sets a custom price, completes a form, and rebooks', async () => {
    const uid = await book()
    const { page, complaints } = await open(`/reservations/${uid}?act=alteration`)
    const actionForm = (name: string) => page.getByRole('form', { name })
    await actionForm(en.act.alteration).getByLabel(en.stay.price).selectOption('own')
    await actionForm(en.act.alteration).getByLabel(en.stay.rent).fill('480')
    await actionForm(en.act.alteration).getByText('-US$120.00').waitFor()
    await button(page, en.stay.save).click()
    await actionForm(en.act.alteration).waitFor({ state: 'detached' })
    assert.equal((await getOrder(uid)).rent.rentNetPrice, 480)
    const submitAction = async (name: keyof typeof en.act) => {
      await page.goto(`${server.url}/console/reservations/${uid}?act=${name}`)
      if (name === 'cancel') await page.getByLabel(en.cancelledBy).selectOption('GUEST')
      await actionForm(en.act[name])
        .getByRole('button', { name: en.act[name], exact: true })
        .click()
      await actionForm(en.act[name]).waitFor({ state: 'detached' })
    }
    await submitAction('mark-paf-completed')
    assert.equal((await getLead(uid)).hasCompletedPreArrivalForm, true)
    await submitAction('cancel')
    assert.equal((await getLead(uid)).status, 'CANCELLED')
    await submitAction('rebook')
    assert.equal((await getLead(uid)).status, 'BOOKED')
    await page.getByText(en.timeline.did.rebook!, { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})
