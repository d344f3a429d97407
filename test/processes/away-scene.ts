/** A server on a cluster of which one worker can be cut off: docs/operating.md, "A cluster". */

import { openDatabase } from '../../src/process/database.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { clusterUrl, dropOnCluster } from '../support/databases/cluster.ts'
import { type FaultProxy, openFaultProxy } from '../support/outside/fault-proxy.ts'
import { query } from '../support/postgres.ts'
import { type OpenServer, openServer } from '../support/server.ts'
import { stayOf } from './bookings.ts'

/** An agency, its key and a property. */
export interface Tenant {
  agencyUid: string
  key: string
  propertyUid: string
}

/** A server on a cluster of which one worker is reached through a proxy. */
export class Scene {
  readonly url: string
  readonly proxy: FaultProxy
  server!: OpenServer
  #behind: number
  #night = 0

  constructor(url: string, node: Record<string, unknown>, proxy: FaultProxy) {
    this.url = url
    this.proxy = proxy
    this.#behind = Number(node.groupid)
  }

  /** An agency that lies behind the proxy, or does not. */
  async tenant(isWanted: (isBehind: boolean) => boolean): Promise<Tenant> {
    for (;;) {
      const agency = await makeAgency(this.server)
      const [place] = await query(
        this.url,
        `select groupid from pg_dist_placement where shardid =
           get_shard_id_for_distribution_column('leads', '${agency.agencyUid}'::uuid)`,
      )
      if (!isWanted(place!.groupid === this.#behind)) continue
      return { ...agency, propertyUid: await makeProperty(this.server, agency.agencyUid) }
    }
  }

  /** An answer and how long it took, in milliseconds. */
  async ask({ key }: Tenant, method: string, path: string, body?: object) {
    const began = performance.now()
    const answer = await this.server.request(method, path, { key, ...(body ? { body } : {}) })
    return { ...answer, ms: performance.now() - began }
  }

  /** Ends it, and drops its database. */
  async end(): Promise<void> {
    await this.server.end()
    await this.proxy.close()
    await dropOnCluster(clusterUrl!, new URL(this.url).pathname.slice(1))
  }

  read(tenant: Tenant) {
    return this.ask(tenant, 'GET', `/api/v3.3/leads?agencyUid=${tenant.agencyUid}`)
  }

  /** A list, a lead query and a lead of further nights. */
  async all(tenant: Tenant) {
    const { agencyUid, propertyUid } = tenant
    const leads = `{ leads(agencyUid: "${agencyUid}") { uid property { name } } }`
    const { from, to } = stayOf(this.#night++)
    const answers = [
      await this.read(tenant),
      await this.ask(tenant, 'POST', '/v2/leadsql', { query: leads }),
      await this.ask(tenant, 'POST', '/api/v3.3/leads', {
        ...{ agencyUid, propertyUid, type: 'BLOCK', status: 'BLOCKED' },
        ...{ checkInLocalDateTime: `${from}T16:00:00`, checkOutLocalDateTime: `${to}T11:00:00` },
      }),
    ]
    return { answers, statuses: answers.map(({ status }) => status) }
  }
}

/** A server on a database of its own, of which one worker is reached through a proxy. */
export async function openScene(): Promise<Scene> {
  const url = await createDatabaseUrl()
  const [node] = await query(
    url,
    `select nodeid, nodename as host, nodeport as port, groupid from pg_dist_node
     where shouldhaveshards order by groupid desc limit 1`,
  )
  const proxy = await openFaultProxy({ host: String(node!.host), port: Number(node!.port) })
  const scene = new Scene(url, node!, proxy)
  await query(url, `select citus_update_node(${node!.nodeid}, '127.0.0.1', ${proxy.port})`)
  const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: '' })
  const settings = { RATE_LIMIT_PER_HOUR: '500', RUN_WORKER: 'true', ...callsAnywhere }
  scene.server = await openServer(settings, { database })
  return scene
}
