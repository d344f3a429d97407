import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { Agent, request } from 'undici'
import { Chance } from '../../demo/chance.ts'
import { eventually } from '../support/eventually.ts'
import { start } from '../support/processes.ts'
import { withCleanup } from '../support/temporary.ts'
import { receiverCertificate, startReceiver } from '../support/webhook-receiver/receiver.ts'
import { chooseOutcome } from '../support/webhook-receiver/receiver-faults.ts'
import type { Delivered } from '../support/webhook-receiver/receiver-process.ts'

describe('a receiver', () => {
  it('records requests byte for byte, and responds with 200', async () => {
    const receiver = await startReceiver()
    const init = { method: 'POST', headers: { 'webhook-id': 'a' }, body: '{"ü": 1 }' }
    const { status } = await fetch(`${receiver.url}/hook?token=%20`, init)
    assert.equal(status, 200)
    const [{ method, url, headers, raw, number } = assert.fail()] = receiver.received
    assert.deepEqual([number, method, url], [1, 'POST', '/hook?token=%20'])
    assert.equal(headers['webhook-id'], 'a')
    assert.deepEqual(raw, Buffer.from('{"ü": 1 }'))
    receiver.clear()
    assert.equal(receiver.received.length, 0)
  })

  it('responds as specified, once or always', async () => {
    const receiver = await startReceiver({ respond: ({ number }) => ({ status: 200 + number }) })
    receiver.respondOnce({ status: 503, headers: { 'retry-after': '7' } }, { fault: 'reset' })
    const refused = await fetch(receiver.url)
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '7'])
    await assert.rejects(fetch(receiver.url))
    assert.equal((await fetch(receiver.url)).status, 203)
    receiver.respond({ fault: 'stall', body: 'half' })
    const signal = AbortSignal.timeout(200)
    const stalled = await fetch(receiver.url, { signal })
    await assert.rejects(stalled.text())
    receiver.respond({ fault: 'hang' })
    await assert.rejects(fetch(receiver.url, { signal: AbortSignal.timeout(200) }))
    assert.equal(receiver.received.length, 5)
  })

  it('serves https to clients that trust its certificate', async () => {
    const receiver = await startReceiver({ https: true })
    await assert.rejects(fetch(receiver.url))
    const dispatcher = new Agent({ connect: { ca: readFileSync(receiverCertificate) } })
    const { statusCode } = await request(`${receiver.url}/`, { dispatcher })
    assert.equal(statusCode, 200)
    await dispatcher.close()
  })
})

describe('a receiver with faults', () => {
  it('depends on its seed, records requests, and succeeds after /control/calm', async () => {
    const [first, again] = [new Chance(7), new Chance(7)]
    const kinds = Array.from({ length: 300 }, () => chooseOutcome(first).kind)
    assert.equal(new Set(kinds).size, 10)
    assert.deepEqual(
      kinds,
      kinds.map(() => chooseOutcome(again).kind),
    )
    await withCleanup(async cleanup => {
      const main = join(import.meta.dirname, '../support/webhook-receiver/receiver-process.ts')
      const started = start(cleanup, process.execPath, [main, '--seed', '7'])
      await eventually(async () => /^http:\S+\n/.test(started.output()))
      const origin = started.output().trim()
      const post = (path: string) => {
        const signal = AbortSignal.timeout(5_000)
        return fetch(`${origin}${path}`, { method: 'POST', body: path, redirect: 'manual', signal })
      }
      await Promise.allSettled(['/a', '/b'].map(path => post(path)))
      await post('/control/calm')
      assert.equal((await post('/c')).status, 200)
      const response = await fetch(`${origin}/control/received?after=1`)
      const delivered = (await response.json()) as Delivered[]
      assert.equal(delivered.at(-1)?.text, '/c')
      assert.deepEqual([delivered.length, delivered.at(-1)?.kind], [2, 'well'])
      return 0
    })
  })
})
