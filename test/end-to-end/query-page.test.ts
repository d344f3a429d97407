import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import Fastify, { type FastifyInstance } from 'fastify'
import { buildSchema, graphql } from 'graphql'
import type { Browser, Page } from 'playwright-core'
import { bundleQueryPage } from '../../src/platform/graphql/query-page/bundle.ts'
import { requestsQueryPage, serveQueryPage } from '../../src/platform/graphql/query-page.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'

const key = 'a+good/key='
const apiKeyHeader = 'X-API-KEY'
const schema = buildSchema('type Query { greeting(name: String): String, "</div>" trees: [Int] }')
const rootValue = { greeting: ({ name = 'you' }) => `Hello ${name}`, trees: () => [1, 2, 3] }
const settings = { title: 'Trees & "queries"', defaultQuery: '{ greeting }\n', apiKeyHeader }

type Tab = { page: Page; requested: string[]; complaints: string[] }
type Posted = { query: string; operationName?: string; variables?: Record<string, unknown> }

let app: FastifyInstance
let origin: string
let browser: Browser
let posted: { key: unknown; body: Posted }[] = []

before(async () => {
  app = await serve()
  origin = await app.listen({ host: '127.0.0.1', port: 0 })
  if (!noBrowser) browser = await launchBrowser()
})

after(async () => {
  await browser?.close()
  await app?.close()
})

beforeEach(() => {
  posted = []
})

describe('GET of the GraphQL address', () => {
  it('shows the page to a browser, under a strict policy', async () => {
    const page = await app.inject({ url: '/graphql', headers: { accept: 'text/html,*/*;q=0.8' } })
    assert.equal(page.statusCode, 200)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(page.headers['x-content-type-options'], 'nosniff')
    assert.match(String(page.headers['content-security-policy']), /^default-src 'self';/)
    assert.doesNotMatch(String(page.headers['content-security-policy']), /script-src|https?:/)
    assert.match(page.body, /data-title="Trees &amp; &quot;queries&quot;"/)
    assert.doesNotMatch(page.body, /<script(?![^>]* src="\/docs\/query-page\/)/)
  })

  it('serves other clients as before', async () => {
    for (const headers of [{}, { accept: 'application/json' }])
      assert.equal((await app.inject({ url: '/graphql', headers })).body, 'not the page')
    const pageRequest = { url: '/graphql?query={trees}', headers: { accept: 'text/html' } }
    assert.equal((await app.inject(pageRequest)).body, 'not the page')
  })

  it('shares one build among first requests', async () => {
    const first = bundleQueryPage()
    assert.equal(bundleQueryPage(), first)
    assert.equal(await bundleQueryPage(), await first)
  })
})

describe('GET of a file of the page', () => {
  it('200 for a script and a style sheet, cached for ever, gzip when asked for', async () => {
    const { build, assets } = await bundleQueryPage()
    for (const [file, type] of Object.entries({ 'page.js': 'javascript', 'page.css': 'css' })) {
      const url = `/docs/query-page/${build}/${file}`
      const plain = await app.inject({ url })
      assert.equal(plain.statusCode, 200)
      assert.equal(plain.headers['content-type'], `text/${type}; charset=utf-8`)
      assert.match(String(plain.headers['cache-control']), /immutable/)
      assert.equal(plain.headers['x-content-type-options'], 'nosniff')
      assert.deepEqual(plain.rawPayload, assets.get(file)?.plain)
      const small = await app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } })
      assert.equal(small.headers['content-encoding'], 'gzip')
      assert.deepEqual(small.rawPayload, assets.get(file)?.gzipped)
    }
  })

  it('404 for another file or another build', async () => {
    const { build } = await bundleQueryPage()
    for (const path of [`${build}/page.tsx`, `${build}/..%2fbundle.ts`, '0123456789abcdef/page.js'])
      assert.equal((await app.inject(`/docs/query-page/${path}`)).statusCode, 404)
  })
})

describe('the page in a browser', { skip: noBrowser }, () => {
  it('loads the schema once it has a key, runs a query, and stays on its own server', async () => {
    const { page, requested, complaints } = await openTab()
    await page.goto(`${origin}/graphql`)
    await page.getByText('Enter an API key to load the schema.').waitFor()
    await page.locator('.query .cm-line').first().waitFor()
    assert.equal(posted.length, 0)

    await useKey(page, key)
    await page.getByText('Schema loaded.').waitFor()
    await addToQuery(page, ' trees')
    await page.getByRole('button', { name: 'Execute query' }).click()
    assert.match(await resultText(page, 'Hello'), /"trees": \[ 1, 2, 3 \], "greeting": "Hello you"/)
    assert.deepEqual([...new Set(posted.map(request => request.key))], [key])
    assert.ok(requested.length > 5)
    assert.deepEqual(foreign(requested), [])
    assert.deepEqual(complaints, [])
  })

  it("shows the server's message for a wrong key, and sends one request", async () => {
    const { page, requested } = await openTab()
    await page.goto(`${origin}/graphql`)
    await useKey(page, 'a-wrong-key')
    await page.locator('.key-form').getByText('Nobody has this key').waitFor()
    assert.equal(posted.length, 1)
    await page.getByRole('button', { name: 'Execute query' }).click()
    assert.match(await resultText(page, 'Nobody'), /"message": "Nobody has this key"/)
    await useKey(page, key)
    await page.getByText('Schema loaded.').waitFor()
    assert.deepEqual(foreign(requested), [])
  })

  it('reads the key from the URL, stores it for the tab only, and deletes it on request', async () => {
    const { page } = await openTab()
    await page.goto(`${origin}/graphql?tab=1#key=${key}`)
    await page.getByText('Schema loaded.').waitFor()
    assert.equal(page.url(), `${origin}/graphql?tab=1`)
    await page.reload()
    await page.getByText('Schema loaded.').waitFor()
    assert.equal(await page.getByLabel('API key').inputValue(), key)
    assert.ok(!String(await page.evaluate('JSON.stringify(localStorage)')).includes(key))
    assert.equal(await page.evaluate('document.cookie'), '')

    await page.getByRole('button', { name: 'Forget key' }).click()
    await page.getByText('Enter an API key to load the schema.').waitFor()
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
  })

  it('stays on its own server below a doubled slash', async () => {
    const { page, requested, complaints } = await openTab()
    await page.goto(`${origin}//graphql#key=${key}`)
    await page.getByText('Schema loaded.').waitFor()
    assert.equal(page.url(), `${origin}//graphql`)
    assert.deepEqual(foreign(requested), [])
    assert.deepEqual(complaints, [])
  })
})

