/**
 * Clients that poll whole lists of leads while the database becomes unavailable, or do not read
 * responses.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import type { GraphQLObjectType } from 'graphql'
import { leadQuerySchema } from '../../src/rental/schemas.ts'
import { eventually } from '../support/eventually.ts'
import { runCommand, serverSettings, startProcess } from '../support/lodgepole.ts'
import { startPostgres } from '../support/postgres.ts'
import { freePort, ready, type Started } from '../support/processes.ts'
import { type Cleanup, withCleanup } from '../support/temporary.ts'

interface Served {
  started: Started
  port: number
  apiKey: string
  agencyUid: string
}

/** Starts a server with the demo agency, which has some 1,400 leads. */
async function serveDemo(cleanup: Cleanup, databaseUrl: string): Promise<Served> {
  const port = await freePort()
  const env = await serverSettings(cleanup, databaseUrl, port)
  env.RUN_WORKER = 'false'
  runCommand(env, ['demo'])
  const started = startProcess(cleanup, env)
  await ready('the server', started, async () => {
    const { ok } = await fetch(`http://127.0.0.1:${port}/readyz`)
    if (!ok) throw new Error('It does not serve yet')
  })
  const demo = JSON.parse(readFileSync(join(env.DATA_DIR!, 'demo.json'), 'utf8'))
  return { started, port, apiKey: demo.apiKey, agencyUid: demo.agencyUid }
}

interface RequestInput {
  path: string
  headers: Record<string, string>
  body?: string
  agent?: Agent
}

/** Sends a request; returns its status, or the error code of the connection. */
function requestStatus(
  port: number,
  { path, headers, body, agent }: RequestInput,
): Promise<string> {
  const method = body === undefined ? 'GET' : 'POST'
  const options = { host: '127.0.0.1', port, path, method, headers, ...(agent ? { agent } : {}) }
  return new Promise(resolve => {
    const sent = request(options, response => {
      response.resume()
      const { statusCode, headers: responseHeaders } = response
      const isRefusal = statusCode === 503 && responseHeaders['retry-after'] === undefined
      response.on('end', () => resolve(isRefusal ? '503 without Retry-After' : `${statusCode}`))
      response.on('error', () => resolve('broken off'))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'broken off'))
    sent.end(body)
  })
}

/** Returns the length of the body of a response, in bytes. */
async function responseSize(
  port: number,
  { path, headers, body = '' }: RequestInput,
): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body })
  return (await response.arrayBuffer()).byteLength
}

/** Polls all leads until it is stopped, every other time with an ETag; no response is cached. */
function poll({ port, apiKey, agencyUid }: Served, pollers: number) {
  const statusCounts = new Map<string, number>()
  let [isOver, number] = [false, 0]
  const pollOnce = async (tag?: string) => {
    const body = `{ a${++number}: leads(agencyUid: "${agencyUid}") { uid status firstName } }`
    const headers = { 'x-hostfully-apikey': apiKey, ...(tag ? { 'if-none-match': tag } : {}) }
    const status = await requestStatus(port, { path: '/v2/leadsql', headers, body })
    statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1)
    return status
  }
  const pollAgain = async () => {
    for (let i = 0; !isOver; i++) {
      if ((await pollOnce(i % 2 === 0 ? '"other"' : undefined)) !== '200') await sleep(50)
    }
  }
  const all = Promise.all(Array.from({ length: pollers }, pollAgain))
  const end = async () => {
    isOver = true
    await all
  }
  return { seen: statusCounts, once: pollOnce, end }
}

const expected = new Set(['200', '503', 'broken off', 'ECONNRESET', 'EPIPE'])

function check({ started }: Served, statusCounts: Map<string, number>): void {
  const details = `${JSON.stringify([...statusCounts])}\n${started.output()}`
  assert.equal(started.exited(), null, details)
  assert.ok(statusCounts.get('200')! > 0, details)
  assert.deepEqual(
    [...statusCounts.keys()].filter(status => !expected.has(status)),
    [],
    details,
  )
}

describe('pollers of whole lists', () => {
  it('survive restarts of PostgreSQL, and so does the server', async () => {
    await withCleanup(async cleanup => {
      const postgres = await startPostgres(cleanup)
      const served = await serveDemo(cleanup, postgres.url)
      const { seen: statusCounts, once: pollOnce, end } = poll(served, 12)
      for (let i = 0; i < 3; i++) {
        await sleep(1_000)
        await postgres.restart()
        await eventually(async () => (await pollOnce()) === '200')
      }
      await end()
      check(served, statusCounts)
    })
  })
})

