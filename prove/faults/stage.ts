/** Everything that takes part: servers with wrong clocks, and all they need behind proxies. */

import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { createKey } from '../../src/rental/access/agencies/api-keys.sql.ts'
import type { Tables } from '../../src/rental/tables.ts'
import { settingsOf, startProcess } from '../../test/support/lodgepole.ts'
import { openReceiver, type Receiver } from '../../test/support/open-receiver.ts'
import { type FaultProxy, openFaultProxy } from '../../test/support/outside/fault-proxy.ts'
import { startNameServer, type Zone } from '../../test/support/outside/name-server.ts'
import { startS3 } from '../../test/support/outside/s3.ts'
import { startSmtp, type TestSmtp } from '../../test/support/outside/smtp.ts'
import { freePort, ready, type Started } from '../../test/support/processes.ts'
import { type Cleanup, temporaryFolder } from '../../test/support/temporary.ts'
import { type Ask, openAsk } from '../shared/ask.ts'
import { type FrozenNode, findFrozenNode } from '../shared/frozen-node.ts'
import { groupOf, leadThrough, mayBeAway, workersOf } from '../shared/workers.ts'
import type { FaultOptions } from './options.ts'
import { call, makeTenant, type Tenant } from './tenant.ts'

export interface Stage {
  ask: Ask
  env: NodeJS.ProcessEnv
  /** The servers, and the line that one of them is reached by through a proxy. */
  origins: string[]
  line: string
  processes: Started[]
  database: FaultProxy
  files: FaultProxy
  mail: FaultProxy
  receivers: FaultProxy
  clients: FaultProxy
  /** How the worker is reached that has cedar's data; null: no node may be away. */
  node: FaultProxy | null
  /** The same, to be frozen; null: it is not on this machine. */
  frozen: FrozenNode | null
  zone: Zone
  receiver: Receiver
  smtp: TestSmtp
  /** Where the store has its objects. */
  folder: string
  /** Who is not disturbed, and who is. */
  pine: Tenant
  cedar: Tenant
  picture: Buffer
  /** Photos that were acknowledged. */
  shown: string[]
  /** Sets the clocks of all servers, by minutes. */
  jump(): void
}

/** Where cedar's receiver is, as long as nobody meddles with names. */
export const hookName = 'hooks.prove.test'
export const quietEntry = { A: ['127.0.0.1'], ttl: 1 }

const aheadMs = 7 * 60_000
const startMsMax = 180_000
const bucket = 'prove'

/** @param databaseUrl a migrated database of its own */
export async function openStage(
  cleanup: Cleanup,
  databaseUrl: string,
  { processes }: FaultOptions,
): Promise<Stage> {
  const outside = await openOutside(cleanup, databaseUrl)
  const { settings, ...rest } = outside
  const ask = openAsk(cleanup, databaseUrl)
  const env = { ...(await settingsOf(cleanup, databaseUrl)), ...settings }
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const started = ports.map((port, i) => {
    const clock = { PROVE_CLOCK_AHEAD_MS: String(i % 2 === 0 ? -aheadMs : aheadMs) }
    const url = { DATABASE_URL: through(databaseUrl, outside.database) }
    return startProcess(cleanup, { ...env, ...url, ...clock, PORT: String(port) })
  })
  const origins = ports.map(port => `http://127.0.0.1:${port}`)
  await Promise.all(origins.map((origin, i) => untilReady(origin, started[i]!)))
  const clients = await opened(cleanup, openFaultProxy({ port: ports[0]! }))
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const keyOf = async (agencyUid: string) =>
    (await createKey(db, { agencyUid, name: 'prove' }, new Date())).secret
  const [origin] = origins as [string]
  const node = await openNode(cleanup, databaseUrl)
  const isBehind = (isWanted: boolean) => async (agencyUid: string) =>
    node === null || (await node.has(agencyUid)) === isWanted
  const stage: Stage = {
    ...{
      ...rest,
      ask,
      env,
      origins,
      processes: started,
      clients,
      node: node?.proxy ?? null,
      frozen: node?.frozen ?? null,
      shown: [],
    },
    line: `http://127.0.0.1:${clients.port}`,
    pine: await makeTenant(ask, 'pine', origin, keyOf, isBehind(false)),
    cedar: await makeTenant(ask, 'cedar', origin, keyOf, isBehind(true)),
    picture: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer(),
    jump: () => {
      for (const { pid } of started) process.kill(pid, 'SIGUSR2')
    },
  }
  await db.destroy()
  await registerHooks(stage)
  return stage
}

