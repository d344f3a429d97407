/** Warnings of a start: docs/reference/settings.md. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { describe, it } from 'node:test'
import { createDatabaseUrl, engine } from '../../../test/support/database.ts'
import { secretKeyText } from '../../../test/support/databases/secret-keys.ts'
import { readConfig } from '../../config.ts'
import type { Run } from '../../platform/db/statements.ts'
import { openBlobStore } from '../blob-store.ts'
import { openDatabase } from '../database.ts'
import { warnAtStart } from './warn-at-start.ts'

/** A port where nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise(resolve => server.close(resolve))
  return port
}

async function collectWarnings(
  env: Record<string, string>,
  answerMs?: number,
  read: Run = async () => [],
) {
  const SECRET_KEY = secretKeyText()
  const config = readConfig({ DATABASE_URL: 'postgres://unused', SECRET_KEY, ...env })
  const warnings: { code: string | undefined; text: string }[] = []
  const warn = (error: { code?: string } | string, text?: string) =>
    void warnings.push(
      typeof error === 'string' ? { code: '', text: error } : { code: error.code, text: text! },
    )
  const runtime = { config, blobs: await openBlobStore(config), database: { read } }
  await warnAtStart(runtime, { warn } as never, answerMs)
  return warnings
}

describe('a start', () => {
  it('warns of an unusable mail server', async () => {
    const SMTP_URL = `smtp://127.0.0.1:${await closedPort()}`
    assert.deepEqual(await collectWarnings({ SMTP_URL, MAIL_FROM: 'stays@lodges.example' }), [
      { code: 'ESOCKET', text: 'SMTP_URL: the mail server cannot be used' },
    ])
  })

  it('warns of an unusable file store', async () => {
    const AWS_ENDPOINT_URL = `http://127.0.0.1:${await closedPort()}`
    const warnings = await collectWarnings({ BLOB_URL: 's3://bucket/prefix', AWS_ENDPOINT_URL })
    assert.deepEqual(
      warnings.map(({ text }) => text),
      ['BLOB_URL: the file store cannot be used'],
    )
  })

  it('warns of an unusable replica', { skip: engine !== 'postgres' }, async () => {
    const databaseUrl = await createDatabaseUrl()
    const DATABASE_READ_URL = `postgres://127.0.0.1:${await closedPort()}/x`
    const settings = { databaseUrl, databaseReadUrl: DATABASE_READ_URL, dataDir: '' }
    const database = await openDatabase(settings)
    const warnings = await collectWarnings({ DATABASE_READ_URL }, 5_000, database.read)
    await database.close()
    assert.deepEqual(warnings, [
      { code: 'ECONNREFUSED', text: 'DATABASE_READ_URL: it cannot be used' },
    ])
  })

  it('limits the wait for each service', async () => {
    const server = createServer(() => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
    const silent = { BLOB_URL: 's3://bucket', AWS_ENDPOINT_URL: `http://127.0.0.1:${port}` }
    const mail = { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'stays@lodges.example' }
    const sockets: Socket[] = []
    server.on('connection', socket => sockets.push(socket))
    const warnings = await collectWarnings({ ...silent, ...mail }, 50)
    assert.deepEqual(warnings.map(({ text }) => text.slice(0, 8)).sort(), ['BLOB_URL', 'SMTP_URL'])
    for (const socket of sockets) socket.destroy()
    await new Promise(resolve => server.close(resolve))
  })

  it('does not warn if nothing is configured', async () => {
    assert.deepEqual(await collectWarnings({}), [])
  })
})
