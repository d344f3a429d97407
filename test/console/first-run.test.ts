/** First run: from an empty server to a booking, in a browser. */
import assert from 'node:assert/strict'
import { mkdir } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { en as words } from '../../src/console/i18n/en.ts'
import { en as lead } from '../../src/console/i18n/lead/en.ts'
import { en as amenities } from '../../src/console/i18n/properties/amenities/en.ts'
import { en as propertyTexts } from '../../src/console/i18n/properties/fields/en.ts'
import { en as types } from '../../src/console/i18n/properties/types/en.ts'
import { setup } from '../../src/console/i18n/setup/en.ts'
import { printSetupLink } from '../../src/server/start/print-setup-link.ts'
import { checkThemes, openFresh } from '../fixtures/console-pages.ts'
import { jpeg } from '../fixtures/pictures.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { kysely } = server.database
const browser: Browser | null = noBrowser ? null : await launchBrowser()

after(async () => browser?.close())

/** Folder for pictures of the pages, to look at them. */
const folder = process.env.PICTURES

async function picture(page: Page, name: string): Promise<void> {
  if (!folder) return
  await mkdir(folder, { recursive: true })
  for (const [theme, width] of [
    ['light', 1440],
    ['dark', 1440],
    ['light', 360],
    ['dark', 360],
  ] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 900 })
    await page.waitForTimeout(250)
    await page.screenshot({ path: `${folder}/${name}-${theme}-${width}.png`, fullPage: true })
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 900 })
}

async function printedLink(): Promise<string> {
  const ctx = { db: kysely, clock: server.clock }
  const lines: string[] = []
  const { secretKeys } = server.config
  await printSetupLink(ctx, { publicUrl: server.url, secretKeys }, text => lines.push(text))
  return /http\S+\/console\/new-agency\/\S+/.exec(lines.join('\n'))![0]
}

const secret = 'a long enough password'

async function createAgency(page: Page): Promise<void> {
  await page.goto(await printedLink())
  const fields = {
    agencyName: 'Pine Lodges',
    currency: 'EUR',
    timeZone: 'Europe/Paris',
    firstName: 'Ada',
    lastName: 'Reed',
    email: 'ada@pine.example',
    password: secret,
  }
  for (const [name, value] of Object.entries(fields)) {
    await page.locator(`[name=${name}]`).fill(value)
  }
  await page.getByRole('button', { name: 'Create agency' }).click()
}

const { steps } = setup
const { card } = words.publishChecks
const fields = { ...propertyTexts.fields, ...setup.fields }
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 2 })
const next = (page: Page) => page.getByRole('button', { name: setup.continue }).click()

/** Requests of a page to other origins, which there must be none of. */
function watchRequests(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', request => {
    const { origin, protocol } = new URL(request.url())
    if (![server.url, server.config.publicUrl].includes(origin) && protocol.startsWith('http'))
      foreign.push(request.url())
  })
  return foreign
}

/** Checks a page in both themes. */
async function look(page: Page, name: string): Promise<void> {
  await checkThemes(page, name)
  await picture(page, name)
}

const checklist = (page: Page) => page.getByRole('region', { name: card.title })

async function startFromChecklist(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Today', exact: true }).first().click()
  const list = checklist(page)
  await list.getByRole('link', { name: words.publishChecks.checks.PROPERTY_NONE }).waitFor()
  await look(page, 'today-empty')
  await list.getByRole('link', { name: card.start }).click()
  await page.getByRole('radio', { name: setup.kinds.apartments.name }).check()
  await next(page)
}

async function createProperty(page: Page): Promise<void> {
  await heading(page, steps.property.title).waitFor()
  await page.getByLabel(fields.name).fill('Mill Flat')
  await page.getByLabel(fields['address.city']).fill('York')
  await look(page, 'property')
  await page.getByRole('button', { name: setup.createProperty }).dblclick()
}

async function addPhoto(page: Page): Promise<void> {
  await heading(page, steps.photos.title).waitFor()
  const file = { name: 'mill.jpg', mimeType: 'image/jpeg', buffer: jpeg }
  await page.locator('.photos input[type=file]').setInputFiles(file)
  await page.locator('.photo-grid img').waitFor()
  await look(page, 'photos')
  await next(page)
}

