/** Lists and forms of every declared noun, in a real browser. */
import assert from 'node:assert/strict'
import { after, before, describe, it, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { formOperations } from '../../src/console/api/operations.ts'
import { en as words } from '../../src/console/i18n/en.ts'
import {
  ownerAdjustments as adjustmentTexts,
  ownerProperties as propertyTexts,
} from '../../src/console/i18n/owners/en.ts'
import { en as kit } from '../../src/console/i18n/resources/en.ts'
import { reviews as reviewTexts } from '../../src/console/i18n/reviews/en.ts'
import { en as toasts } from '../../src/console/i18n/toasts/en.ts'
import { checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'
import { type Noun, NounPage, nouns } from './resource-nouns.ts'

const server = await startServer()
const browser: Browser | null = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

const rowsMax = 60
const pageSize = 50
const timeoutMs = 10_000

async function openNoun(noun: Noun): Promise<NounPage> {
  const { agencyUid, key } = await makeAgency(server)
  const barn = await makeProperty(server, agencyUid, { name: 'Barn' })
  const context = await openContext(server, browser!, { agencyUid })
  await context.clock.install()
  context.setDefaultTimeout(timeoutMs)
  const { page } = await openPage(server, context, noun.resource.page)
  return new NounPage(server, page, noun, { agencyUid, key, barn })
}

for (const [name, noun] of Object.entries(nouns)) {
  describe(`the pages of ${name}`, { skip: noBrowser }, () => {
    let at: NounPage
    before(async () => {
      at = await openNoun(noun)
    })
    after(async () => at.page.context().close())
    const test = (title: string, run: (at: NounPage, context: TestContext) => Promise<void>) =>
      it(title, async context => run(at, context))

    test('explain an empty list and lead to the form', showEmptyList)
    test('show a refusal at the field, and save the corrected form', createObject)
    test('list 60 objects in pages, and filter them', listAndFilter)
    if (noun.edited) {
      test('save a section with only its changes, and undo it', saveAndUndo)
      test('show the change of another user before they overwrite it', showConflict)
    }
    if (noun.resource.bulk) test('change selected rows by keys alone', changeSelected)
    test('delete an object after a delay, unless that is undone', deleteObject)
    test('are accessible on a phone', checkPhone)
  })
}

describe('the page of an owner', { skip: noBrowser }, () => {
  it('adds, changes and deletes adjustments in a panel', async () => {
    const at = await openNoun(nouns.owners!)
    const { page } = at
    const uid = await at.create(1)
    const list = async () => {
      const { key } = at.agency
      const path = `/api/v3.3/owner-adjustments?ownerUid=${uid}`
      return (await server.request('GET', path, { key })).body.ownerAdjustments
    }
    const inPanel = (field: keyof typeof adjustmentTexts.fields) =>
      page
        .getByRole('complementary')
        .getByLabel(adjustmentTexts.fields[field], { exact: true })
        .and(page.locator('.field'))
    await at.go(`/${uid}`)
    await at.button(adjustmentTexts.add).click()
    await inPanel('name').fill('New boiler')
    await inPanel('amount').fill('450')
    await inPanel('propertyUid').fill('bar')
    await page.getByRole('option', { name: 'Barn' }).click()
    await checkThemes(page, 'a panel')
    await page.getByRole('complementary').getByRole('button', { name: adjustmentTexts.add }).click()
    await page.getByRole('link', { name: 'New boiler' }).click()
    await inPanel('taxRate').fill('12.5')
    await page.getByRole('complementary').getByRole('button', { name: kit.save }).click()
    await page.getByText('Saved New boiler').waitFor()
    const [adjustment, ...others] = await list()
    assert.deepEqual(others, [])
    const { name, amount, taxRate, propertyUid, ownerUid } = adjustment
    const expected = ['New boiler', 450, 0.125, at.agency.barn, uid]
    assert.deepEqual([name, amount, taxRate, propertyUid, ownerUid], expected)
    await page.keyboard.press('Escape')
    await at.button('Delete New boiler').click()
    await page.getByText(adjustmentTexts.empty).waitFor()
    await page.clock.fastForward(9_000)
    await eventually(async () => (await list()).length === 0)
    await page.context().close()
  })
})

describe('the properties of an owner', { skip: noBrowser }, () => {
  it('are assigned, taken over from another owner, and ended after a confirmation', async () => {
    const at = await openNoun(nouns.owners!)
    const { page, agency } = at
    const [rosa, otto] = [await at.create(1), await at.create(2)]
    const path = `/api/v3.3/property-ownership/${agency.barn}`
    const ownerOfBarn = async () =>
      (await server.request('GET', path, { key: agency.key })).body.propertyOwnership.ownerUid
    const dialog = page.getByRole('dialog')
    for (const owner of [rosa, otto]) {
      await at.go(`/${owner}`)
      await page.getByText(propertyTexts.empty).waitFor()
      await at.button(propertyTexts.assign).click()
      await dialog.getByRole('combobox', { name: propertyTexts.property }).fill('bar')
      await page.getByRole('option', { name: 'Barn' }).click()
      if (owner === otto) await dialog.getByText(propertyTexts.takeover('Owner No 1')).waitFor()
      await checkThemes(page, 'an assignment')
      await dialog.getByRole('button', { name: propertyTexts.assign }).click()
      await page.getByRole('link', { name: 'Barn' }).waitFor()
      assert.equal(await ownerOfBarn(), owner)
    }
    await checkThemes(page, 'an owned property')
    await at.button(propertyTexts.endOne('Barn')).click()
    await dialog.getByText(propertyTexts.removal).waitFor()
    await page.keyboard.press('Escape')
    await at.button(propertyTexts.endOne('Barn')).click()
    await dialog.getByRole('button', { name: propertyTexts.end }).click()
    await page.getByText(propertyTexts.empty).waitFor()
    assert.equal(await ownerOfBarn(), null)
    await page.context().close()
  })
})

describe('the reviews', { skip: noBrowser }, () => {
  it('are answered in the list, the unanswered ones first', async () => {
    const at = await openNoun(nouns.reviews!)
    const { page } = at
    await at.create(1)
    await at.create(2)
    await at.go('')
    await at.rows.nth(1).waitFor()
    await at.button(reviewTexts.answer).first().click()
    await page.getByLabel(reviewTexts.yourAnswer).fill('Thank you!')
    await at.button(reviewTexts.send).click()
    await page.getByText(/^Answered /).waitFor()
    await page.mouse.move(5, 5)
    await page.goto(`${server.url}/console/reviews`)
    await at.rows.first().waitFor()
    assert.equal(await at.rows.count(), 1)
    await page
      .getByRole('button', { name: kit.removeFilter(reviewTexts.columns.isAnswered) })
      .click()
    await at.rows.nth(1).waitFor()
    await page.getByText('Thank you!').waitFor()
    await page.context().close()
  })
})

async function showEmptyList({ page, noun: { texts } }: NounPage): Promise<void> {
  await page.getByText(texts.empty).waitFor()
  await checkThemes(page, `no ${texts.many}`)
  await page.keyboard.press('n')
  await page.getByRole('form', { name: texts.add }).waitFor()
}

async function createObject(at: NounPage): Promise<void> {
  const { page, noun } = at
  const { texts, refused, fields } = noun
  for (const [field, value] of Object.entries(fields)) await at.fill(field, value)
  await at.fill(refused.field, refused.value)
  await page.keyboard.press('Control+s')
  await page.locator('[aria-invalid=true]').waitFor()
  const focused = await page.evaluate('document.activeElement.id')
  assert.equal(focused, await at.field(refused.field).getAttribute('id'))
  if (refused.text) await page.getByText(refused.text).waitFor()
  assert.equal(await page.locator('.problem').count(), 0)
  await at.fill(refused.field, fields[refused.field] ?? '')
  await at.button(texts.add).click()
  await page.getByText(/^Added /).waitFor()
  await at.rows.first().waitFor()
  assert.deepEqual([await at.rows.count(), await at.count()], [1, 1])
  await at.closeToasts()
}

async function listAndFilter(at: NounPage): Promise<void> {
  const { page, noun } = at
  const { resource, filter } = noun
  for (let n = 1; n < rowsMax; n++) await at.create(n)
  await at.go('')
  await at.rows.nth(resource.isPaged ? pageSize - 1 : rowsMax - 1).waitFor()
  if (resource.isPaged) await at.button(kit.more).click()
  await at.rows.nth(rowsMax - 1).waitFor()
  if (filter === null) return
  await at.go(`?${filter.search}`)
  if (filter.count > 0) await at.rows.nth(filter.count - 1).waitFor()
  else await page.getByText(kit.none).waitFor()
  assert.equal(await at.rows.count(), filter.count)
}

async function saveAndUndo(at: NounPage): Promise<void> {
  const { page, noun } = at
  const { field, value } = noun.edited!
  const uid = await at.create(100)
  await at.go(`/${uid}`)
  const { item: before } = await at.read(uid)
  await at.fill(field, value)
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved /).waitFor()
  const { [field]: changed, ...others } = (await at.read(uid)).item
  assert.notDeepEqual(changed, before[field])
  for (const other of Object.keys(others).filter(key => !key.startsWith('updated'))) {
    assert.deepEqual(others[other], before[other], other)
  }
  await at.button(toasts.undo).click()
  await page.getByText(toasts.undone).waitFor()
  assert.deepEqual((await at.read(uid)).item[field], before[field])
  await at.closeToasts()
  await checkThemes(page, `one of ${noun.texts.many}`)
  await at.api('DELETE', `/${uid}`)
}

async function showConflict(at: NounPage, t: TestContext): Promise<void> {
  const { page, noun } = at
  const { field, value, other } = noun.edited!
  const uid = await at.create(101)
  const { etag, item } = await at.read(uid)
  if (etag === null) return t.skip('the endpoint has no ETag')
  await at.go(`/${uid}`)
  await at.fill(field, value)
  const canPatch = formOperations.some(
    operation => operation === `PATCH ${noun.resource.path}/{uid}`,
  )
  if (canPatch) await at.api('PATCH', `/${uid}`, { [field]: other })
  else await at.api('PUT', `/${uid}`, { ...item, [field]: other })
  await at.button(kit.save).click()
  await page.getByText(other).waitFor()
  assert.equal((await at.read(uid)).item[field], other)
  await at.button(words.meanwhile.keep).click()
  await at.button(kit.save).click()
  await page.getByText(/^Saved /).waitFor()
  assert.equal((await at.read(uid)).item[field], value)
  await at.closeToasts()
  await at.api('DELETE', `/${uid}`)
}

async function changeSelected(at: NounPage): Promise<void> {
  const { page, noun } = at
  await at.go('')
  await at.rows.nth(pageSize - 1).waitFor()
  const links = (await page.locator('.row-button').all()).slice(0, 3)
  const uids = await Promise.all(links.map(async link => link.getAttribute('data-uid')))
  const areActive = async () =>
    String(await Promise.all(uids.map(async uid => (await at.read(uid!)).item.isActive)))
  const before = await areActive()
  for (const key of ['j', 'x', 'j', 'j', 'Shift+x']) await page.keyboard.press(key)
  const bar = page.getByRole('group', { name: kit.chosen(3) })
  await bar.getByRole('button', { name: noun.texts.bulk!.deactivate! }).press('Enter')
  await page.getByText(kit.changedCount(3)).waitFor()
  assert.equal(await areActive(), 'false,false,false')
  for (const key of ['F6', 'Enter']) await page.keyboard.press(key)
  await eventually(async () => (await areActive()) === before)
  await at.closeToasts()
}

async function deleteObject(at: NounPage): Promise<void> {
  const { page, noun } = at
  await at.go('')
  await at.rows.first().waitFor()
  const count = await at.count()
  const first = page.getByRole('button', { name: /^Delete / }).first()
  const remove = at.button((await first.getAttribute('aria-label'))!)
  await remove.click()
  if (noun.resource.remove === 'confirm') await at.button(kit.delete).click()
  else {
    await remove.waitFor({ state: 'detached' })
    await at.button(toasts.undo).click()
    await remove.waitFor()
    assert.equal(await at.count(), count)
    await remove.click()
    await page.clock.fastForward(9_000)
  }
  await page.getByText(/^Removed /).waitFor()
  assert.equal(await at.count(), count - 1)
}

async function checkPhone(at: NounPage): Promise<void> {
  const { page, noun } = at
  const { many, add } = noun.texts
  await page.setViewportSize({ width: 360, height: 780 })
  await at.go('')
  await at.rows.first().waitFor()
  await checkThemes(page, `${many} on a phone`)
  const width = await page.evaluate<number>('document.getElementById("page").scrollWidth')
  assert.ok(width <= 360, `${width} px`)
  await at.go('/new')
  await page.getByRole('form', { name: add }).waitFor()
  await checkThemes(page, `${add} on a phone`)
}
