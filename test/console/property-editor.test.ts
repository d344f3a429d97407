/** Editor of a property in a real browser: every field, conflicts, photos, checks. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { schemas } from '../../src/console/api/schemas/api-schemas.ts'
import { en as words } from '../../src/console/i18n/en.ts'
import { en as content } from '../../src/console/i18n/properties/content/en.ts'
import { en as fieldTexts } from '../../src/console/i18n/properties/fields/en.ts'
import { en } from '../../src/console/i18n/properties/page/en.ts'
import { en as kit } from '../../src/console/i18n/resources/en.ts'
import {
  fieldGroups,
  type SectionName,
  sectionNames,
} from '../../src/console/properties/sections.ts'
import { findWidget, isPicker } from '../../src/console/resources/form/field-options.ts'
import { getPath } from '../../src/console/resources/form/form-values.ts'
import { checkThemes } from '../fixtures/console-pages.ts'
import { noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { fieldOf, openSection, saveIn, startPropertyEditor } from './property-editor.ts'

const { server, callApi, makeHouse, addPhoto, read, list, open } = await startPropertyEditor()
const { fields: schema } = schemas['PATCH /properties/{uid}']

/** Changes a field to a value that the schema allows and that no new property has. */
async function changeField(page: Page, name: string): Promise<void> {
  const field = schema[name]!
  const place = fieldOf(page, name)
  const widget = findWidget(name, field)
  const box = place.locator('input, textarea, select').first()
  if (widget === 'switch') return box.click()
  if (name.endsWith('Uid') || isPicker(widget)) {
    await box.fill(name === 'parentUid' ? 'Whole' : '')
    await box.press('ArrowDown')
    await page.getByRole('option').last().click()
    return
  }
  if ((await place.locator('select').count()) > 0) {
    return void (await box.selectOption({ index: 2 }))
  }
  if (widget === 'segments') return place.getByRole('radio').last().click({ force: true })
  if (widget === 'checks') return box.click()
  if (widget === 'date') return box.fill('2031-05-06')
  if (field.format?.startsWith('http-url')) return box.fill('https://example.com/a')
  await box.fill(field.type === 'string' ? 'Ünï 🏡 שלום' : '3')
}

describe('the editor of a property', { skip: noBrowser }, () => {
  it('changes every field, and sends only what a form has changed', async () => {
    const uid = await makeHouse('Cabin', { availability: { maxGuests: 6 } })
    await makeHouse('Whole estate')
    const { page } = await open(`/properties/${uid}/basics`)
    const bodies: object[] = []
    page.on('request', request => {
      if (request.method() === 'PATCH') bodies.push(request.postDataJSON())
    })
    for (const section of sectionNames) {
      const groups: [string, readonly string[]][] = Object.entries(fieldGroups[section])
      if (groups.length === 0) continue
      await openSection(page, section)
      for (const [group, names] of groups) {
        const before = await read(uid)
        // Some switches show further fields.
        const isSwitch = (name: string) => schema[name]!.type === 'boolean'
        for (const name of names) if (isSwitch(name)) await changeField(page, name)
        for (const name of names) if (!isSwitch(name)) await changeField(page, name)
        const form = page.getByRole('form', { name: en.groups[group as keyof typeof en.groups] })
        await saveIn(form).dblclick()
        const listUnchanged = async () => {
          const property = await read(uid)
          return names.filter(name => {
            const values = [before, property].map(item => JSON.stringify(getPath(item, name)))
            return values[0] === values[1]
          })
        }
        await eventually(async () => (await listUnchanged()).length === 0).catch(async () =>
          assert.deepEqual(await listUnchanged(), [], `${section} ${group}`),
        )
        await saveIn(form).waitFor({ state: 'detached' })
        const sent = names.filter(name => getPath(bodies.at(-1)!, name) !== undefined)
        assert.deepEqual(sent, [...names], `${section} ${group}`)
      }
    }
    const groupCount = sectionNames.flatMap(name => Object.keys(fieldGroups[name])).length
    assert.equal(bodies.length, groupCount)
    await page.context().close()
  })
})

