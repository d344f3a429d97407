import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { type Dispatcher, request } from 'undici'
import { readConfig } from '../../src/config.ts'
import { SettableClock } from '../../src/platform/clock.ts'
import { buildApp } from '../../src/server/app.ts'
import { openRuntime, type Runtime } from '../../src/server/runtime.ts'
import { startWork } from '../../src/server/start-workers.ts'
import { takeUndocumentedErrors } from '../runner/undocumented-errors.ts'
import { createDatabase, createReusableDatabase } from './database.ts'
import { secretKeyText } from './databases/secret-keys.ts'
import { ReusableServers } from './reusable-servers.ts'
import { removeFolder } from './temporary.ts'
import { takeTenancyViolations } from './tenancy.ts'

export interface TestResponse {
  status: number
  headers: Headers
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
  body: any
}

export interface TestServer extends Runtime {
  url: string
  clock: SettableClock
  /** Sends a request over HTTP; a `body` that is not a text, form or file is sent as JSON. */
  request(method: string, path: string, options?: RequestOptions): Promise<TestResponse>
  /** Stops the server before the end of the test file. */
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
 * Starts a server on an empty database and a free port; it ends with the test file. A file awaits
 * this first, before its first `describe`, where the tests begin. The server does no background
 * work unless `RUN_WORKER` is set. With the usual settings it may be a server that another file has
 * left, see `reusable-servers.ts`.
 */
export async function startServer(
  env: Record<string, string> = {},
  options: ServerOptions = {},
): Promise<TestServer> {
  const isUsual = Object.keys({ ...env, ...options }).length === 0
  const { end, ...server } = isUsual ? await openUsualServer() : await openServer(env, options)
  after(async () => {
    await end()
    // A test lane reports violations itself: an error thrown here would prevent later hooks from
    // closing resources.
    if (process.send) return
    assert.deepEqual(takeTenancyViolations(), [], 'statements as STYLE.md says')
    assert.deepEqual(takeUndocumentedErrors(), [], 'codes that operations list')
  })
  return server
}

type ServerOptions = { logTo?: { write(text: string): void } } & Partial<
  Pick<Runtime, 'pace' | 'unsent' | 'documentCache' | 'cache'>
> &
  Parameters<typeof openRuntime>[3] & { database?: Runtime['database'] }

/**
 * Servers with the default settings, which the next file reuses: starting one takes half a second.
 */
const usualServers = new ReusableServers<OpenServer>()

async function openUsualServer(): Promise<OpenServer> {
  const reused = usualServers.take()
  if (reused) return reused
  const { database, reset } = await createReusableDatabase()
  return usualServers.wrap(await openServer({}, { database }), reset)
}

export type OpenServer = TestServer & { app: FastifyInstance; end(): Promise<void> }

/** Opens a server that the caller has to stop. */
export async function openServer(
  env: Record<string, string> = {},
  {
    pace,
    unsent,
    documentCache,
    cache,
    logTo,
    database: reusedDatabase,
    ...options
  }: ServerOptions = {},
): Promise<OpenServer> {
  const database = reusedDatabase ?? (await createDatabase())
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
  // Without a worker there are no message deliveries to wait for.
  const runtimeOptions = { ...(config.runWorker ? {} : { waitMs: 0 }), ...options }
  const opened = await openRuntime(config, database, clock, runtimeOptions)
  const replacements = Object.entries({ pace, unsent, documentCache, cache }).filter(
    ([, part]) => part,
  )
  const runtime: Runtime = { ...opened, ...Object.fromEntries(replacements) }
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

/** Sends one HTTP request; the path is not normalized. */
export async function send(
  url: string,
  method: string,
  { key, headers = {}, body }: RequestOptions = {},
): Promise<TestResponse> {
  const credential = key ? { 'x-hostfully-apikey': key } : {}
  const lowerCaseHeaders = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  // Compression would be a tenth of the work of the tests.
  const usual = { 'accept-encoding': 'identity', ...credential, ...lowerCaseHeaders }
  if (body instanceof FormData || body instanceof Blob || lowerCaseHeaders['accept-encoding']) {
    const sent = body === undefined ? {} : { body: asBody(body) }
    const response = await fetch(url, { method, headers: usual, ...sent })
    return toResponse(response.status, response.headers, await response.text())
  }
  // Takes a third of the time of `fetch`, and sends the same default headers.
  const response = await request(url, {
    method: method as Dispatcher.HttpMethod,
    headers: { accept: '*/*', 'user-agent': 'node', ...textType(body), ...usual },
    ...(body === undefined ? {} : { body: asBody(body) as string }),
  })
  const received = Object.entries(response.headers).flatMap(([name, values = []]) =>
    [values].flat().map((value): [string, string] => [name, value]),
  )
  return toResponse(response.statusCode, new Headers(received), await response.body.text())
}

function asBody(body: unknown): string | FormData | Blob {
  if (typeof body === 'string' || body instanceof FormData || body instanceof Blob) return body
  return JSON.stringify(body)
}

const textType = (body: unknown) =>
  body === undefined ? {} : { 'content-type': 'text/plain;charset=UTF-8' }

function toResponse(status: number, headers: Headers, text: string): TestResponse {
  const isJson = headers.get('content-type')?.includes('json') && text !== ''
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined }
}

/** Sends a lead query, as a document or as a request with variables. */
export async function leadQuery(
  server: TestServer,
  key: string,
  query: string | { query: string; variables?: unknown; operationName?: string },
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  return server.request('POST', '/v2/leadsql', { key, headers, body: query })
}
