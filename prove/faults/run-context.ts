/** State of a run: servers with wrong clocks, and their dependencies behind fault proxies. */

import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { singleServer } from '../../src/platform/db/cluster/single-server.ts'
import { ServerDialect } from '../../src/platform/db/postgres/open-postgres.ts'
import { createKey } from '../../src/rental/access/agencies/api-keys.sql.ts'
import type { Tables } from '../../src/rental/tables.ts'
import {
  type FaultProxy,
  openFaultProxy,
} from '../../test/support/external-services/fault-proxy.ts'
import { startNameServer, type Zone } from '../../test/support/external-services/name-server.ts'
import { startS3 } from '../../test/support/external-services/s3.ts'
import { startSmtp, type TestSmtp } from '../../test/support/external-services/smtp.ts'
import { serverSettings, startProcess } from '../../test/support/lodgepole.ts'
import { freePort, ready, type Started } from '../../test/support/processes.ts'
import { type Cleanup, temporaryFolder } from '../../test/support/temporary.ts'
import { openReceiver, type Receiver } from '../../test/support/webhook-receiver/open-receiver.ts'
import { type FrozenNode, findFrozenNode } from '../shared/frozen-node.ts'
import { openQuery, type Query } from '../shared/query.ts'
import { findNodeGroup, listWorkers, mayBeUnavailable, routeThrough } from '../shared/workers.ts'
import type { FaultOptions } from './options.ts'
import { call, makeTenant, type Tenant } from './tenant.ts'

export interface RunContext {
  query: Query
  env: NodeJS.ProcessEnv
  /** Origins of the servers. */
  origins: string[]
  /** Origin of the first server through the proxy `clients`. */
  proxiedOrigin: string
  processes: Started[]
  database: FaultProxy
  files: FaultProxy
  mail: FaultProxy
  receivers: FaultProxy
  clients: FaultProxy
  /** Proxy of the worker that stores cedar's data; null: no node may be disconnected. */
  node: FaultProxy | null
  /** Handle to freeze the same worker; null: it is not on this machine. */
  frozen: FrozenNode | null
  zone: Zone
  receiver: Receiver
  smtp: TestSmtp
  /** Folder of the objects of the store. */
  folder: string
  /** Agency whose own dependencies are not disturbed. */
  pine: Tenant
  /** Agency that uses the disturbed dependency. */
  cedar: Tenant
  picture: Buffer
  /** Photos that were acknowledged. */
  photoUids: string[]
  /** Inverts the clock offset of all servers. */
  jump(): void
}

/** Host name of cedar's receiver while the name server is undisturbed. */
export const hookName = 'hooks.prove.test'
export const defaultEntry = { A: ['127.0.0.1'], ttl: 1 }

const clockOffsetMs = 7 * 60_000
const startMsMax = 180_000
const bucket = 'prove'

/** @param databaseUrl a migrated database that no other program uses */
export async function openRunContext(
  cleanup: Cleanup,
  databaseUrl: string,
  { processes }: FaultOptions,
): Promise<RunContext> {
  const dependencies = await openDependencies(cleanup, databaseUrl)
  const { settings, ...rest } = dependencies
  const query = openQuery(cleanup, databaseUrl)
  const env = { ...(await serverSettings(cleanup, databaseUrl)), ...settings }
  const ports = await Promise.all(Array.from({ length: processes }, freePort))
  const started = ports.map((port, i) => {
    const clock = { PROVE_CLOCK_AHEAD_MS: String(i % 2 === 0 ? -clockOffsetMs : clockOffsetMs) }
    const url = { DATABASE_URL: viaProxy(databaseUrl, dependencies.database) }
    return startProcess(cleanup, { ...env, ...url, ...clock, PORT: String(port) })
  })
  const origins = ports.map(port => `http://127.0.0.1:${port}`)
  await Promise.all(origins.map((origin, i) => waitUntilReady(origin, started[i]!)))
  const clients = await closeAtEnd(cleanup, openFaultProxy({ port: ports[0]! }))
  const pool = new pg.Pool({ connectionString: databaseUrl })
  const db = new Kysely<Tables>({ dialect: new ServerDialect(pool, singleServer) })
  const issueKey = async (agencyUid: string) =>
    (await createKey(db, { agencyUid, name: 'prove' }, new Date())).secret
  const [origin] = origins as [string]
  const node = await openNode(cleanup, databaseUrl)
  const isBehindProxy = (expected: boolean) => async (agencyUid: string) =>
    node === null || (await node.has(agencyUid)) === expected
  const context: RunContext = {
    ...{
      ...rest,
      query,
      env,
      origins,
      processes: started,
      clients,
      node: node?.proxy ?? null,
      frozen: node?.frozen ?? null,
      photoUids: [],
    },
    proxiedOrigin: `http://127.0.0.1:${clients.port}`,
    pine: await makeTenant(query, 'pine', origin, issueKey, isBehindProxy(false)),
    cedar: await makeTenant(query, 'cedar', origin, issueKey, isBehindProxy(true)),
    picture: await sharp({ create: { width: 300, height: 200, channels: 3, background: '#3a7' } })
      .png()
      .toBuffer(),
    jump: () => {
      for (const { pid } of started) process.kill(pid, 'SIGUSR2')
    },
  }
  await db.destroy()
  await registerHooks(context)
  return context
}

