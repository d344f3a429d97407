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
  await page.waitForFunction(`!document.getElementById('outline')`, undefined, { timeout: 120_000 })
  await page.locator('[data-placeholder="api-key"][aria-label]').first().waitFor()
  return { page, errors }
}

describe('/docs', { skip: noBrowser }, () => {
  it('logs no error, has a strict policy, and passes axe', async () => {
    const response = await fetch(`${server.url}/docs/v3.3`)
    assert.doesNotMatch(response.headers.get('content-security-policy')!, /unsafe-eval/)
    const { page, errors } = await open('v3.3')
    await checkAccessible(page, '/docs/v3.3')
    assert.deepEqual(errors, [])
    await page.close()
  })
})
