import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { deliveriesChannel } from '../../src/rental/events/deliveries/deliveries.ts'
import { query } from '../../test/support/postgres.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { BarePosts } from './bare-posts.ts'
import type { Arrivals, SinkMessage } from './webhook-sink.ts'

/** A receiver in a process of its own. */
export interface Sink {
  urls: string[]
  /** Begins to count anew. @param path counts only requests of this path */
  expect(requests: number, path?: string): { begun: Promise<void>; done: Promise<Arrivals> }
}

/** A process that only posts. */
export interface BareLoop {
  pid: number
  /** Resolves when all is posted. */
  post(posts: BarePosts): Promise<void>
}

const patienceMs = 300_000

/** Starts a receiver that listens on so many ports. */
export async function startSink(cleanup: Cleanup, ports: number): Promise<Sink> {
  const child = startChild(cleanup, 'webhook-sink.ts', { PORTS: String(ports) })
  const { urls } = await told(child, 'ready')
  return {
    urls,
    expect(requests, path) {
      const begun = told(child, 'begun').then(() => {})
      const done = told(child, 'done')
      child.send({ requests, path })
      return { begun, done }
    },
  }
}

export function startBareLoop(cleanup: Cleanup): BareLoop {
  const child = startChild(cleanup, 'bare-posts.ts', {})
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

/** The next message of a kind. */
function told<Kind extends SinkMessage['kind']>(child: ChildProcess, kind: Kind) {
  type Message = Extract<SinkMessage, { kind: Kind }>
  const message = Promise.withResolvers<Message>()
  const timer = setTimeout(() => message.reject(new Error(`Never ${kind}`)), patienceMs)
  const onMessage = (one: SinkMessage) => {
    if (one.kind === kind) message.resolve(one as Message)
  }
  child.on('message', onMessage)
  return message.promise.finally(() => {
    child.off('message', onMessage)
    clearTimeout(timer)
  })
}

/**
 * Keeps an agency's deliveries from being claimed, as another process that claims them would, until
 * the answer is called.
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

/** Waits until all of an agency is delivered. */
export async function untilDelivered(url: string, agencyUid: string): Promise<void> {
  const ofAgency = `agency_uid = '${agencyUid}'`
  await until(url, `select 1 from deliveries where ${ofAgency} and status <> 'DELIVERED' limit 1`)
}

/** Has nothing more delivered of an agency, and waits for what is under way. */
export async function abandonOpen(url: string, agencyUid: string): Promise<void> {
  const ofAgency = `agency_uid = '${agencyUid}'`
  const idle = `${ofAgency} and completed_at is null and claimed_until is null`
  // What is locked is being claimed, and so under way.
  const free = `select uid from deliveries where ${idle} for update skip locked`
  await query(
    url,
    `update deliveries set status = 'ABANDONED', completed_at = now()
    where ${ofAgency} and uid in (${free})`,
  )
  await until(url, `select 1 from deliveries where ${ofAgency} and completed_at is null limit 1`)
}

/** Waits until a query finds nothing. */
async function until(url: string, sql: string): Promise<void> {
  const deadline = Date.now() + patienceMs
  while ((await query(url, sql)).length > 0) {
    if (Date.now() > deadline) throw new Error(`In vain awaited the end of: ${sql}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
