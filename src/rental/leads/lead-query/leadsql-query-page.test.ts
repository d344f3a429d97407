import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency } from '../../../../test/fixtures/rows.ts'
import { startServer } from '../../../../test/support/server.ts'

const headers = { accept: 'text/html,application/xhtml+xml' }

const without = await startServer()
const page = await startServer({ QUERY_PAGE: 'true' })
const { agencyUid, key } = await makeAgency(without)

describe('GET /v2/leadsql from a browser, QUERY_PAGE off', () => {
  it('400 without a query', async () => {
    const { status, body } = await without.request('GET', '/v2/leadsql', { key, headers })
    assert.equal(status, 400)
    assert.equal(body.code, 'REQUIRED_PARAMETER')
    assert.equal(body.apiErrorMessage, 'query is required')
  })

  it('401 without a credential', async () => {
    assert.equal((await without.request('GET', '/v2/leadsql', { headers })).status, 401)
  })
})

describe('GET /v2/leadsql from a browser, QUERY_PAGE on', () => {
  it('200 with the query page, no credential needed', async () => {
    const {
      status,
      headers: answered,
      text,
    } = await page.request('GET', '/v2/leadsql', { headers })
    assert.equal(status, 200)
    assert.match(answered.get('content-type') ?? '', /^text\/html/)
    assert.match(text, /<html/)
  })

  it('opens with leads of the only agency there is, a query that runs as it stands', async () => {
    const own = await makeAgency(page)
    const { text } = await page.request('GET', '/v2/leadsql', { headers })
    const quoted = /data-default-query="([^"]+)"/.exec(text)![1]!
    const body = { query: quoted.replaceAll('&quot;', '"') }
    assert.ok(body.query.includes(own.agencyUid))
    const answer = await page.request('POST', '/v2/leadsql', { key: own.key, body })
    assert.deepEqual([answer.status, answer.body.data], [200, { leads: [] }])
  })

  it('401 with a query and no credential', async () => {
    const path = `/v2/leadsql?query=${encodeURIComponent(`{ leads(agencyUid: "${agencyUid}") { uid } }`)}`
    assert.equal((await page.request('GET', path, { headers })).status, 401)
  })

  it('401 for what is no browser and has no credential', async () => {
    assert.equal((await page.request('GET', '/v2/leadsql')).status, 401)
  })
})
