/** The worker nodes of a proof's cluster, which with PROVE_NODE_AWAY=true are cut off. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { clusterUrl } from '../../test/support/databases/cluster.ts'
import { query } from '../../test/support/postgres.ts'
import type { Cleanup } from '../../test/support/temporary.ts'
import type { ProxyCommand } from './node-proxies.ts'

/** Whether an answer may be that a node is away. */
export const mayBeAway = clusterUrl !== null && process.env.PROVE_NODE_AWAY === 'true'

/** Workers, each reached through a proxy. */
export interface Workers {
  /** From now on they are cut off in turn. */
  disturb(): Promise<void>
  /** Cuts the next one off. @returns what brings it back, with nothing left half committed */
  cutOff(): Promise<() => Promise<void>>
}

/** Makes the coordinator reach each worker through a proxy. Returns null if none may be away. */
export async function proxyWorkers(cleanup: Cleanup, url: string): Promise<Workers | null> {
  if (!mayBeAway) return null
  const nodes = await workersOf(url)
  const thread = new Worker(new URL('./node-proxies.ts', import.meta.url), {
    workerData: { url, nodes },
  })
  cleanup.add(() => void thread.terminate())
  const answer = async () => (await once(thread, 'message'))[0]
  const ports: number[] = await answer()
  for (const [i, { nodeid }] of nodes.entries()) await leadThrough(url, nodeid, ports[i]!)
  const tell = (what: ProxyCommand): Promise<{ cuts: number; freezes: number }> => {
    thread.postMessage(what)
    return answer()
  }
  cleanup.add(async () => {
    const { cuts, freezes } = await tell('end')
    console.log(`A worker was cut off ${cuts} times, and frozen ${freezes} times`)
  })
  return {
    disturb: async () => void (await tell('begin')),
    cutOff: async () => {
      await tell('cut')
      return async () => {
        await tell('mend')
        await query(url, 'select recover_prepared_transactions()')
      }
    },
  }
}

export interface Node {
  nodeid: number
  groupid: number
  host: string
  port: number
}

/** The workers that have parts of the tables. */
export async function workersOf(url: string): Promise<Node[]> {
  const nodes = await query(
    url,
    `select nodeid, groupid, nodename as host, nodeport as port from pg_dist_node
     where shouldhaveshards order by nodeid`,
  )
  return nodes as unknown[] as Node[]
}

/** Which group of nodes has the data of an agency. */
export async function groupOf(url: string, agencyUid: string): Promise<number> {
  const [place] = await query(
    url,
    `select groupid from pg_dist_placement where shardid =
       get_shard_id_for_distribution_column('leads', '${agencyUid}'::uuid)`,
  )
  return Number(place!.groupid)
}

/** Has a worker reached at that port of loopback, by all nodes. */
export async function leadThrough(url: string, nodeid: number, port: number): Promise<void> {
  await query(url, `select citus_update_node(${nodeid}, '127.0.0.1', ${port})`)
  // Until all nodes know of it, the cluster refuses to be changed.
  const lagging = 'select 1 from pg_dist_node where not metadatasynced'
  while ((await query(url, lagging)).length > 0) await sleep(200)
}
