/** Connections are reused only when their server is ready for a query: decision 0025. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { after, beforeEach, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openPostgres } from '../src/platform/db/postgres/open-postgres.ts'
import { sqlState } from '../src/platform/db/transaction.ts'
import type { Tables } from '../src/rental/tables.ts'
import { createDatabaseUrl } from './support/database.ts'
import { eventually } from './support/eventually.ts'

const errorResponse = 'E'.charCodeAt(0)
const canceled = '57014'

/** Milliseconds for which the proxy withholds the bytes after an error; null: for ever. */
let withheldMs: number | null = null
/** Number of connections whose readiness is withheld, and of those that are still open. */
let withheld = 0
let withheldOpen = 0

const direct = new URL(await createDatabaseUrl())
const proxy = createServer(near => {
  const far = connect(Number(direct.port), direct.hostname)
  near.pipe(far)
  far.on('data', (chunk: Buffer) => void forward(chunk, far, near))
  for (const end of [near, far]) {
    end.on('error', () => {})
    end.on('close', () => {
      near.destroy()
      far.destroy()
    })
  }
})
proxy.listen(0, '127.0.0.1')
await once(proxy, 'listening')
const { port } = proxy.address() as AddressInfo
const url = Object.assign(new URL(direct), { port }).href
const limits = { readMs: 100, statementMs: 100 }
const database = await openPostgres<Tables>({ url, limits, onConnectionLost: () => {} })
after(async () => {
  await database.close()
  proxy.close()
})

/** Forwards bytes of a server; after the error of a canceled statement, the rest is withheld. */
async function forward(chunk: Buffer, far: Socket, near: Socket): Promise<void> {
  for (let at = 0; at + 5 <= chunk.length; at += 1 + chunk.readUInt32BE(at + 1)) {
    const end = at + 1 + chunk.readUInt32BE(at + 1)
    if (chunk[at] !== errorResponse || !chunk.subarray(at, end).includes(canceled)) continue
    near.write(chunk.subarray(0, end))
    far.pause()
    withheld += 1
    withheldOpen += 1
    near.once('close', () => {
      withheldOpen -= 1
    })
    if (withheldMs === null) return
    await sleep(withheldMs)
    near.write(chunk.subarray(end))
    far.resume()
    return
  }
  near.write(chunk)
}

const pid = { name: 'pid', text: 'select pg_backend_pid()' }
const slow = { name: 'slow', text: 'select pg_sleep(5)' }
const isCanceled = (error: unknown) => sqlState(error) === canceled

describe('a connection whose statement was canceled', () => {
  beforeEach(() => {
    withheld = 0
  })

  const cases: [name: string, fail: () => Promise<unknown>, ask: () => Promise<unknown>][] = [
    ['reads', () => database.read(slow, []), () => database.read(pid, [])],
    [
      'acts',
      () => sql`select pg_sleep(5)`.execute(database.kysely),
      () => sql`select pg_backend_pid()`.execute(database.kysely),
    ],
  ]
  for (const [name, fail, ask] of cases) {
    it(`is closed, and not reused, while its server is not ready: ${name}`, async () => {
      withheldMs = null
      await assert.rejects(fail(), isCanceled)
      assert.equal(withheld, 1)
      for (let i = 0; i < 3; i++) await ask()
      await eventually(() => withheldOpen === 0)
    })
  }

  it('is reused when its server is ready soon', async () => {
    withheldMs = 20
    const before = await database.read(pid, [])
    await assert.rejects(database.read(slow, []), isCanceled)
    await eventually(() => database.loads().find(({ pool }) => pool === 'read')!.inUse === 0)
    assert.deepEqual(await database.read(pid, []), before)
    assert.equal(withheld, 1)
  })
})
