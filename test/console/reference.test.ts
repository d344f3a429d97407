/** The reference at `/docs` in a browser. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { checkAccessible } from '../fixtures/console-pages.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const browser = noBrowser ? null : await launchBrowser()
after(async () => browser?.close())

/** Opens the page of a document, and waits until the script has rendered it. */
async function open(label: string): Promise<{ page: Page; errors: string[] }> {
  const page = await browser!.newPage()
  const errors: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') errors.push(message.text())
  })
  page.on('pageerror', error => errors.push(error.message))
  await page.goto(`${server.url}/docs/${label}`)
  await page.mouse.wheel(0, 10)
  await page.locator('#outline').waitFor({ state: 'detached', timeout: 120_000 })
  await page.locator('[data-placeholder="api-key"][aria-label]').first().waitFor()
  return { page, errors }
}

describe('/docs', { skip: noBrowser }, () => {
  it('lists the operations, and loads the reference when the page is used', async () => {
    const page = await browser!.newPage()
    const scripts: string[] = []
    page.on('request', request => scripts.push(request.url().split('/').at(-1)!))
    await page.goto(`${server.url}/docs`, { waitUntil: 'networkidle' })
    assert.match(await page.locator('#outline').innerText(), /^POST \/api\/v3\.3\/leads$/m)
    assert.ok(scripts.includes('start.js') && !scripts.includes('scalar.js'), scripts.join(' '))
    const loaded = page.waitForRequest(/\/scalar\.js$/)
    await page.keyboard.press('Tab')
    await loaded
    await page.close()
  })

  it('loads the reference at once for a link to an operation', async () => {
    const page = await browser!.newPage()
    const loaded = page.waitForRequest(/\/scalar\.js$/)
    await page.goto(`${server.url}/docs#tag/leads`)
    await loaded
    await page.close()
  })

  it('logs no error, has a strict policy, and passes axe', async () => {
    const response = await fetch(`${server.url}/docs/v3.3`)
    assert.doesNotMatch(response.headers.get('content-security-policy')!, /unsafe-eval/)
    const { page, errors } = await open('v3.3')
    await checkAccessible(page, '/docs/v3.3')
    assert.deepEqual(errors, [])
    await page.close()
  })
})