/** Time after which a coordinator detects a lost connection, as with `tcp_user_timeout`. */
export const deadMs = 25_000

/**
 * Puts a proxy before the last worker of the cluster. Returns null if it may not be unavailable.
 */
async function openNode(cleanup: Cleanup, url: string) {
  if (!mayBeUnavailable) return null
  const { nodeid, groupid, host, port } = (await listWorkers(url)).at(-1)!
  const frozen = await findFrozenNode(url, { host, port })
  if (frozen) cleanup.add(() => frozen.thaw())
  else console.log('The worker is not frozen: it is not on this machine')
  const proxy = await closeAtEnd(cleanup, openFaultProxy({ host, port, deadMs }))
  await routeThrough(url, nodeid, proxy.port)
  const has = async (agencyUid: string) => (await findNodeGroup(url, agencyUid)) === groupid
  return { proxy, frozen, has }
}

/** Opens the external dependencies, each behind its own proxy, with their settings. */
async function openDependencies(cleanup: Cleanup, databaseUrl: string) {
  const atEnd = (end: () => Promise<void> | void) => cleanup.add(end)
  const openProxy = (port: number) => closeAtEnd(cleanup, openFaultProxy({ port }))
  const folder = await temporaryFolder(cleanup)
  const store = await startS3(bucket, atEnd, folder)
  const files = await openProxy(Number(new URL(store.AWS_ENDPOINT_URL!).port))
  const smtp = await startSmtp({}, atEnd)
  const mail = await openProxy(smtp.port)
  const receiver = await openReceiver()
  cleanup.add(() => receiver.close())
  const zone: Zone = { [hookName]: defaultEntry }
  const nameServer = await startNameServer(zone, atEnd)
  const { hostname, port } = new URL(databaseUrl)
  return {
    ...{ files, smtp, mail, receiver, zone, folder },
    receivers: await openProxy(receiver.port),
    database: await closeAtEnd(cleanup, openFaultProxy({ host: hostname, port: Number(port) })),
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

async function closeAtEnd(cleanup: Cleanup, opening: Promise<FaultProxy>): Promise<FaultProxy> {
  const proxy = await opening
  cleanup.add(() => proxy.close())
  return proxy
}

function viaProxy(url: string, { port }: FaultProxy): string {
  return Object.assign(new URL(url), { hostname: '127.0.0.1', port }).href
}

async function waitUntilReady(origin: string, started: Started): Promise<void> {
  const probe = async () => {
    if (!(await fetch(`${origin}/readyz`)).ok) throw new Error('The server is not ready')
  }
  await ready(origin, started, probe, { patienceMs: startMsMax })
  await sleep(0)
}

/** Registers pine's receiver directly, and cedar's by its host name and through a proxy. */
async function registerHooks(context: RunContext): Promise<void> {
  const { pine, cedar, receiver, receivers, origins } = context
  const urls = [
    [pine, `${receiver.url}/pine`],
    [cedar, `http://${hookName}:${receivers.port}/cedar`],
  ] as const
  for (const [tenant, callbackUrl] of urls) {
    for (const eventType of hookedTypes) {
      const body = { agencyUid: tenant.agencyUid, eventType, webhookType: 'POST_JSON', callbackUrl }
      const complete = { ...body, creatorIdentifier: 'prove' }
      const response = await call(tenant, origins[0]!, 'POST', '/api/v3.3/webhooks', {
        body: complete,
      })
      if (response.status !== 201)
        throw new Error(`${response.status} ${JSON.stringify(response.body)}`)
    }
  }
}

/** Event types of the receivers. */
export const hookedTypes = ['NEW_BOOKING', 'BOOKING_UPDATED']
