import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { deliveriesChannel } from '../../src/rental/events/deliveries/deliveries.ts'
import { query } from '../../test/support/postgres.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { BarePosts } from './raw-http-posts.ts'
import type { Arrivals, SinkMessage } from './webhook-sink.ts'

/** A receiver in a separate process. */
export interface Sink {
  urls: string[]
  /** Restarts the count. @param path counts only requests of this path */
  expect(requests: number, path?: string): { begun: Promise<void>; done: Promise<Arrivals> }
}

/** A process that only sends requests. */
export interface BareLoop {
  pid: number
  /** Resolves after the last response. */
  post(posts: BarePosts): Promise<void>
}

const timeoutMs = 300_000

export async function startSink(cleanup: Cleanup, ports: number): Promise<Sink> {
  const child = startChild(cleanup, 'webhook-sink.ts', { PORTS: String(ports) })
  const { urls } = await nextMessage(child, 'ready')
  return {
    urls,
    expect(requests, path) {
      const begun = nextMessage(child, 'begun').then(() => {})
      const done = nextMessage(child, 'done')
      child.send({ requests, path })
      return { begun, done }
    },
  }
}

export function startBareLoop(cleanup: Cleanup): BareLoop {
  const child = startChild(cleanup, 'raw-http-posts.ts', {})
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  child.once('exit', () => failed.reject(new Error('The bare loop ended')))
  const post = async (posts: BarePosts) => {
    const done = once(child, 'message')
    child.send(posts)
    await Promise.race([done, failed.promise])
  }
  return { pid: child.pid!, post }
}

function startChild(cleanup: Cleanup, name: string, env: NodeJS.ProcessEnv): ChildProcess {
  const file = join(import.meta.dirname, name)
  const child = fork(file, [], { env: { ...process.env, NODE_ENV: 'production', ...env } })
  cleanup.add(() => void child.kill('SIGKILL'))
  return child
}

function nextMessage<Kind extends SinkMessage['kind']>(child: ChildProcess, kind: Kind) {
  type Message = Extract<SinkMessage, { kind: Kind }>
  const message = Promise.withResolvers<Message>()
  const timer = setTimeout(
    () => message.reject(new Error(`Timeout: no message ${kind}`)),
    timeoutMs,
  )
  const onMessage = (received: SinkMessage) => {
    if (received.kind === kind) message.resolve(received as Message)
  }
  child.on('message', onMessage)
  return message.promise.finally(() => {
    child.off('message', onMessage)
    clearTimeout(timer)
  })
}

/**
 * Prevents the deliveries of an agency from being claimed, as another process that claims them
 * does.
 *
 * @returns a function that ends this
 */
export async function holdQueue(url: string, agencyUid: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('insert into delivery_queues values ($1) on conflict do nothing', [agencyUid])
  await client.query('begin')
  await client.query('select from delivery_queues where agency_uid = $1 for update', [agencyUid])
  return async () => {
    await client.query('select pg_notify($1, $2)', [deliveriesChannel, agencyUid])
    await client.query('commit')
    await client.end()
  }
}

export async function waitUntilDelivered(url: string, agencyUid: string): Promise<void> {
  const agencyCondition = `agency_uid = '${agencyUid}'`
  await waitUntilEmpty(
    url,
    `select 1 from deliveries where ${agencyCondition} and status <> 'DELIVERED' limit 1`,
  )
}

/** Abandons all open deliveries of an agency, and waits for those in flight. */
export async function abandonOpen(url: string, agencyUid: string): Promise<void> {
  const agencyCondition = `agency_uid = '${agencyUid}'`
  const idle = `${agencyCondition} and completed_at is null and claimed_until is null`
  // Locked rows are being claimed, and so in flight.
  const free = `select uid from deliveries where ${idle} for update skip locked`
  await query(
    url,
    `update deliveries set status = 'ABANDONED', completed_at = now()
    where ${agencyCondition} and uid in (${free})`,
  )
  await waitUntilEmpty(
    url,
    `select 1 from deliveries where ${agencyCondition} and completed_at is null limit 1`,
  )
}

async function waitUntilEmpty(url: string, sql: string): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while ((await query(url, sql)).length > 0) {
    if (Date.now() > deadline) throw new Error(`Timeout: rows are left of ${sql}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
