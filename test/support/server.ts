import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { SettableClock } from '../../src/platform/clock.ts'
import { openRuntime, type Runtime } from '../../src/process/runtime.ts'
import { startWork } from '../../src/process/start-work.ts'
import { createDatabase, createReusable } from './database.ts'
import { secretKeyText } from './databases/secret-keys.ts'
import { ServersLeft } from './servers-left.ts'
import { removeFolder } from './temporary.ts'
import { takeTenancyViolations } from './tenancy.ts'

/** An answer, its body read: JSON where it is some. */
export interface Answer {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

export interface TestServer extends Runtime {
  url: string
  clock: SettableClock
  /** A request over HTTP; a `body` that is no text, form or file is sent as JSON. */
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** Ends it before the test file does. */
  stop(): Promise<void>
}

export interface RequestOptions {
  key?: string
  headers?: Record<string, string>
  body?: unknown
}

/** Server time in the worked examples of the contract. */
export const exampleNow = '2026-05-20T15:00:00Z'

/**
 * Starts a server on an empty database and a port of its own; it ends with the test file. Whatever
 * a file awaits at its top level, this first, stands before its first `describe`: the tests begin
 * there. It does no background work unless it is given `RUN_WORKER`. With the usual settings it may
 * be one that another file has left, see `servers-left.ts`.
 */
export async function startServer(
  env: Record<string, string> = {},
  options: ServerOptions = {},
): Promise<TestServer> {
  const isUsual = Object.keys({ ...env, ...options }).length === 0
  const { end, ...server } = isUsual ? await openUsualServer() : await openServer(env, options)
  after(async () => {
    await end()
    // A lane tells them by itself: what throws here keeps later hooks from ending what is open.
    if (!process.send) assert.deepEqual(takeTenancyViolations(), [], 'statements as STYLE.md says')
  })
  return server
}

type ServerOptions = { logTo?: { write(text: string): void } } & Partial<
  Pick<Runtime, 'pace' | 'unsent' | 'documentCache' | 'cache'>
> &
  Parameters<typeof openRuntime>[3] & { database?: Runtime['database'] }

/** Those with the usual settings are left for the next file: to start one costs half a second. */
const usual = new ServersLeft<OpenServer>()

async function openUsualServer(): Promise<OpenServer> {
  const left = usual.take()
  if (left) return left
  const { database, empty } = await createReusable()
  return usual.keep(await openServer({}, { database }), empty)
}

/** A server, and the way to end it. */
export type OpenServer = TestServer & { app: FastifyInstance; end(): Promise<void> }

/** The same for who ends it. */
export async function openServer(
  env: Record<string, string> = {},
  { pace, unsent, documentCache, cache, logTo, database: given, ...options }: ServerOptions = {},
): Promise<OpenServer> {
  const database = given ?? (await createDatabase())
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'lodgepole-test-'))
  const standard = {
    LOG_LEVEL: 'silent',
    SECRET_KEY: secretKeyText(),
    PORT: '0',
    RUN_WORKER: 'false',
  }
  const settings = { DATABASE_URL: 'postgres://unused', DATA_DIR, ...standard, ...env }
  const config = readConfig(settings)
  const clock = new SettableClock(exampleNow)
  // Where nobody sends, nobody waits for it.
  const sending = { ...(config.runWorker ? {} : { waitMs: 0 }), ...options }
  const opened = await openRuntime(config, database, clock, sending)
  const others = Object.entries({ pace, unsent, documentCache, cache }).filter(([, part]) => part)
  const runtime: Runtime = { ...opened, ...Object.fromEntries(others) }
  const app = await buildApp(runtime, logTo ? { logTo } : {})
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const work = await startWork(runtime, app.log)
  const end = async () => {
    await app.close()
    await work.stop()
    await database.close()
    await removeFolder(DATA_DIR)
  }
  const request: TestServer['request'] = (method, path, options) =>
    send(`${url}${path}`, method, options)
  return { ...runtime, clock, url, request, stop: () => app.close(), app, end }
}

/** One HTTP request, the path sent as it is written. */
export async function send(
  url: string,
  method: string,
  { key, headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  const credential = key ? { 'x-hostfully-apikey': key } : {}
  const response = await fetch(url, {
    method,
    // To compress and expand each answer would be a tenth of all work of the tests.
    headers: { 'accept-encoding': 'identity', ...credential, ...headers },
    ...(body === undefined ? {} : { body: asBody(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') && text !== ''
  const { status, headers: answered } = response
  return { status, headers: answered, text, body: isJson ? JSON.parse(text) : undefined }
}

function asBody(body: unknown): string | FormData | Blob {
  if (typeof body === 'string' || body instanceof FormData || body instanceof Blob) return body
  return JSON.stringify(body)
}

/** A lead query, given as a document or as a request with variables. */
export async function leadQuery(
  server: TestServer,
  key: string,
  query: string | { query: string; variables?: unknown; operationName?: string },
  headers: Record<string, string> = {},
): Promise<Answer> {
  return server.request('POST', '/v2/leadsql', { key, headers, body: query })
}