/** So long a coordinator takes to find a connection dead, as by `tcp_user_timeout`. */
export const deadMs = 25_000

/** A worker of the cluster, behind a proxy. */
async function openNode(cleanup: Cleanup, url: string) {
  if (!mayBeAway) return null
  const { nodeid, groupid, host, port } = (await workersOf(url)).at(-1)!
  const frozen = await findFrozenNode(url, { host, port })
  if (frozen) cleanup.add(() => frozen.thaw())
  else console.log('The worker is not frozen: it is not on this machine')
  const proxy = await opened(cleanup, openFaultProxy({ host, port, deadMs }))
  await leadThrough(url, nodeid, proxy.port)
  const has = async (agencyUid: string) => (await groupOf(url, agencyUid)) === groupid
  return { proxy, frozen, has }
}

/** What is outside the servers, each thing behind a proxy of its own, and the settings for it. */
async function openOutside(cleanup: Cleanup, databaseUrl: string) {
  const atEnd = (end: () => Promise<void> | void) => cleanup.add(end)
  const proxyOf = (port: number) => opened(cleanup, openFaultProxy({ port }))
  const folder = await temporaryFolder(cleanup)
  const store = await startS3(bucket, atEnd, folder)
  const files = await proxyOf(Number(new URL(store.AWS_ENDPOINT_URL!).port))
  const smtp = await startSmtp({}, atEnd)
  const mail = await proxyOf(smtp.port)
  const receiver = await openReceiver()
  cleanup.add(() => receiver.close())
  const zone: Zone = { [hookName]: quietEntry }
  const nameServer = await startNameServer(zone, atEnd)
  const { hostname, port } = new URL(databaseUrl)
  return {
    ...{ files, smtp, mail, receiver, zone, folder },
    receivers: await proxyOf(receiver.port),
    database: await opened(cleanup, openFaultProxy({ host: hostname, port: Number(port) })),
    settings: {
      ...store,
      AWS_ENDPOINT_URL: `http://127.0.0.1:${files.port}`,
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'stay@example.org',
      ALLOW_PRIVATE_CALLBACKS: 'true',
      CALLBACK_TIMEOUT_MS: '2000',
      CALLBACK_RETRY_SCALE: '0.02',
      PROVE_NAME_SERVER: nameServer.address,
      NODE_OPTIONS: `--import=${import.meta.resolve('./preload.ts')}`,
    },
  }
}

async function opened(cleanup: Cleanup, opening: Promise<FaultProxy>): Promise<FaultProxy> {
  const proxy = await opening
  cleanup.add(() => proxy.close())
  return proxy
}

function through(url: string, { port }: FaultProxy): string {
  return Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href
}

async function untilReady(origin: string, started: Started): Promise<void> {
  const probe = async () => {
    if (!(await fetch(`${origin}/readyz`)).ok) throw new Error('It does not serve yet')
  }
  await ready(origin, started, probe, { patienceMs: startMsMax })
  await sleep(0)
}

/** Pine's receiver is reached directly, cedar's by its name and through a proxy. */
async function registerHooks(stage: Stage): Promise<void> {
  const { pine, cedar, receiver, receivers, origins } = stage
  const urls = [
    [pine, `${receiver.url}/pine`],
    [cedar, `http://${hookName}:${receivers.port}/cedar`],
  ] as const
  for (const [tenant, callbackUrl] of urls) {
    for (const eventType of hookedTypes) {
      const body = { agencyUid: tenant.agencyUid, eventType, webhookType: 'POST_JSON', callbackUrl }
      const whole = { ...body, creatorIdentifier: 'prove' }
      const made = await call(tenant, origins[0]!, 'POST', '/api/v3.3/webhooks', { body: whole })
      if (made.status !== 201) throw new Error(`${made.status} ${JSON.stringify(made.body)}`)
    }
  }
}

/** What the receivers are told of. */
export const hookedTypes = ['NEW_BOOKING', 'BOOKING_UPDATED']
