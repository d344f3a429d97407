import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { documentScope } from './document.ts'

async function createApp(examples: () => Promise<Record<string, unknown>>) {
  const app = Fastify()
  await documentScope(app, {
    info: { title: 'Test', version: '1', description: 'A test.' },
    serverUrl: 'http://localhost',
    glossary: {},
    values: {},
    tagGroups: {},
    webhooks: {},
    hasClients: false,
    examples,
  })
  return app
}

describe('openapi.json', () => {
  it('builds the document once for concurrent requests', async () => {
    let count = 0
    const app = await createApp(async () => {
      count += 1
      return {}
    })
    const responses = await Promise.all([1, 2, 3].map(() => app.inject('/openapi.json')))
    assert.deepEqual(
      responses.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
    assert.equal(count, 1)
  })

  it('builds the document again after a failure', async () => {
    let fails = true
    const app = await createApp(async () => {
      if (fails) throw new Error('no examples')
      return {}
    })
    assert.equal((await app.inject('/openapi.json')).statusCode, 500)
    fails = false
    assert.equal((await app.inject('/openapi.json')).statusCode, 200)
  })

  it('returns 304 for the current ETag, 200 for another one', async () => {
    const app = await createApp(async () => ({}))
    const { headers } = await app.inject('/openapi.json')
    const request = (etag: string) =>
      app.inject({ url: '/openapi.json', headers: { 'if-none-match': etag } })
    const unchanged = await request(String(headers.etag))
    assert.deepEqual([unchanged.statusCode, unchanged.body], [304, ''])
    assert.equal((await request('W/"another"')).statusCode, 200)
  })
})
