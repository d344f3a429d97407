import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page, Response } from 'playwright-core'
import examples from '../../contracts/examples.json' with { type: 'json' }
import { makeAgency, makeLead } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ QUERY_PAGE: 'true' })
const { agencyUid, key } = await makeAgency(server)
const leadUid = await makeLead(server, agencyUid)
const browser = noBrowser ? null : await launchBrowser()
after(() => browser?.close())

describe('the files of the root', () => {
  it('GET /robots.txt lets crawlers read pages, but no responses of the API', async () => {
    const response = await fetch(`${server.url}/robots.txt`)
    assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8')
    assert.equal(await response.text(), 'User-agent: *\nDisallow: /api/\nDisallow: /v2/\n')
  })

  it('GET /favicon.ico returns the icon, which caches store for a day', async () => {
    const response = await fetch(`${server.url}/favicon.ico`)
    assert.equal(response.headers.get('content-type'), 'image/svg+xml')
    assert.equal(response.headers.get('cache-control'), 'public, max-age=86400')
    assert.match(await response.text(), /^<svg .*<\/svg>$/)
  })
})

describe('the pages of the server in a browser', { skip: noBrowser }, () => {
  it('GET /v2/leadsql shows the query page, which runs a lead query', async () => {
    const { page, foreign } = await openTab()
    await page.goto(`${server.url}/v2/leadsql#key=${key}`)
    await page.getByText('Schema loaded.').waitFor()
    const responseText = await page.evaluate(
      async ([query, apiKey]) => {
        const headers = { 'x-hostfully-apikey': apiKey! }
        return (await fetch('/v2/leadsql', { method: 'POST', headers, body: query })).text()
      },
      [`{ leads(agencyUid: "${agencyUid}") { uid } }`, key],
    )
    assert.equal(responseText, `{"data":{"leads":[{"uid":"${leadUid}"}]}}`)
    assert.deepEqual(foreign, [])
  })

  it('GET /api/v3.3/graphql shows it too', async () => {
    const { page, foreign } = await openTab()
    await page.goto(`${server.url}/api/v3.3/graphql#key=${key}`)
    await page.getByText('Schema loaded.').waitFor()
    assert.deepEqual(foreign, [])
  })
})

describe('GET /docs in a browser', { skip: noBrowser }, () => {
  it('shows the reference with the examples of the server', async () => {
    const { page, foreign } = await openTab()
    await page.goto(`${server.url}/docs`)
    await page.mouse.wheel(0, 10)
    await page.getByText('Lodgepole v3.3').first().waitFor()
    await page.locator('a[href$="tag/agencies"]').first().click()
    await page.getByText('List agencies').locator('visible=true').first().waitFor()
    const expected = page.getByText(examples.v3.Agency.agencyEmailAddress).locator('visible=true')
    await expected.first().waitFor()
    assert.deepEqual(foreign, [])
  })

  it('loads its script and one document, each compressed and cached', async () => {
    const { page } = await openTab()
    const responses: Response[] = []
    page.on('response', response => {
      if (response.url().startsWith(server.url)) responses.push(response)
    })
    await page.goto(`${server.url}/docs`)
    await page.mouse.wheel(0, 10)
    await page.locator('#outline').waitFor({ state: 'detached' })
    await page.waitForLoadState('networkidle')
    const names = responses.map(response => new URL(response.url()).pathname.split('/').at(-1))
    assert.deepEqual(names.sort(), [
      'before.js',
      'docs',
      'open.js',
      'openapi.json',
      'scalar.js',
      'start.js',
    ])
    const findResponse = (name: string) =>
      responses.find(response => response.url().endsWith(name))!
    const [script, document] = [
      findResponse('/scalar.js').headers(),
      findResponse('/openapi.json').headers(),
    ]
    assert.deepEqual([script['content-encoding'], document['content-encoding']], ['br', 'gzip'])
    assert.equal(script['cache-control'], 'public, max-age=31536000, immutable')
    assert.match(document.etag ?? '', /^W\/"/)
    const sizes = await Promise.all(responses.map(response => response.request().sizes()))
    const bytes = sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)
    assert.ok(bytes < 1_300_000, `${bytes} bytes are read`)
  })

  it('lists every operation until its script has run', async () => {
    const still = await browser!.newPage({ javaScriptEnabled: false })
    await still.goto(`${server.url}/docs`)
    const first = still.getByText('GET /api/v3.3/agencies', { exact: true })
    assert.ok(await first.isVisible())
    const { page } = await openTab()
    await page.goto(`${server.url}/docs`)
    await page.mouse.wheel(0, 10)
    await page.locator('#outline').waitFor({ state: 'detached' })
    await page.getByText('Lodgepole v3.3').first().waitFor()
  })

  it('links to the pages of the other versions', async () => {
    const { page } = await openTab()
    await page.goto(`${server.url}/docs/v2`)
    await page.getByText('Lodgepole v2').first().waitFor()
    await page.getByRole('link', { name: 'v3.0' }).click()
    await page.getByText('Lodgepole v3.0').first().waitFor()
    assert.equal(new URL(page.url()).pathname, '/docs/v3.0')
  })
})

describe('an operation at /docs', { skip: noBrowser }, () => {
  it('shows the error codes of each operation, and not those of another', async () => {
    const expected: Record<string, { own: string[]; other: string }> = {
      'tag/webhooks/GET/api/v3.3/webhooks/{uid}/status': {
        own: ['WEBHOOK_NOT_FOUND'],
        other: 'LEAD_NOT_FOUND',
      },
      'tag/pin-codes/POST/api/v3.3/pin-codes': {
        own: ['ALREADY_EXISTS', 'EMPLOYEE_NOT_FOUND'],
        other: 'NOT_AVAILABLE',
      },
      'tag/leads/POST/api/v3.3/leads/{uid}/alteration': {
        own: ['MINIMUM_STAY', 'NOT_AVAILABLE'],
        other: 'ALREADY_EXISTS',
      },
    }
    for (const [id, { own, other }] of Object.entries(expected)) {
      const { page } = await openTab()
      await page.goto(`${server.url}/docs#${id}`)
      const operation = page.locator(`[id="api-1/${id}"]`)
      for (const code of own) await operation.getByText(code).first().waitFor()
      assert.equal(await operation.getByText(other).count(), 0, other)
      await page.close()
    }
  })
})

async function openTab(): Promise<{ page: Page; foreign: string[] }> {
  const page = await browser!.newPage()
  const foreign: string[] = []
  page.on('request', request => {
    const url = request.url()
    if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) foreign.push(url)
  })
  return { page, foreign }
}
