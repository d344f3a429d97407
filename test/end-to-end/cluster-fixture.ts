/** A server on a cluster with one worker that can be cut off: docs/cluster.md. */

import { openDatabase } from '../../src/server/database.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { callsAnywhere } from '../fixtures/webhooks.ts'
import { createDatabaseUrl } from '../support/database.ts'
import { clusterUrl, dropOnCluster } from '../support/databases/cluster.ts'
import { type FaultProxy, openFaultProxy } from '../support/external-services/fault-proxy.ts'
import { query } from '../support/postgres.ts'
import { type OpenServer, openServer } from '../support/server.ts'
import { stayOfNight } from './competing-writers.ts'

/** An agency, its key and a property. */
export interface Tenant {
  agencyUid: string
  key: string
  propertyUid: string
}

/** A server on a cluster, with one worker behind a proxy. */
export class ClusterFixture {
  readonly url: string
  readonly proxy: FaultProxy
  server!: OpenServer
  #proxiedGroup: number
  #night = 0

  constructor(url: string, node: Record<string, unknown>, proxy: FaultProxy) {
    this.url = url
    this.proxy = proxy
    this.#proxiedGroup = Number(node.groupid)
  }

  /** Creates agencies until one is on an accepted worker, behind the proxy or not. */
  async makeTenant(accepts: (isProxied: boolean) => boolean): Promise<Tenant> {
    for (;;) {
      const agency = await makeAgency(this.server)
      const [placement] = await query(
        this.url,
        `select groupid from pg_dist_placement where shardid =
           get_shard_id_for_distribution_column('leads', '${agency.agencyUid}'::uuid)`,
      )
      if (!accepts(placement!.groupid === this.#proxiedGroup)) continue
      return { ...agency, propertyUid: await makeProperty(this.server, agency.agencyUid) }
    }
  }

  /** Sends a request, and returns the response and its duration in milliseconds. */
  async request({ key }: Tenant, method: string, path: string, body?: object) {
    const began = performance.now()
    const response = await this.server.request(method, path, { key, ...(body ? { body } : {}) })
    return { ...response, ms: performance.now() - began }
  }

  /** Stops the server, and drops its database. */
  async end(): Promise<void> {
    await this.server.end()
    await this.proxy.close()
    await dropOnCluster(clusterUrl!, new URL(this.url).pathname.slice(1))
  }

  read(tenant: Tenant) {
    return this.request(tenant, 'GET', `/api/v3.3/leads?agencyUid=${tenant.agencyUid}`)
  }

  /** Sends a list, a lead query and a new lead for other nights. */
  async sendAll(tenant: Tenant) {
    const { agencyUid, propertyUid } = tenant
    const leads = `{ leads(agencyUid: "${agencyUid}") { uid property { name } } }`
    const { from, to } = stayOfNight(this.#night++)
    const responses = [
      await this.read(tenant),
      await this.request(tenant, 'POST', '/v2/leadsql', { query: leads }),
      await this.request(tenant, 'POST', '/api/v3.3/leads', {
        ...{ agencyUid, propertyUid, type: 'BLOCK', status: 'BLOCKED' },
        ...{ checkInLocalDateTime: `${from}T16:00:00`, checkOutLocalDateTime: `${to}T11:00:00` },
      }),
    ]
    return { responses, statuses: responses.map(({ status }) => status) }
  }
}

/** Starts a server on a separate database, with one worker behind a proxy. */
export async function openClusterFixture(): Promise<ClusterFixture> {
  const url = await createDatabaseUrl()
  const [node] = await query(
    url,
    `select nodeid, nodename as host, nodeport as port, groupid from pg_dist_node
     where shouldhaveshards order by groupid desc limit 1`,
  )
  const proxy = await openFaultProxy({ host: String(node!.host), port: Number(node!.port) })
  const fixture = new ClusterFixture(url, node!, proxy)
  await query(url, `select citus_update_node(${node!.nodeid}, '127.0.0.1', ${proxy.port})`)
  const database = await openDatabase({ databaseUrl: url, databaseReadUrl: null, dataDir: '' })
  const settings = { RATE_LIMIT_PER_HOUR: '500', RUN_WORKER: 'true', ...callsAnywhere }
  fixture.server = await openServer(settings, { database })
  return fixture
}
