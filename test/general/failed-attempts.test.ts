/** contract/general.md §6: failed authentications per client address. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeAgency } from '../fixtures/rows.ts'
import { startServer } from '../support/server.ts'

const server = await startServer({ TRUST_PROXY: '127.0.0.1' })

/** Statuses of so many failing requests of a client, spread over the versions. */
async function fail(client: string, times: number): Promise<number[]> {
  const paths = ['/api/v3.3/leads', '/v2/leads', '/api/v3/agencies', '/v2/leadsql']
  const statuses: number[] = []
  for (let i = 0; i < times; i++) {
    const headers = { 'x-forwarded-for': client, 'x-hostfully-apikey': `wrong-${i}` }
    const { status } = await server.request('GET', paths[i % paths.length]!, { headers })
    statuses.push(status)
  }
  return statuses
}

describe('failed authentications', () => {
  it('401 a hundred times in a minute, over all versions, then 429', async () => {
    const statuses = await fail('192.0.2.1', 101)
    assert.deepEqual(statuses.slice(0, 100), Array(100).fill(401))
    assert.equal(statuses.at(-1), 429)
  })

  it('429 with Retry-After and the error body', async () => {
    await fail('192.0.2.2', 100)
    const headers = { 'x-forwarded-for': '192.0.2.2' }
    const answer = await server.request('GET', '/api/v3.3/leads', { headers })
    assert.deepEqual([answer.status, answer.body.code], [429, 'RATE_LIMITED'])
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
  })

  it('are counted per client address', async () => {
    await fail('192.0.2.3', 101)
    assert.deepEqual(await fail('192.0.2.4', 1), [401])
  })

  it('do not count what succeeds', async () => {
    const { key } = await makeAgency(server)
    const headers = { 'x-forwarded-for': '192.0.2.5' }
    for (let i = 0; i < 120; i++) {
      const { status } = await server.request('GET', '/v2/agencies', { key, headers })
      assert.equal(status, 200)
    }
    assert.deepEqual(await fail('192.0.2.5', 1), [401])
  })
})
