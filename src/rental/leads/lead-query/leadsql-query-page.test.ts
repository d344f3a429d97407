import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const headers = { accept: 'text/html,application/xhtml+xml' }

const without = await startServer()
const page = await startServer({ QUERY_PAGE: 'true' })
const { agencyUid, key } = await makeAgency(without)

describe('GET /v2/leadsql from a browser, QUERY_PAGE off', () => {
  it('400: rejects a request without a query', async () => {
    const { status, body } = await without.request('GET', '/v2/leadsql', { key, headers })
    assert.equal(status, 400)
    assert.equal(body.code, 'REQUIRED_PARAMETER')
    assert.equal(body.apiErrorMessage, 'query is required')
  })

  it('401: rejects a request without a credential', async () => {
    assert.equal((await without.request('GET', '/v2/leadsql', { headers })).status, 401)
  })
})

describe('GET /v2/leadsql from a browser, QUERY_PAGE on', () => {
  it('200: returns the query page without a credential', async () => {
    const {
      status,
      headers: responseHeaders,
      text,
    } = await page.request('GET', '/v2/leadsql', { headers })
    assert.equal(status, 200)
    assert.match(responseHeaders.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /<html/)
  })

  it('opens with a valid query of the only agency', async () => {
    const own = await makeAgency(page)
    const { text } = await page.request('GET', '/v2/leadsql', { headers })
    const quoted = /data-default-query="([^"]+)"/.exec(text)![1]!
    const body = { query: quoted.replaceAll('&quot;', '"') }
    assert.ok(body.query.includes(own.agencyUid))
    const response = await page.request('POST', '/v2/leadsql', { key: own.key, body })
    assert.deepEqual([response.status, response.body.data], [200, { leads: [] }])
  })

  it('401: rejects a query without a credential', async () => {
    const path = `/v2/leadsql?query=${encodeURIComponent(`{ leads(agencyUid: "${agencyUid}") { uid } }`)}`
    assert.equal((await page.request('GET', path, { headers })).status, 401)
  })

  it('401: rejects other clients without a credential', async () => {
    assert.equal((await page.request('GET', '/v2/leadsql')).status, 401)
  })
})
