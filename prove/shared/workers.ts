/** The worker nodes of a proof's cluster, which are disconnected with PROVE_NODE_AWAY=true. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { clusterUrl } from '../../test/support/databases/cluster.ts'
import { query } from '../../test/support/postgres.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { ProxyCommand } from './node-proxies.ts'

/** True if a response may be 503 because a node is disconnected. */
export const mayBeUnavailable = clusterUrl !== null && process.env.PROVE_NODE_AWAY === 'true'

/** Workers, each behind a fault proxy. */
export interface Workers {
  /** Begins to disconnect the workers in rotation. */
  disturb(): Promise<void>
  /** Disconnects the next one. Returns a function that reconnects it and recovers its commits. */
  disconnectOne(): Promise<() => Promise<void>>
}

/** Puts a fault proxy before each worker. Returns null if no worker may be unavailable. */
export async function proxyWorkers(cleanup: Cleanup, url: string): Promise<Workers | null> {
  if (!mayBeUnavailable) return null
  const nodes = await listWorkers(url)
  const thread = new Worker(new URL('./node-proxies.ts', import.meta.url), {
    workerData: { url, nodes },
  })
  cleanup.add(() => void thread.terminate())
  const nextReply = async () => (await once(thread, 'message'))[0]
  const ports: number[] = await nextReply()
  for (const [i, { nodeid }] of nodes.entries()) await routeThrough(url, nodeid, ports[i]!)
  const send = (command: ProxyCommand): Promise<{ cuts: number; freezes: number }> => {
    thread.postMessage(command)
    return nextReply()
  }
  cleanup.add(async () => {
    const { cuts, freezes } = await send('stop')
    console.log(`A worker was disconnected ${cuts} times, and frozen ${freezes} times`)
  })
  return {
    disturb: async () => void (await send('start')),
    disconnectOne: async () => {
      await send('disconnect')
      return async () => {
        await send('reconnect')
        await query(url, 'select recover_prepared_transactions()')
      }
    },
  }
}

export interface WorkerNode {
  nodeid: number
  groupid: number
  host: string
  port: number
}

/** Lists the workers that store shards. */
export async function listWorkers(url: string): Promise<WorkerNode[]> {
  const nodes = await query(
    url,
    `select nodeid, groupid, nodename as host, nodeport as port from pg_dist_node
     where shouldhaveshards order by nodeid`,
  )
  return nodes as unknown[] as WorkerNode[]
}

/** Returns the group of nodes that stores the data of an agency. */
export async function findNodeGroup(url: string, agencyUid: string): Promise<number> {
  const [placement] = await query(
    url,
    `select groupid from pg_dist_placement where shardid =
       get_shard_id_for_distribution_column('leads', '${agencyUid}'::uuid)`,
  )
  return Number(placement!.groupid)
}

/** Makes all nodes connect to a worker at a port of loopback. */
export async function routeThrough(url: string, nodeid: number, port: number): Promise<void> {
  await query(url, `select citus_update_node(${nodeid}, '127.0.0.1', ${port})`)
  // The cluster refuses changes until all nodes have the new address.
  const lagging = 'select 1 from pg_dist_node where not metadatasynced'
  while ((await query(url, lagging)).length > 0) await sleep(200)
}
