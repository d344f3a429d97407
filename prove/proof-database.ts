/**
 * The database of a proof: on a PostgreSQL of its own or, with TEST_CITUS_URL, on that cluster
 * (test/README.md), of which with PROVE_NODE_AWAY=true a worker is cut off again and again.
 */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { clusterUrl, createOnCluster, dropOnCluster } from '../test/support/databases/cluster.ts'
import { migrate, runCommand, settingsOf } from '../test/support/lodgepole.ts'
import { query, startPostgres } from '../test/support/postgres.ts'
import type { Cleanup } from '../test/support/temporary.ts'

/** Whether an answer may be that a node is away. */
export const mayBeAway = clusterUrl !== null && process.env.PROVE_NODE_AWAY === 'true'

export interface ProofDatabase {
  url: string
  /** From now on its workers are cut off in turn, if that is wanted. */
  disturb(): void
}

/** Opens an empty, migrated database and says what it is on; in the end it is gone. */
export async function openProofDatabase(cleanup: Cleanup): Promise<ProofDatabase> {
  if (clusterUrl === null) {
    const { url, version } = await startPostgres(cleanup)
    console.log(`PostgreSQL ${version}`)
    await migrate(cleanup, url)
    return { url, disturb: () => {} }
  }
  const name = `proof_${process.pid}`
  await createOnCluster(clusterUrl, name)
  cleanup.add(() => dropOnCluster(clusterUrl!, name))
  const url = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href
  await migrate(cleanup, url)
  runCommand(await settingsOf(cleanup, url), ['distribute', '--shards', '4'])
  const [row] = await query(url, 'select citus_version() as version')
  console.log(String(row!.version).split(' on ')[0])
  return { url, disturb: mayBeAway ? await wireWorkers(cleanup, url) : () => {} }
}

/** Has the coordinator reach each worker by a wire. @returns what begins to cut them */
async function wireWorkers(cleanup: Cleanup, url: string): Promise<() => void> {
  const nodes = await query(
    url,
    `select nodeid, nodename as host, nodeport as port from pg_dist_node
     where shouldhaveshards order by nodeid`,
  )
  const thread = new Worker(new URL('./node-wires.ts', import.meta.url), { workerData: nodes })
  cleanup.add(() => void thread.terminate())
  const [ports] = (await once(thread, 'message')) as [number[]]
  for (const [i, { nodeid }] of nodes.entries()) {
    await query(url, `select citus_update_node(${nodeid}, '127.0.0.1', ${ports[i]})`)
  }
  // Until all nodes know of it, the cluster refuses to be changed.
  const lagging = 'select 1 from pg_dist_node where not metadatasynced'
  while ((await query(url, lagging)).length > 0) await sleep(200)
  cleanup.add(async () => {
    thread.postMessage('end')
    const [cuts] = await once(thread, 'message')
    console.log(`A worker was cut off ${cuts} times`)
  })
  return () => thread.postMessage('begin')
}
