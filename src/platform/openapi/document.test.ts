import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import Fastify from 'fastify'
import { documentScope } from './document.ts'

/** An application with a document, whose examples are given by `examples`. */
async function appWith(examples: () => Promise<Record<string, unknown>>) {
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
  it('is made once, by the first of those who ask at the same time', async () => {
    let count = 0
    const app = await appWith(async () => {
      count += 1
      return {}
    })
    const answers = await Promise.all([1, 2, 3].map(() => app.inject('/openapi.json')))
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [200, 200, 200],
    )
    assert.equal(count, 1)
  })

  it('is made anew where that failed', async () => {
    let fails = true
    const app = await appWith(async () => {
      if (fails) throw new Error('no examples')
      return {}
    })
    assert.equal((await app.inject('/openapi.json')).statusCode, 500)
    fails = false
    assert.equal((await app.inject('/openapi.json')).statusCode, 200)
  })

  it('304 to whoever has it, 200 to whoever has another', async () => {
    const app = await appWith(async () => ({}))
    const { headers } = await app.inject('/openapi.json')
    const ask = (etag: string) =>
      app.inject({ url: '/openapi.json', headers: { 'if-none-match': etag } })
    const known = await ask(String(headers.etag))
    assert.deepEqual([known.statusCode, known.body], [304, ''])
    assert.equal((await ask('W/"another"')).statusCode, 200)
  })
})
