/**
 * The database of a proof: on a PostgreSQL of its own or, with TEST_CITUS_URL, on that cluster
 * (test/README.md).
 */
import { clusterUrl, createOnCluster, dropOnCluster } from '../../test/support/databases/cluster.ts'
import { migrate, runCommand, serverSettings } from '../../test/support/lodgepole.ts'
import { query, startPostgres } from '../../test/support/postgres.ts'
import type { Cleanup } from '../../test/support/temporary.ts'

/**
 * Opens an empty, migrated database, prints its version, and drops it at the cleanup.
 *
 * @returns the URL of the database
 */
export async function openProofDatabase(cleanup: Cleanup): Promise<string> {
  if (clusterUrl === null) {
    const { url, version } = await startPostgres(cleanup)
    console.log(`PostgreSQL ${version}`)
    await migrate(cleanup, url)
    return url
  }
  const name = `proof_${process.pid}`
  await createOnCluster(clusterUrl, name)
  cleanup.add(() => dropOnCluster(clusterUrl!, name))
  const url = Object.assign(new URL(clusterUrl), { pathname: `/${name}` }).href
  await migrate(cleanup, url)
  runCommand(await serverSettings(cleanup, url), ['distribute', '--shards', '4'])
  const [row] = await query(url, 'select citus_version() as version')
  console.log(String(row!.version).split(' on ')[0])
  return url
}