async function describeProperty(page: Page): Promise<void> {
  await heading(page, steps.rooms.title).waitFor()
  await page.getByLabel(types.bedKinds.doubleBed).fill('1')
  for (const amenity of ['HAS_INTERNET_WIFI', 'HAS_TV', 'HAS_KITCHEN'] as const) {
    await page.getByLabel(amenities.amenities[amenity], { exact: true }).check()
  }
  await look(page, 'rooms')
  await next(page)
  await heading(page, steps.texts.title).waitFor()
  await page.getByLabel(fields.summary).fill('A quiet flat next to the old mill.')
  await look(page, 'texts')
  await next(page)
}

async function setPriceAndRules(page: Page): Promise<void> {
  await heading(page, steps.price.title).waitFor()
  await page.getByLabel(fields['pricing.dailyRate']).fill('120')
  await page.getByLabel(fields['pricing.weekendAdjustmentRate']).fill('10')
  await page.getByLabel(fields['pricing.cleaningFee']).fill('40')
  await look(page, 'price')
  await next(page)
  await heading(page, steps.rules.title).waitFor()
  // Two nights of 120 with 10 % more, and the cleaning fee.
  await page.getByRole('status').getByText('€304').waitFor()
  await page.getByLabel(fields['availability.minimumStay']).fill('3')
  await look(page, 'rules')
  await next(page)
}

async function openForBooking(page: Page): Promise<void> {
  await heading(page, steps.calendars.title).waitFor()
  await look(page, 'calendars')
  await page.getByRole('button', { name: setup.skip }).click()
  await heading(page, steps.open.title).waitFor()
  await page.getByRole('link', { name: words.publishChecks.checks.AMENITIES }).waitFor()
  await look(page, 'open')
  await page.getByRole('button', { name: setup.open.action }).click()
  await page.getByText(setup.open.done('Mill Flat')).waitFor()
  await page.getByLabel(setup.open.bookingPage).check()
  const address = await page.getByLabel(setup.open.address).inputValue()
  assert.match(address, /\/p\/[\w-]+\/mill-flat/)
  const { pathname } = new URL(address)
  assert.match((await server.request('GET', pathname)).text, /<h1[^>]*>Mill Flat/)
  await look(page, 'opened')
}

async function book(page: Page): Promise<void> {
  await page.getByRole('link', { name: setup.open.book }).click()
  await page.getByLabel(lead.stay.arrival).fill('2026-07-01')
  await page.getByLabel(lead.stay.departure).fill('2026-07-05')
  await page.getByLabel(lead.edit.firstName).fill('Grace')
  await page.getByLabel(lead.edit.lastName).fill('Hopper')
  // Four nights of 120, two of them with 10 % more, and the cleaning fee.
  await page.getByRole('row', { name: /^Total.*544/ }).waitFor()
  await page.getByRole('button', { name: lead.quote.submits.book }).click()
  await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor()
}

async function hideChecklist(page: Page): Promise<void> {
  const list = page.getByRole('region', { name: card.ready })
  await page.goto(`${server.url}/console`)
  await list.getByText(card.more).waitFor()
  assert.equal(await list.getByText(words.publishChecks.checks.PRICE_MISSING).count(), 0)
  await list.getByRole('link', { name: words.publishChecks.checks.TEAM_ALONE }).waitFor()
  await picture(page, 'today-ready')
  await list.getByRole('button', { name: card.hide }).click()
  await list.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('region', { name: 'Arrivals' }).waitFor()
  assert.equal(await list.count(), 0)
}

describe('the first run', { skip: noBrowser }, () => {
  it('leads from the printed link to a booking within a minute', async () => {
    const { context, page } = await openFresh(browser!, { width: 1280, height: 900 })
    page.setDefaultTimeout(15_000)
    const foreign = watchRequests(page)
    await page.goto(`${server.url}/console/sign-in`)
    await page.getByText('lodgepole init --link').waitFor()
    const start = performance.now()
    await createAgency(page)
    await heading(page, steps.business.title).waitFor()
    await look(page, 'business')
    await startFromChecklist(page)
    await createProperty(page)
    await addPhoto(page)
    await describeProperty(page)
    await setPriceAndRules(page)
    await openForBooking(page)
    await book(page)
    await hideChecklist(page)
    const ms = performance.now() - start
    if (!folder) assert.ok(ms < 60_000, `${ms} ms`)
    assert.deepEqual(foreign, [])
    const properties = await kysely.selectFrom('properties').select('name').execute()
    assert.deepEqual(properties, [{ name: 'Mill Flat' }])
    await context.close()
  })
})