describe('forms of the editor of a property', { skip: noBrowser }, () => {
  it('places a refused field, keeps the input, and saves the rest after a correction', async () => {
    const uid = await makeHouse('Refused')
    const { page } = await open(`/properties/${uid}/basics`)
    await fieldOf(page, 'name').getByRole('textbox').fill('   ')
    const size = page.getByRole('form', { name: en.groups.size })
    await size.getByLabel(fieldTexts.fields.bedrooms).fill('7')
    const form = page.getByRole('form', { name: en.groups.general })
    await saveIn(form).click()
    await form.locator('input[aria-invalid]:focus').waitFor()
    assert.equal((await read(uid)).name, 'Refused')
    const name = `${'ñ'.repeat(249)} 🏡שלו`
    await fieldOf(page, 'name').getByRole('textbox').fill(name)
    await saveIn(form).click()
    await page.getByRole('heading', { name, level: 1 }).waitFor()
    assert.equal((await read(uid)).bedrooms, 0)
    // The other form still has its own input.
    await saveIn(size).click()
    await eventually(async () => (await read(uid)).bedrooms === 7)
    await page.setViewportSize({ width: 360, height: 780 })
    assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'))
    await page.context().close()
  })

  it('shows the change of another user, and keeps or replaces the own one', async () => {
    const uid = await makeHouse('Shared', { pricing: { dailyRate: 150 } })
    const { page } = await open(`/properties/${uid}/prices`)
    const price = fieldOf(page, 'pricing.dailyRate').getByRole('spinbutton')
    await price.fill('200')
    await callApi('PATCH', `/properties/${uid}`, { pricing: { dailyRate: 175 } })
    const form = page.getByRole('form', { name: en.groups.nightly })
    await form.getByRole('alert').getByText('175').waitFor()
    await form.getByRole('button', { name: words.meanwhile.keep }).click()
    await saveIn(form).click()
    await eventually(async () => (await read(uid)).pricing.dailyRate === 200)
    await page.context().close()
  })

  it('saves at once if another user has changed only fields of another form', async () => {
    const uid = await makeHouse('Together')
    const { page } = await open(`/properties/${uid}/basics`)
    const context = page.context()
    const statuses: number[] = []
    page.on('response', response => {
      if (response.request().method() === 'PATCH') statuses.push(response.status())
    })
    let isFirst = true
    await context.route(`**/properties/${uid}`, async route => {
      if (isFirst && route.request().method() === 'PATCH') {
        isFirst = false
        await callApi('PATCH', `/properties/${uid}`, { bedrooms: 3 })
      }
      await route.continue()
    })
    await fieldOf(page, 'name').getByRole('textbox').fill('Together again')
    await saveIn(page.getByRole('form', { name: en.groups.general })).click()
    await page.getByRole('heading', { name: 'Together again', level: 1 }).waitFor()
    const { name, bedrooms } = await read(uid)
    assert.deepEqual([name, bedrooms, statuses], ['Together again', 3, [412, 200]])
    await context.close()
  })
})

describe('publish checks in the editor of a property', { skip: noBrowser }, () => {
  it('leads from what is missing to the field, and shows the price for guests', async () => {
    const uid = await makeHouse('Incomplete')
    const { page } = await open(`/properties/${uid}`)
    const preview = page.getByRole('region', { name: en.preview.title })
    await preview.getByText(en.preview.noPrice).waitFor()
    await page.getByRole('link', { name: words.publishChecks.checks.PRICE_MISSING }).click()
    const price = fieldOf(page, 'pricing.dailyRate').getByRole('spinbutton')
    await fieldOf(page, 'pricing.dailyRate').locator('input:focus').waitFor()
    await price.fill('120')
    await saveIn(page.getByRole('form', { name: en.groups.nightly })).click()
    await preview.getByText('240').first().waitFor()
    await page
      .getByRole('link', { name: words.publishChecks.checks.PRICE_MISSING })
      .waitFor({ state: 'detached' })
    await page.getByRole('link', { name: words.publishChecks.checks.PHOTOS_NONE }).click()
    await page.getByRole('region', { name: content.photos.title }).waitFor()
    await page.getByRole('switch', { name: en.active }).click()
    await eventually(async () => (await read(uid)).isActive)
    await page.context().close()
  })
})

