/** Input in the editor of a property while another client changes the same values. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page, Route } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { en as content } from '../../src/console/i18n/properties/content/en.ts'
import { en as types } from '../../src/console/i18n/properties/types/en.ts'
import { noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { fieldOf, openSection, saveIn, startPropertyEditor } from './property-editor.ts'

const { callApi, makeHouse, addPhoto, list, open } = await startPropertyEditor()

const { bedKinds, propertyRules } = types
const locale = 'de_DE'
const alertIn = (place: Locator) => place.getByRole('alert')
const keepOwn = (place: Locator) =>
  place.getByRole('button', { name: words.meanwhile.keep }).click()
const takeOthers = (place: Locator) =>
  place.getByRole('button', { name: words.meanwhile.take }).click()

const putRooms = (propertyUid: string, bedCounts: object) => {
  const room = { roomNumber: 1, roomType: 'BEDROOM', hasPrivateBathroom: false, bedCounts }
  return callApi('PUT', '/rooms-bulk', { propertyUid, rooms: [room] })
}

const putText = (uid: string, text: object) => callApi('PUT', `/property-descriptions/${uid}`, text)

/** Lets another client change something right before the first write of the page arrives. */
async function changeBefore(page: Page, url: string, change: () => Promise<unknown>) {
  const statuses: number[] = []
  page.on('response', response => {
    if (response.request().method() === 'PUT') statuses.push(response.status())
  })
  let isFirst = true
  await page.route(url, async (route: Route) => {
    if (isFirst && route.request().method() === 'PUT') {
      isFirst = false
      await change()
    }
    await route.continue()
  })
  return statuses
}

describe('input in forms while another client changes the property', { skip: noBrowser }, () => {
  it('stays in the list of rooms; saving shows the conflict instead of overwriting', async () => {
    const uid = await makeHouse('Rooms')
    await putRooms(uid, { kingBed: 1 })
    const { page, context } = await open(`/properties/${uid}/rooms`)
    const form = page.getByRole('form', { name: content.rooms.title })
    const king = form.getByLabel(bedKinds.kingBed, { exact: true })
    const sofa = form.getByLabel(bedKinds.sofaBed, { exact: true })
    // A form without input follows the other client.
    await putRooms(uid, { kingBed: 1, sofaBed: 4 })
    await eventually(async () => (await sofa.inputValue()) === '4')
    await king.fill('2')
    await putRooms(uid, { kingBed: 1, sofaBed: 5 })
    await alertIn(form).getByText(`${bedKinds.sofaBed}: 5`).waitFor()
    assert.equal(await king.inputValue(), '2')
    await keepOwn(form)
    const statuses = await changeBefore(page, '**/rooms-bulk', () => putRooms(uid, { bunkBed: 3 }))
    await saveIn(form).click()
    await alertIn(form).getByText(`${bedKinds.bunkBed}: 3`).waitFor()
    assert.equal((await list('/rooms', uid)).rooms[0].bedCounts.bunkBed, 3)
    assert.equal(await king.inputValue(), '2')
    await keepOwn(form)
    await saveIn(form).click()
    await eventually(async () => {
      const { kingBed, sofaBed, bunkBed } = (await list('/rooms', uid)).rooms[0].bedCounts
      return [kingBed, sofaBed, bunkBed].join() === '2,4,0'
    })
    await eventually(() => statuses.join() === '412,200')
    await context.close()
  })

  it('stays in a text and in its language, also if the list cannot be read', async () => {
    const uid = await makeHouse('Texts')
    await putText(uid, { locale, shortSummary: 'Ruhig' })
    const { page, context } = await open(`/properties/${uid}/texts`)
    const form = page.locator('.section-form')
    const text = form.getByLabel(content.texts.fields.shortSummary)
    await text.fill('Sehr ruhig')
    // English texts are listed first.
    await putText(uid, { locale: 'en_US', shortSummary: 'Quiet' })
    await page.getByRole('button', { name: /American English/ }).waitFor()
    assert.equal(await text.inputValue(), 'Sehr ruhig')
    let failures = 0
    await page.route('**/property-descriptions*', route => {
      failures++
      return route.fulfill({ status: 400, json: { code: 'TEST', apiErrorMessage: 'Refused' } })
    })
    await putText(uid, { locale, shortSummary: 'Leise' })
    await alertIn(form).getByText('Leise').waitFor()
    await eventually(() => failures > 0)
    await page.unroute('**/property-descriptions*')
    await keepOwn(form)
    const statuses = await changeBefore(page, `**/property-descriptions/${uid}`, () =>
      putText(uid, { locale, shortSummary: 'Still' }),
    )
    await saveIn(form).click()
    await alertIn(form).getByText('Still').waitFor()
    await keepOwn(form)
    await saveIn(form).click()
    await eventually(async () => {
      const { propertyDescriptions } = await list('/property-descriptions', uid)
      return propertyDescriptions[1].shortSummary === 'Sehr ruhig'
    })
    await eventually(() => statuses.join() === '412,200')
    await context.close()
  })
})

describe('input in fields while another client changes them', { skip: noBrowser }, () => {
  it('stays in discounts, captions and rules, and is saved or replaced as the user decides', async () => {
    const uid = await makeHouse('Others')
    await addPhoto(uid)
    const rule = { propertyUid: uid, rule: 'ALLOWS_PETS' }
    const { uid: ruleUid } = (await callApi('POST', '/property-rules', rule)).propertyRule
    const [photo] = (await list('/photos', uid)).photos
    const { page, context } = await open(`/properties/${uid}/prices`)
    const discounts = page.getByRole('form', { name: content.discounts.title })
    const rate = fieldOf(page, 'decreaseRate').getByRole('spinbutton')
    await rate.fill('10')
    const others = { decreaseRateHigherBound: 7, decreaseRate: 0.2 }
    await callApi('PUT', `/property-pricing-rules/${uid}`, others)
    await alertIn(discounts).getByText('20 %').waitFor()
    assert.equal(await rate.inputValue(), '10')
    await takeOthers(discounts)
    assert.equal(await rate.inputValue(), '20')
    await openSection(page, 'photos')
    const tile = page.getByRole('listitem').filter({ has: page.locator('.caption') })
    const caption = tile.locator('.caption')
    await caption.fill('Mine')
    await callApi('PUT', `/photos/${photo.uid}`, { description: 'Theirs' })
    await alertIn(tile).getByText('Theirs', { exact: true }).waitFor()
    assert.equal(await caption.inputValue(), 'Mine')
    await keepOwn(tile)
    await eventually(async () => (await list('/photos', uid)).photos[0].description === 'Mine')
    await alertIn(tile).waitFor({ state: 'detached' })
    await openSection(page, 'amenities')
    const name = `${content.amenities.description}, ${propertyRules.ALLOWS_PETS}`
    const ruleText = page.getByRole('textbox', { name })
    await ruleText.fill('Two dogs')
    await callApi('PUT', `/property-rules/${ruleUid}`, { description: 'One dog' })
    const rules = page.getByRole('region', { name: content.amenities.rules })
    await alertIn(rules).getByText('One dog').waitFor()
    assert.equal(await ruleText.inputValue(), 'Two dogs')
    await takeOthers(rules)
    assert.equal(await ruleText.inputValue(), 'One dog')
    await context.close()
  })
})
