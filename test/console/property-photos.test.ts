/** Photos of a property in a real browser: upload, failures, order, captions. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import { en as content } from '../../src/console/i18n/properties/content/en.ts'
import { en as toasts } from '../../src/console/i18n/toasts/en.ts'
import { apiClient } from '../fixtures/console.ts'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { png as pngFile } from '../fixtures/pictures.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const browser: Browser | null = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

const { agencyUid, key } = await makeAgency(server)
const callApi = apiClient(server, key)
const { photos: texts } = content

const listPhotos = async (uid: string) =>
  (await callApi('GET', `/photos?propertyUid=${uid}`)).photos

async function open() {
  const uid = await makeProperty(server, agencyUid, { name: 'Barn' })
  const context = await openContext(server, browser!, { agencyUid, role: 'ADMIN' })
  const { page } = await openPage(server, context, `/properties/${uid}/photos`)
  await page.getByRole('region', { name: texts.title }).waitFor()
  return { uid, context, page }
}

const png = (name: string, buffer = pngFile) => ({ name, mimeType: 'image/png', buffer })

const addFiles = (page: Page, files: ReturnType<typeof png>[]) =>
  page.locator('input[type=file]').setInputFiles(files)

const tile = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

const bytesMax = 20 * 1024 * 1024

describe('photos in the editor', { skip: noBrowser }, () => {
  it('names a broken and a too large picture on their tiles; the others are uploaded', async () => {
    const { uid, context, page } = await open()
    const broken = png('broken.png', Buffer.from('no picture at all'))
    const large = png('large.png', Buffer.alloc(bytesMax + 1))
    const others = Array.from({ length: 20 }, (_, i) => png(`שלום 🏡 ${i}.png`))
    await addFiles(page, [broken, large, ...others])
    await tile(page, 'large.png').getByText(texts.tooLarge).waitFor()
    await tile(page, 'broken.png').getByText(texts.notImage).waitFor()
    await eventually(async () => (await listPhotos(uid)).length === others.length)
    await page.getByRole('button', { name: texts.actions(others.length) }).waitFor()
    await page.getByRole('button', { name: texts.dismiss('broken.png') }).click()
    await tile(page, 'broken.png').waitFor({ state: 'detached' })
    await context.close()
  })

  it('shows the progress, and uploads once when a lost connection is back', async () => {
    const { uid, context, page } = await open()
    const isSeen = Promise.withResolvers<void>()
    const isPost = (route: Route) => route.request().method() === 'POST'
    await page.route('**/api/v3.3/photos', async route => {
      if (!isPost(route)) return route.continue()
      await isSeen.promise
      await route.abort('internetdisconnected')
    })
    await addFiles(page, [png('slow.png')])
    await tile(page, 'slow.png').getByRole('progressbar').waitFor()
    await page.getByText(texts.uploading(1)).waitFor()
    await context.setOffline(true)
    isSeen.resolve()
    await tile(page, 'slow.png').getByText(texts.offline).waitFor()
    await page.unroute('**/api/v3.3/photos')
    await context.setOffline(false)
    await page.getByRole('button', { name: texts.actions(1) }).waitFor()
    await tile(page, 'slow.png').waitFor({ state: 'detached' })
    assert.equal((await listPhotos(uid)).length, 1)
    await context.close()
  })
})

describe('the order of photos in the editor', { skip: noBrowser }, () => {
  it('orders photos by keyboard and by menu, and saves captions', async () => {
    const { uid, context, page } = await open()
    for (const position of [1, 2, 3]) {
      await addFiles(page, [png('a.png')])
      await page.getByRole('button', { name: texts.actions(position) }).waitFor()
    }
    const [a, b, c] = (await listPhotos(uid)).map((photo: { uid: string }) => photo.uid)
    const hasOrder = (expected: unknown[]) =>
      eventually(async () => {
        const uids = (await listPhotos(uid)).map((photo: { uid: string }) => photo.uid)
        return uids.join() === expected.join()
      })
    await page.getByRole('button', { name: texts.actions(2) }).focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await hasOrder([b, a, c])
    await page.getByRole('button', { name: texts.actions(3) }).click()
    await page.getByRole('menuitem', { name: texts.first }).click()
    await hasOrder([c, b, a])
    const caption = page.getByRole('textbox', { name: `${texts.caption}, ${texts.photo(1)}` })
    await caption.fill('מבט לים 🌊')
    await caption.press('Enter')
    await eventually(async () => (await listPhotos(uid))[0].description === 'מבט לים 🌊')
    await page.getByRole('button', { name: texts.actions(1) }).click()
    await page.getByRole('menuitem', { name: texts.remove }).click()
    await page.getByRole('button', { name: texts.actions(3) }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: toasts.undo }).click()
    await page.getByRole('button', { name: texts.actions(3) }).waitFor()
    await hasOrder([c, b, a])
    await context.close()
  })
})