/** Script that pastes coordinates as a map copies them. */
const paste = `{
  const clipboardData = new DataTransfer()
  clipboardData.setData('text', '44.05, −121.31')
  const input = document.querySelector('[data-field="address.latitude"] input')
  input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
}`

describe('lists in the editor of a property', { skip: noBrowser }, () => {
  it('saves rooms, amenities, rules, texts, fees, discounts, tags and coordinates', async () => {
    const uid = await makeHouse('Lists')
    const { page } = await open(`/properties/${uid}/rooms`)
    const go = (name: SectionName) => openSection(page, name)
    await page.getByRole('button', { name: content.rooms.add }).click()
    await page.getByLabel('King').fill('2')
    await page.getByRole('button', { name: kit.save }).click()
    await eventually(async () => (await read(uid)).beds === 2)
    await go('amenities')
    await page.getByRole('searchbox').fill('sauna')
    await page.getByLabel('Sauna').check()
    await page.getByLabel('Pets allowed').check()
    await eventually(async () => (await list('/amenities', uid)).amenities.length === 1)
    await eventually(async () => (await list('/property-rules', uid)).propertyRules.length === 1)
    const deletions: number[] = []
    page.on('response', response => {
      if (response.request().method() === 'DELETE') deletions.push(response.status())
    })
    const sauna = page.getByRole('checkbox', { name: 'Sauna' })
    for (let i = 0; i < 3; i++) await sauna.click()
    await eventually(() => deletions.length === 2)
    assert.deepEqual(deletions, [204, 204])
    assert.deepEqual((await list('/amenities', uid)).amenities, [])
    await go('texts')
    await page.getByLabel(content.texts.fields.shortSummary).fill('Quiet')
    await page.getByRole('button', { name: kit.save }).click()
    await eventually(
      async () => (await list('/property-descriptions', uid)).propertyDescriptions[0]?.shortSummary,
    )
    await go('fees')
    await page.getByRole('button', { name: content.fees.add }).click()
    const form = page.getByRole('form', { name: content.fees.add })
    await form.getByLabel(content.fees.fields.name, { exact: true }).fill('Linen')
    await form.getByLabel(content.fees.fields.amount).fill('12')
    await form.getByRole('button', { name: content.fees.add }).click()
    await page.getByRole('link', { name: 'Linen' }).waitFor()
    await go('prices')
    const discounts = page.getByRole('form', { name: content.discounts.title })
    await discounts
      .getByLabel(content.discounts.fields.decreaseRateHigherBound, { exact: true })
      .fill('7')
    await discounts.getByLabel(content.discounts.fields.decreaseRate, { exact: true }).fill('12.5')
    await saveIn(discounts).click()
    const path = `/property-pricing-rules/${uid}`
    await eventually(
      async () => (await callApi('GET', path)).propertyPricingRules.decreaseRate === 0.125,
    )
    await go('location')
    await fieldOf(page, 'address.latitude').waitFor()
    await page.evaluate(paste)
    await saveIn(page.getByRole('form', { name: en.groups.map })).click()
    await eventually(async () => (await read(uid)).address.longitude === -121.31)
    await page.context().close()
  })
})

describe('accessibility of the editor of a property', { skip: noBrowser }, () => {
  it('has no violation of axe in any section, in both themes, wide and narrow', async () => {
    const uid = await makeHouse('Accessible')
    await addPhoto(uid)
    const paths = sectionNames.map(name => `/properties/${uid}/${name}`)
    const { page } = await open('/properties')
    for (const path of ['/properties', '/properties/new', ...paths]) {
      await page.goto(`${server.url}/console${path}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.setViewportSize({ width: 1440, height: 900 })
      await checkThemes(page, path)
      await page.setViewportSize({ width: 360, height: 780 })
      await checkThemes(page, `${path}, narrow`)
      assert.ok(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), path)
    }
    await page.context().close()
  })
})
