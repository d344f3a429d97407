/** Navigation: sidebar, bar of a phone, and the rows of pages. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { checkAccessible, checkThemes, openContext, openPage } from '../fixtures/console-pages.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid } = await makeAgency(server)
await makeProperty(server, agencyUid, { name: 'Barn' })
const browser: Browser | null = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

describe('the sidebar', { skip: noBrowser }, () => {
  it('marks the page that is open, also for pages below it', async () => {
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/reservations/new')
    const sidebar = page.getByRole('navigation', { name: 'Pages' })
    const current = sidebar.locator('[aria-current=page]')
    await sidebar.getByRole('link', { name: 'Reservations' }).waitFor()
    assert.deepEqual(await current.allTextContents(), ['Reservations'])
    await sidebar.getByRole('link', { name: 'Calendar' }).click()
    await page.waitForURL(/\/console\/calendar/)
    assert.deepEqual(await current.allTextContents(), ['Calendar'])
    await context.close()
  })

  it('folds to its icons, and stays folded', async () => {
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/')
    const width = async () => (await page.locator('.sidebar').boundingBox())!.width
    assert.equal(await width(), 224)
    await page.getByRole('button', { name: 'Collapse sidebar' }).click()
    assert.equal(await width(), 56)
    const link = page.getByRole('link', { name: 'Calendar' })
    assert.equal(await link.getAttribute('title'), 'Calendar')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await checkThemes(page, 'folded')
    await page.reload()
    await page.getByRole('button', { name: 'Expand sidebar' }).waitFor()
    assert.equal(await width(), 56)
    await context.close()
  })

  it('offers neither pages nor "New" that the role does not allow', async () => {
    const context = await openContext(server, browser!, { agencyUid, role: 'READ_ONLY' })
    const { page } = await openPage(server, context, '/')
    await page.getByRole('link', { name: 'Reservations' }).waitFor()
    assert.equal(await page.getByRole('link', { name: /^New/ }).count(), 0)
    await page.keyboard.press('n')
    assert.match(page.url(), /\/console\/$/)
    await context.close()
  })
})

describe('the bar of a phone', { skip: noBrowser }, () => {
  it('has the most used pages, and help in a menu', async () => {
    const context = await openContext(server, browser!, { agencyUid }, { width: 390 })
    const { page } = await openPage(server, context, '/')
    const bar = page.getByRole('navigation', { name: 'Pages' })
    await bar.getByRole('link', { name: 'Calendar' }).click()
    await page.waitForURL(/\/console\/calendar/)
    await bar.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: 'Help & shortcuts' }).waitFor()
    await checkAccessible(page, 'menu of a phone')
    await page.getByRole('menuitem', { name: 'Help & shortcuts' }).click()
    await page.getByRole('dialog').waitFor()
    await context.close()
  })
})