describe('the embedded database', () => {
  it('remains available when invalid keys fill its queue, and when clients read nothing', async () => {
    await withCleanup(async cleanup => {
      const served = await serveDemo(cleanup, '')
      const { seen: statusCounts, once: pollOnce, end } = poll(served, 4)
      await sendUnauthenticated(served, { connections: 900, ms: 5_000 })
      await eventually(async () => (await pollOnce()) === '200')
      await end()
      check(served, statusCounts)
      await assertLongNamesRefused(served)
      await assertMemoryBound(served)
    })
  })
})

/** Opens connections with wrong keys, from many addresses of this machine. */
async function sendUnauthenticated(
  { port }: Served,
  { connections, ms }: { connections: number; ms: number },
) {
  const deadline = performance.now() + ms
  const agents = Array.from(
    { length: 24 },
    (_, i) => new Agent({ keepAlive: true, localAddress: `127.0.1.${10 + i}` }),
  )
  const sendRequests = async (_: unknown, i: number) => {
    for (let n = 0; performance.now() < deadline; n++) {
      const headers = { 'x-hostfully-apikey': `lpa_${i}_${n}` }
      await requestStatus(port, { path: '/api/v3.3/properties', headers, agent: agents[i % 24]! })
    }
  }
  await Promise.all(Array.from({ length: connections }, sendRequests))
  for (const agent of agents) agent.destroy()
}

const fieldsNamed = (length: number, names = 45) =>
  Array.from({ length: names }, (_, i) => `${'m'.repeat(length - 2)}${i + 10}: uid`).join(' ')

async function assertLongNamesRefused({ port, apiKey, agencyUid }: Served): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/v2/leadsql`, {
    method: 'POST',
    headers: { 'x-hostfully-apikey': apiKey },
    body: `{ leads(agencyUid: "${agencyUid}") { ${fieldsNamed(1_200)} } }`,
  })
  const { errors } = (await response.json()) as { errors: { extensions: { limitName: string } }[] }
  assert.equal(errors[0]!.extensions.limitName, 'nameLength')
}

/** Asserts that memory grows by less than the bytes of responses that clients do not read. */
async function assertMemoryBound({ started, port, apiKey, agencyUid }: Served): Promise<void> {
  const rss = () => {
    const status = readFileSync(`/proc/${started.pid}/status`, 'utf8')
    return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1_024
  }
  const root = (i: number) => `r${i}: leads(agencyUid: "${agencyUid}") { ...Row }`
  const roots = Array.from({ length: 8 }, (_, i) => root(i)).join(' ')
  const plain = Object.keys(
    (leadQuerySchema().graphql.getType('LeadGraphQLTO') as GraphQLObjectType).getFields(),
  ).filter(name => !['countdown', 'order', 'assignee', 'property'].includes(name))
  const row = `fragment Row on LeadGraphQLTO { ${plain.join(' ')} ${fieldsNamed(128, 5)} }`
  const buildQuery = (i: number) => `{ ${roots} x${i}: __typename } ${row}`
  const headers = { 'x-hostfully-apikey': apiKey }
  const large = { path: '/v2/leadsql', headers }
  const responseMb = (await responseSize(port, { ...large, body: buildQuery(0) })) / 2 ** 20
  const [readCount, unreadCount] = [15, 32]
  for (let i = 1; i <= readCount; i++) {
    assert.equal(await requestStatus(port, { ...large, body: buildQuery(i) }), '200')
  }
  const before = rss()
  const sockets: Socket[] = []
  for (let i = 1; i <= unreadCount; i++) {
    const body = buildQuery(readCount + i)
    const socket = connect(port, '127.0.0.1').on('error', () => undefined)
    sockets.push(socket)
    const head = `POST /v2/leadsql HTTP/1.1\r\nhost: x\r\nx-hostfully-apikey: ${apiKey}`
    socket.write(`${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    await new Promise(resolve => socket.once('readable', resolve))
  }
  const after = rss()
  for (const socket of sockets) socket.destroy()
  const unreadMb = responseMb * unreadCount
  const figures = `${before} MB → ${after} MB with ${unreadMb} MB unread`
  assert.ok(after - before < unreadMb * 0.6, figures)
  assert.equal(started.exited(), null)
}
