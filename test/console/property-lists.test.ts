/** Calendars, booking page, custom fields, door codes and discounts in the editor of a property. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { en as content } from '../../src/console/i18n/properties/content/en.ts'
import { en } from '../../src/console/i18n/properties/page/en.ts'
import { en as kit } from '../../src/console/i18n/resources/en.ts'
import { en as toasts } from '../../src/console/i18n/toasts/en.ts'
import { formatFeed, startAbroad } from '../fixtures/external-calendars.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { openSection, saveIn, startPropertyEditor } from './property-editor.ts'

const { server, agencyUid, key, callApi, makeHouse, list, open } =
  await startPropertyEditor(callsAnywhere)
const { host, responses, makeCalendar } = await startAbroad(server, { agencyUid, key })

describe('channels of a property', { skip: noBrowser }, () => {
  it('imports, renames, syncs and removes calendars, and copies the exported one', async () => {
    const uid = await makeHouse('Calendars')
    const { sync, setFeed } = await makeCalendar(formatFeed(), { name: 'Broken' }, uid)
    setFeed('no calendar')
    const { lastSyncError } = await sync()
    const { page, context } = await open(`/properties/${uid}/channels`)
    const { calendars: texts } = content
    const imported = page.getByRole('region', { name: texts.many })
    await imported.getByText(lastSyncError).waitFor()
    setFeed(formatFeed())
    await imported.getByRole('button', { name: texts.syncOne('Broken') }).click()
    await imported.getByText(lastSyncError).waitFor({ state: 'detached' })
    await imported.getByRole('button', { name: texts.add }).click()
    responses.set('/new.ics', { status: 200, body: formatFeed() })
    const form = page.getByRole('form', { name: texts.add })
    await form.getByLabel(texts.fields.name, { exact: true }).fill('Beach site')
    await form.getByLabel(texts.fields.url).fill(`${host.url}/new.ics`)
    await form.getByRole('button', { name: texts.add }).click()
    await imported.getByRole('link', { name: 'Beach site' }).click()
    const panel = page.getByRole('form', { name: texts.sections.calendar })
    await panel.getByLabel(texts.fields.name, { exact: true }).fill('Lake site')
    await saveIn(panel).click()
    await imported.getByRole('link', { name: 'Lake site' }).waitFor()
    await page.keyboard.press('Escape')
    const isNamed = async (name: string) =>
      (await list('/icals', uid)).icals.some((ical: { name: string }) => ical.name === name)
    await imported.getByRole('button', { name: kit.removeOne('Broken') }).click()
    await page.getByRole('button', { name: toasts.undo }).last().click()
    await imported.getByRole('link', { name: 'Broken' }).waitFor()
    assert.deepEqual([await isNamed('Broken'), await isNamed('Lake site')], [true, true])
    const { exportUrl } = await list('/icals', uid)
    const exported = page.getByRole('region', { name: content.exportedCalendar.title })
    assert.equal(await exported.getByRole('textbox').inputValue(), exportUrl)
    await context.grantPermissions(['clipboard-write'])
    await exported.getByRole('button', { name: content.copy }).click()
    await exported.getByRole('button', { name: content.copied }).waitFor()
    await context.close()
  })
})

describe('the booking page of a property', { skip: noBrowser }, () => {
  it('is linked while it is public, and keeps the address that was chosen', async () => {
    const uid = await makeHouse('Public', { isActive: true })
    const enableAgency = (dbsEnabled: boolean) =>
      callApi('PUT', `/dbs/agencies/${agencyUid}`, { dbsEnabled })
    await enableAgency(true)
    const { page, context } = await open(`/properties/${uid}/channels`)
    const { bookingPage: texts } = content
    const form = page.getByRole('form', { name: texts.title })
    await form.getByLabel(texts.fields.slug).fill('by-the-lake')
    await form.getByLabel(texts.fields.pageEnabled).check()
    await saveIn(form).click()
    const link = page.getByRole('link', { name: en.viewPage })
    await link.waitFor()
    assert.match((await link.getAttribute('href'))!, /\/by-the-lake$/)
    await form.getByLabel(texts.fields.pageEnabled).uncheck()
    await saveIn(form).click()
    await form.getByText(texts.notPublic).waitFor()
    await link.waitFor({ state: 'detached' })
    // Switching it off and on keeps the address.
    assert.equal(await form.getByLabel(texts.fields.slug).inputValue(), 'by-the-lake')
    await callApi('PUT', `/dbs/properties/${uid}`, { enabled: true })
    await link.waitFor()
    assert.match((await link.getAttribute('href'))!, /\/by-the-lake$/)
    await context.close()
    // Its switch is not that of the agency, and another change keeps it.
    await enableAgency(false)
    const again = await open(`/properties/${uid}/channels`)
    const card = again.page.getByRole('form', { name: texts.title })
    await card.getByText(texts.agencyOff).waitFor()
    assert.equal(await card.getByLabel(texts.fields.pageEnabled).isChecked(), true)
    await card.getByLabel(texts.fields.slug).fill('by-the-sea')
    await saveIn(card).click()
    await eventually(async () => {
      const { slug, pageEnabled } = (await callApi('GET', `/dbs/properties/${uid}`)).dbs
      return slug === 'by-the-sea' && pageEnabled === true
    })
    await again.context.close()
  })
})

describe('further data of a property', { skip: noBrowser }, () => {
  it('saves custom fields, door codes, and discounts by the time of booking', async () => {
    const uid = await makeHouse('Data')
    const addField = async (name: string) =>
      (await callApi('POST', '/custom-data-fields', { agencyUid, name })).customDataField.uid
    const [boiler] = [await addField('Boiler'), await addField('Keys')]
    const { page, context } = await open(`/properties/${uid}/basics`)
    const custom = page.getByRole('form', { name: content.customFields.title })
    await custom.getByLabel('Keys').fill('In the safe')
    const value = { propertyUid: uid, customDataFieldUid: boiler, text: 'Cellar' }
    await callApi('POST', '/custom-data', value)
    // A field that is not edited follows the other client.
    await eventually(async () => (await custom.getByLabel('Boiler').inputValue()) === 'Cellar')
    assert.equal(await custom.getByLabel('Keys').inputValue(), 'In the safe')
    await saveIn(custom).click()
    await eventually(async () => (await list('/custom-data', uid)).customData.length === 2)

    await openSection(page, 'doorCodes')
    const { doorCodes: codes } = content
    await page.getByRole('button', { name: codes.add }).click()
    const form = page.getByRole('form', { name: codes.add })
    await form.getByLabel(codes.fields.code, { exact: true }).fill('4711')
    await form.getByLabel(codes.fields.endLocalDateTime).fill('2031-05-06T11:00')
    await form.getByRole('button', { name: codes.add }).click()
    await page.getByRole('link', { name: '4711' }).waitFor()
    const [code] = (await list('/pin-codes', uid)).pinCodes
    assert.deepEqual([code.code, code.endLocalDateTime], ['4711', '2031-05-06T11:00:00'])

    await openSection(page, 'prices')
    const { discounts: texts } = content
    const { LAST_MINUTE_DISCOUNT: lastMinute, EARLY_BIRD_DISCOUNT: earlyBird } = texts.rules
    const discounts = page.getByRole('form', { name: texts.title })
    await discounts.getByRole('button', { name: lastMinute.add }).click()
    await discounts.getByLabel(lastMinute.days).fill('7')
    await discounts.getByLabel(texts.rules.discount, { exact: true }).fill('10')
    await discounts.getByRole('button', { name: earlyBird.add }).click()
    await discounts.getByLabel(earlyBird.days).fill('60')
    await discounts.getByLabel(texts.rules.discount, { exact: true }).last().fill('5.5')
    await saveIn(discounts).click()
    const rules = async () =>
      (await callApi('GET', `/property-pricing-rules/${uid}`)).propertyPricingRules.pricingRules
    await eventually(async () => (await rules()).length === 2)
    const saved = (await rules()).map((rule: { threshold: number; priceChange: number }) => [
      rule.threshold,
      rule.priceChange,
    ])
    assert.deepEqual(saved, [
      [7, 10],
      [60, 5.5],
    ])
    await context.close()
  })
})

describe('fees of a property', { skip: noBrowser }, () => {
  it('are listed in the order of their calculation', async () => {
    const uid = await makeHouse('Fees')
    const fee = { propertyUid: uid, taxationRate: 0 }
    const tax = { ...fee, name: 'City tax', amountType: 'TAX', scope: 'PER_STAY', amount: 3 }
    const share = { ...fee, name: 'Service', amountType: 'AMOUNT', amount: 4 }
    await callApi('POST', '/fees', tax)
    await callApi('POST', '/fees', { ...share, scope: 'PERCENTAGE_OF_TOTAL' })
    await callApi('POST', '/fees', { ...share, name: 'Linen', scope: 'PER_STAY' })
    const { page, context } = await open(`/properties/${uid}/fees`)
    await page.getByText(content.fees.note).waitFor()
    const names = page.locator('.resource-table .first')
    await eventually(
      async () => (await names.allTextContents()).join() === 'Linen,Service,City tax',
    )
    await context.close()
  })
})
