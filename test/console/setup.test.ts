/** Set-up in steps: going back, repeated clicks, several tabs and lost responses. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { en as propertyTexts } from '../../src/console/i18n/properties/fields/en.ts'
import { setup } from '../../src/console/i18n/setup/en.ts'
import { checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const browser: Browser | null = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

const { steps } = setup
const fields = { ...propertyTexts.fields, ...setup.fields }
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })
const next = (page: Page) => page.getByRole('button', { name: setup.continue })

async function openSetup(path: string, agencyUid?: string) {
  const agency = agencyUid ?? (await makeAgency(server)).agencyUid
  const context = await openContext(server, browser!, { agencyUid: agency })
  const { page } = await openPage(server, context, path)
  page.setDefaultTimeout(15_000)
  return { agencyUid: agency, context, page }
}

async function listNames(agencyUid: string): Promise<string[]> {
  const rows = await server.database.kysely
    .selectFrom('properties')
    .select('name')
    .where('agency_uid', '=', agencyUid)
    .execute()
  return rows.map(({ name }) => name)
}

async function fillProperty(page: Page): Promise<void> {
  await page.getByLabel(fields.name, { exact: true }).fill('Mill')
  await page.getByLabel(fields['address.city']).fill('York')
}

const create = (page: Page) => page.getByRole('button', { name: setup.createProperty })

describe('the set-up', { skip: noBrowser }, () => {
  it('creates one property despite three clicks, a lost response and Back', async () => {
    const { agencyUid, context, page } = await openSetup('/setup/property?property=new')
    await fillProperty(page)
    let isLost = false
    await page.route(/v3\.3\/properties$/, async route => {
      if (isLost || route.request().method() !== 'POST') return route.continue()
      isLost = true
      await route.fetch()
      await route.abort()
    })
    await create(page).click({ clickCount: 3 })
    await heading(page, steps.photos.title).waitFor()
    assert.ok(isLost)
    await page.goBack()
    await page.getByLabel(fields.name).and(page.locator('[value=Mill]')).waitFor()
    await page.getByLabel(fields.name).fill('Old Mill')
    await next(page).dblclick()
    await heading(page, steps.photos.title).waitFor()
    assert.deepEqual(await listNames(agencyUid), ['Old Mill'])
    await context.close()
  })

  it('places a refused field, and keeps what was entered', async () => {
    const { agencyUid, context, page } = await openSetup('/setup/property?property=new')
    await fillProperty(page)
    await page.getByLabel(fields['availability.maxGuests']).fill('1000')
    await page.evaluate(`document.querySelector('form.setup-step').noValidate = true`)
    await create(page).click()
    await page.getByText('Enter a number from 1 to 999').waitFor()
    assert.equal(await page.getByLabel(fields.name).inputValue(), 'Mill')
    assert.deepEqual(await listNames(agencyUid), [])
    await page.getByRole('link', { name: 'Calendar', exact: true }).first().click()
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).waitFor()
    await context.close()
  })
})

describe('a step of the set-up', { skip: noBrowser }, () => {
  it('shows what another tab saved before it saves over it', async () => {
    const agency = await makeAgency(server)
    const uid = await makeProperty(server, agency.agencyUid, { name: 'Barn', daily_rate: '90' })
    const path = `/setup/price?property=${uid}`
    const { context, page } = await openSetup(path, agency.agencyUid)
    const { page: other } = await openPage(server, context, path)
    const price = fields['pricing.dailyRate']
    await other.getByLabel(price).waitFor()
    await page.getByLabel(price).fill('100')
    await page.getByLabel(fields['pricing.cleaningFee']).fill('30')
    await other.getByLabel(price).fill('120')
    await next(other).click()
    await heading(other, steps.rules.title).waitFor()
    await next(page).click()
    await page.getByText('120').first().waitFor()
    const read = async () =>
      (await server.request('GET', `/api/v3.3/properties/${uid}`, { key: agency.key })).body
    assert.equal((await read()).property.pricing.dailyRate, 120)
    assert.equal(await page.getByLabel(price).inputValue(), '100')
    await context.close()
  })
})

describe('a hotel', { skip: noBrowser }, () => {
  it('is created with its units, once although the units were refused at first', async () => {
    const { agencyUid, context, page } = await openSetup('/setup/property?property=new&kind=hotel')
    await page.getByLabel(fields.name).fill('Grand')
    await page.getByLabel(fields['address.city']).fill('York')
    await page.getByLabel(fields.unitType).fill('Double')
    await page.getByLabel(fields.numberOfUnits).fill('3')
    await page.getByLabel(fields['availability.maxGuests']).fill('1000')
    await page.evaluate(`document.querySelector('form.setup-step').noValidate = true`)
    const submit = page.getByRole('button', { name: setup.createHotel })
    await submit.click()
    await page.getByText('Enter a number from 1 to 999').waitFor()
    await page.getByLabel(fields['availability.maxGuests']).fill('2')
    await submit.click()
    await heading(page, steps.photos.title).waitFor()
    const { kysely } = server.database
    const hotels = await kysely
      .selectFrom('hotels')
      .select('name')
      .where('agency_uid', '=', agencyUid)
      .execute()
    const units = await kysely
      .selectFrom('units')
      .select('uid')
      .where('agency_uid', '=', agencyUid)
      .execute()
    assert.deepEqual([hotels, units.length], [[{ name: 'Grand' }], 3])
    await context.close()
  })
})

describe('a property that is managed for an owner', { skip: noBrowser }, () => {
  it('is created with a new owner once, and a further one with the same owner', async () => {
    const path = '/setup/property?property=new&kind=manager'
    const { agencyUid, context, page } = await openSetup(path)
    const { kysely } = server.database
    await fillProperty(page)
    await page.getByLabel(fields.firstName).fill('Rosa')
    await page.getByLabel(fields.lastName).fill('Kay')
    await create(page).click()
    await page.locator('[aria-invalid=true]').waitFor()
    assert.deepEqual(await listNames(agencyUid), [])
    await page.getByLabel(fields.email).fill('rosa@winter.example')
    await create(page).dblclick()
    await heading(page, steps.photos.title).waitFor()
    await page.goto(`${server.url}/console${path}`)
    await page.getByLabel(fields.name, { exact: true }).fill('Barn')
    await page.getByLabel(fields['address.city']).fill('York')
    await page.getByRole('combobox', { name: fields.ownerUid }).fill('ros')
    await page.getByRole('option', { name: 'Rosa Kay' }).click()
    assert.equal(await page.getByLabel(fields.firstName).count(), 0)
    await checkThemes(page, 'the owner of a new property')
    await create(page).click()
    await heading(page, steps.photos.title).waitFor()
    const owned = await kysely
      .selectFrom('property_ownerships as w')
      .innerJoin('owners as o', 'o.uid', 'w.owner_uid')
      .innerJoin('properties as p', 'p.uid', 'w.property_uid')
      .select(['p.name', 'o.email'])
      .where('w.agency_uid', '=', agencyUid)
      .where('o.agency_uid', '=', agencyUid)
      .where('p.agency_uid', '=', agencyUid)
      .orderBy('p.name')
      .execute()
    const email = 'rosa@winter.example'
    assert.deepEqual(owned, [
      { name: 'Barn', email },
      { name: 'Mill', email },
    ])
    await context.close()
  })
})

describe('a role that was lowered', { skip: noBrowser }, () => {
  it('forbids the change of an open form, and the form keeps it', async () => {
    const agency = await makeAgency(server)
    const uid = await makeProperty(server, agency.agencyUid, { name: 'Barn', daily_rate: '90' })
    const { context, page } = await openSetup(`/setup/price?property=${uid}`, agency.agencyUid)
    await page.getByLabel(fields['pricing.dailyRate']).fill('100')
    await server.database.kysely
      .updateTable('employees')
      .set({ role: 'STAFF' })
      .where('agency_uid', '=', agency.agencyUid)
      .execute()
    await next(page).click()
    await page.getByText('Your role does not allow this.').waitFor()
    assert.equal(await page.getByLabel(fields['pricing.dailyRate']).inputValue(), '100')
    await context.close()
  })
})
