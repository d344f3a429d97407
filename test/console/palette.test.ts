/** Input that precedes the code that handles it, and preloaded chunks. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { en } from '../../src/console/i18n/en.ts'
import { en as lead } from '../../src/console/i18n/lead/en.ts'
import { openContext, openPage } from '../fixtures/console-pages.ts'
import { makeAgency, makeLead, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

async function book(agency: string, last_name: string, from: string): Promise<string> {
  const property_uid = await makeProperty(server, agency)
  return makeLead(server, agency, {
    ...{ property_uid, first_name: 'Ada', last_name, type: 'BOOKING', status: 'BOOKED' },
    check_in_local: `${from}T16:00:00`,
    check_out_local: '2026-06-03T11:00:00',
  })
}

describe('the palette', { skip: noBrowser }, () => {
  /** Opens a page whose requests to some URLs wait until they are released. */
  async function openDelayed(agencyUid: string, delayed: RegExp) {
    const context = await openContext(server, browser!, { agencyUid })
    let release = () => {}
    const free = new Promise<void>(resolve => {
      release = resolve
    })
    await context.route(delayed, async route => {
      await free
      await route.continue()
    })
    return { letGo: release, ...(await openPage(server, context, '/reservations')) }
  }

  it('receives text that was typed before it opened, which triggers no shortcut', async () => {
    const { agencyUid } = await makeAgency(server)
    const { page, context, letGo: release } = await openDelayed(agencyUid, /assets\/palette-/)
    await page.getByText(en.leads.noneYet).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('nbyron')
    release()
    const field = page.getByRole('combobox', { name: 'Search or go to' })
    await field.waitFor()
    assert.equal(await field.inputValue(), 'nbyron')
    assert.match(page.url(), /\/console\/reservations$/)
    // A command that was typed early runs as well.
    await page.keyboard.press('Escape')
    await page.goto(`${server.url}/console/reservations`)
    await page.getByText(en.leads.noneYet).waitFor()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('calendar\n')
    await page.waitForURL(/\/console\/calendar/)
    await context.close()
  })

  it('opens its first result if Enter was pressed before', async () => {
    const { agencyUid } = await makeAgency(server)
    const uid = await book(agencyUid, 'Quick', '2026-05-28')
    const { page, context, letGo: release } = await openDelayed(agencyUid, /\/search\?/)
    await page.getByText('Ada Quick').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search or go to' }).fill('quick')
    await page.keyboard.press('Enter')
    assert.doesNotMatch(page.url(), /reservation=/)
    release()
    await page.waitForURL(new RegExp(`reservation=${uid}`))
    await context.close()
  })
})

const focused = `[['role', 'role'], ['aria-haspopup', 'opens']]
  .flatMap(([name, is]) => {
    const value = document.activeElement.getAttribute(name)
    return value ? [is + ' ' + value] : []
  }).join()`

describe('chunks of the program', { skip: noBrowser }, () => {
  it('are preloaded, so that the first use does not wait', async () => {
    const { agencyUid } = await makeAgency(server)
    await book(agencyUid, 'Soon', '2026-05-20')
    const context = await openContext(server, browser!, { agencyUid })
    const { page } = await openPage(server, context, '/')
    const guest = page.getByRole('link', { name: 'Ada Soon', exact: true }).first()
    await guest.waitFor()
    const waitForFile = (file: string) => {
      const isThere = `performance.getEntriesByType('resource')
        .some(({ name }) => name.includes('/${file}-'))`
      return eventually(() => page.evaluate(isThere))
    }
    // The lazy parts of a folder are one file.
    for (const file of ['shared-lead', 'today', 'shell', 'ui']) await waitForFile(file)
    // Another page is loaded when its link is hovered.
    for (const [name, file] of [
      [en.pages.leads, 'leads'],
      [en.pages.calendar, 'calendar'],
    ] as const) {
      await page.getByRole('link', { name }).hover()
      await waitForFile(file)
    }
    await page.waitForLoadState('networkidle')
    await context.route('**/console/assets/**', route => route.abort())
    await guest.click()
    await page.getByRole('group', { name: lead.acts }).getByRole('button').first().waitFor()
    const menu = page.getByRole('button', { name: en.frame.menuOf('Grace Hall') })
    await menu.press('ArrowDown')
    await eventually(async () => (await page.evaluate(focused)) === 'role menuitemradio')
    await page.keyboard.press('Escape')
    await eventually(async () => (await page.evaluate(focused)) === 'opens menu')
    await page.getByRole('link', { name: en.pages.leads }).click()
    await page.getByRole('button', { name: lead.list.filter }).click()
    await page.getByLabel(lead.list.dueOn).waitFor()
    await page.getByRole('button', { name: lead.list.filter, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('link', { name: en.pages.calendar }).click()
    await page.getByRole('gridcell').first().waitFor()
    await context.close()
  })
})
