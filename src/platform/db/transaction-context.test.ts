import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { outsideTransactions } from '../blobs/blob-store.ts'
import { fileBlobs } from '../blobs/files.ts'
import { systemClock } from '../clock.ts'
import { addressGuard } from '../http/address-guard.ts'
import { httpClient } from '../http/http-client.ts'
import { nameResolver } from '../http/resolve-host.ts'
import { refuseInTransaction, withinTransaction } from './transaction-context.ts'

const blobs = outsideTransactions(fileBlobs(join(tmpdir(), 'lodgepole-none')))
const resolve = nameResolver()
const http = httpClient({
  guard: addressGuard(true),
  resolve,
  clock: systemClock,
  userAgent: 'x',
  extraCa: [],
  proxy: null,
})

describe('within a transaction', () => {
  const otherWork: Record<string, () => unknown> = {
    'The file store': () => blobs.open('x'),
    'The name server': () => resolve('lodgepole.example'),
    'An external address': () =>
      http.get({ url: 'http://127.0.0.1:1/', headers: {}, timeoutMs: 1_000 }),
  }
  for (const [what, call] of Object.entries(otherWork)) {
    it(`rejects calls: ${what}`, async () => {
      const within = withinTransaction(async () => {
        await null
        await call()
      })
      await assert.rejects(within, { message: `${what} must not be called within a transaction` })
    })
  }

  it('allows calls by work that outlives the transaction', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const later = await withinTransaction(async () => {
      return { done: promise.then(() => refuseInTransaction('A service')) }
    })
    resolve()
    await later.done
  })
})