describe('the editors of the page', { skip: noBrowser }, () => {
  it('completes and checks a query by the schema, and documents its types', async () => {
    const { page } = await openTab()
    await page.goto(`${origin}/graphql#key=${key}`)
    await page.getByText('Schema loaded.').waitFor()
    await addToQuery(page, ' wrong')
    await page.locator('.query .cm-lintRange-error').waitFor()
    await addToQuery(page, ' tre')
    await page.keyboard.press('Control+Space')
    await page.locator('.cm-tooltip-autocomplete').getByText('trees').waitFor()
    await page.getByRole('button', { name: 'Docs' }).click()
    const docs = page.getByRole('complementary', { name: 'Documentation' })
    await docs.getByLabel('Search types and fields').fill('greet')
    await docs.getByRole('button', { name: 'Query.greeting' }).click()
    await docs.getByText('</div>').waitFor()
    assert.match(await docs.innerText(), /greeting\s*String\s*name\s*String/)
  })

  it('sends variables and the operation at the cursor, and keeps tabs and history', async () => {
    const { page, complaints } = await openTab()
    await page.goto(`${origin}/graphql#key=${key}`)
    await page.getByText('Schema loaded.').waitFor()
    const query = 'query One($n: String) { greeting(name: $n) } query Two { trees }'
    await page.getByRole('textbox', { name: 'Query' }).fill(query)
    await page.keyboard.press('ControlOrMeta+Home')
    await page.getByRole('textbox', { name: 'Variables' }).fill('{"n": "Ada"}')
    await page.getByRole('button', { name: 'Execute query' }).click()
    assert.match(await resultText(page, 'Hello'), /"greeting": "Hello Ada"/)
    assert.equal(posted.at(-1)!.body.operationName, 'One')
    await page.getByRole('button', { name: 'New tab' }).click()
    await page.getByRole('textbox', { name: 'Query' }).fill('{ trees }')
    await page.getByRole('textbox', { name: 'Variables' }).fill('n: 1')
    await page.getByRole('button', { name: 'Execute query' }).click()
    await resultText(page, 'The variables are not JSON')

    await page.reload()
    await page.getByText('Schema loaded.').waitFor()
    assert.equal(await page.getByRole('textbox', { name: 'Query' }).innerText(), '{ trees }')
    await page.getByRole('button', { name: 'One', exact: true }).click()
    assert.equal(await page.getByRole('textbox', { name: 'Query' }).innerText(), query)
    await page.getByRole('button', { name: 'History' }).click()
    assert.equal(await page.locator('.panel li').count(), 2)
    assert.deepEqual(complaints, [])
  })
})

async function serve(): Promise<FastifyInstance> {
  const app = Fastify({ routerOptions: { ignoreDuplicateSlashes: true } })
  const sendQueryPage = serveQueryPage(app, { assetsPath: '/docs/query-page' })
  app.get('/graphql', async (request, reply) =>
    requestsQueryPage(request) ? sendQueryPage(reply, settings) : 'not the page',
  )
  app.post<{ Body: Posted }>('/graphql', async (request, reply) => {
    posted.push({ key: request.headers['x-api-key'], body: request.body })
    if (request.headers['x-api-key'] !== key)
      return reply.code(401).send({ errors: [{ message: 'Nobody has this key' }] })
    const { query: source, variables: variableValues, operationName } = request.body
    return graphql({ schema, rootValue, source, variableValues, operationName })
  })
  return app
}

async function openTab(): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  const page = await context.newPage()
  const tab: Tab = { page, requested: [], complaints: [] }
  page.setDefaultTimeout(20_000)
  context.on('request', request => tab.requested.push(request.url()))
  page.on('pageerror', error => tab.complaints.push(error.message))
  page.on('console', line => {
    if (line.type() === 'error') tab.complaints.push(line.text())
  })
  return tab
}

async function useKey(page: Page, text: string): Promise<void> {
  await page.getByLabel('API key').fill(text)
  await page.getByRole('button', { name: 'Load schema' }).click()
}

async function addToQuery(page: Page, fields: string): Promise<void> {
  await page.locator('.query .cm-line').first().click()
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.insertText(fields)
}

async function resultText(page: Page, expected: string): Promise<string> {
  const result = page.locator('.result')
  await result.getByText(expected).first().waitFor()
  return (await result.locator('.cm-content').allInnerTexts()).join('').replaceAll(/\s+/g, ' ')
}

function foreign(urls: string[]): string[] {
  return urls.filter(url => !url.startsWith(`${origin}/`) && !url.startsWith('data:'))
}
