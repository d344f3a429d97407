/** A new property without a mouse: added, priced and opened by keys, and by touch on a phone. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { en as fieldTexts } from '../../src/console/i18n/properties/fields/en.ts'
import { en } from '../../src/console/i18n/properties/page/en.ts'
import { en as kit } from '../../src/console/i18n/resources/en.ts'
import { en as toasts } from '../../src/console/i18n/toasts/en.ts'
import { focusByTab } from '../fixtures/console-pages.ts'
import { noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startPropertyEditor } from './property-editor.ts'

const { agencyUid, callApi, read, open } = await startPropertyEditor()
const { fields } = fieldTexts

/** Ways to operate a page. */
interface Input {
  press: (target: Locator) => Promise<void>
  type: (target: Locator, text: string) => Promise<void>
  /** Selects an option of a field with suggestions. */
  choose: (target: Locator, option: string) => Promise<void>
  /** Moves to the first action of the toasts. */
  toToasts: () => Promise<void>
}

function keys(page: Page): Input {
  const { keyboard } = page
  const type: Input['type'] = async (target, text) => {
    await focusByTab(page, target)
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(text)
  }
  return {
    type,
    choose: async (target, option) => {
      await type(target, option)
      await page.getByRole('option').first().waitFor()
      await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
    },
    press: async target => {
      await focusByTab(page, target)
      const isSwitch = (await target.getAttribute('role')) === 'switch'
      await keyboard.press(isSwitch ? 'Space' : 'Enter')
    },
    toToasts: () => keyboard.press('F6'),
  }
}

const touch: Input = {
  press: target => target.tap(),
  type: async (target, text) => {
    await target.tap()
    await target.fill(text)
  },
  choose: async (target, option) => {
    await touch.type(target, option)
    await target.page().getByRole('option', { name: option, exact: true }).tap()
  },
  toToasts: async () => {},
}

async function findProperty(name: string): Promise<string | undefined> {
  const { properties } = await callApi('GET', `/properties?agencyUid=${agencyUid}`)
  return properties.find((property: { name: string }) => property.name === name)?.uid
}

/** Adds a property, changes its price, undoes that, and opens it for booking. */
async function setUp(page: Page, name: string, input: Input): Promise<void> {
  const { press, type, choose, toToasts } = input
  const button = (text: string) => page.getByRole('button', { name: text, exact: true })
  await press(page.getByRole('link', { name: en.list.add }).first())
  await type(page.getByLabel(fields.name, { exact: true }), name)
  await type(page.getByLabel(fields['address.city']), 'Bend')
  await choose(page.getByRole('combobox', { name: fields['address.countryCode'] }), 'Portugal')
  await type(page.getByLabel(fields['pricing.dailyRate']), '150')
  await press(button(en.create))
  await page.waitForURL(/\/photos$/)
  const uid = (await findProperty(name))!
  const hasRate = (rate: number) =>
    eventually(async () => (await read(uid)).pricing.dailyRate === rate)
  await hasRate(150)
  const sections = page.getByRole('navigation', { name: en.sectionList })
  await press(sections.getByRole('link', { name: new RegExp(`^${en.sections.prices}`) }))
  const form = page.getByRole('form', { name: en.groups.nightly })
  await type(form.getByLabel(fields['pricing.dailyRate']), '1')
  await press(form.getByRole('button', { name: kit.save, exact: true }))
  await hasRate(1)
  await button(toasts.undo).waitFor()
  await toToasts()
  await press(button(toasts.undo))
  await hasRate(150)
  await eventually(
    async () => (await form.getByLabel(fields['pricing.dailyRate']).inputValue()) === '150',
  )
  const { isActive } = await read(uid)
  await press(page.getByRole('switch', { name: en.active }))
  await eventually(async () => (await read(uid)).isActive !== isActive)
  await press(page.getByRole('link', { name: en.newReservation }))
  await page.waitForURL(new RegExp(`/reservations/new.*${uid}`))
}

describe('a new property', { skip: noBrowser }, () => {
  it('is added, priced and opened by keys alone', async () => {
    const { page, complaints } = await open('/properties')
    await setUp(page, 'Key Cabin', keys(page))
    assert.deepEqual(complaints, [])
    await page.context().close()
  })

  it('is added, priced and opened by touch on a phone', async () => {
    const { page, complaints } = await open('/properties', { width: 360, isTouch: true })
    await setUp(page, 'Touch Cabin', touch)
    assert.deepEqual(complaints, [])
    await page.context().close()
  })
})
