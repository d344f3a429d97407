/** Command that distributes a database over a cluster: docs/cluster.md. */
import {
  findCluster,
  requireCoordinator,
  requireSupportedVersion,
} from '../../platform/db/cluster/detect-cluster.ts'
import {
  distribute,
  type PlacedTable,
  planDistribution,
} from '../../platform/db/cluster/distribute.ts'
import { listApplied, listPending } from '../../platform/db/migrations/applied-migrations.ts'
import { listMigrations } from '../../platform/db/migrations/migration-files.ts'
import type { Script } from '../../platform/db/statements.ts'
import { placement } from '../../rental/table-placement.ts'
import type { Declare } from '../command.ts'
import { integer } from '../options.ts'

export const addDistributionCommands: Declare = (program, select) => {
  program
    .command('distribute')
    .description('Distribute a migrated database over the workers of its Citus cluster')
    .option('--dry-run', 'only show the placement of each table')
    .option('--shards <n>', 'number of shards (default: citus.shard_count, 32)', integer(1, 64_000))
    .action(({ dryRun: isDryRun = false, shards }) =>
      select(
        async ({ withDatabase, config, report }) => {
          if (config.databaseUrl === null) throw new Error(notEmbedded)
          await withDatabase(async database => {
            const plan = await database.exclusively(async script => {
              await checkPreconditions(script)
              const planned = await planDistribution(script, placement)
              if (!isDryRun) {
                await requireUnused(script)
                await distribute(script, planned, placement, shards)
              }
              return planned
            })
            const text = isDryRun ? plan.map(formatTable).join('\n') : summary(plan)
            report({ tables: plan }, text)
          })
        },
        { database: 'optional', ownProcess: true },
      ),
    )
}

const notEmbedded =
  'The embedded database cannot be distributed: DATABASE_URL must name the coordinator of a ' +
  'Citus cluster'

async function checkPreconditions(script: Script): Promise<void> {
  const cluster = await findCluster(script)
  if (!cluster) {
    throw new Error(
      'The database is not on a Citus cluster: install the extension on all nodes, ' +
        'and run: create extension citus',
    )
  }
  requireSupportedVersion(cluster)
  await requireCoordinator(script)
  if (listPending(await listApplied(script), await listMigrations()).length > 0) {
    throw new Error('The database has pending migrations. Run: lodgepole migrate')
  }
}

/** Refuses while processes use the database: their cached plans would be stale. */
async function requireUnused(script: Script): Promise<void> {
  const [[processCount] = []] = await script(`select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = 'lodgepole listener'`)
  if (processCount === 0) return
  throw new Error(
    'Lodgepole processes use the database. Stop them, and start them again afterwards',
  )
}

const formatTable = ({ table, kind, isPlaced }: PlacedTable): string =>
  `${kind.padEnd(12)} ${table}${isPlaced ? '' : '  (pending)'}`

function summary(plan: readonly PlacedTable[]): string {
  const count = (kind: PlacedTable['kind']) => plan.filter(step => step.kind === kind).length
  if (plan.every(({ isPlaced }) => isPlaced)) return 'Nothing to do.'
  const [shared, local] = [count('shared'), count('local')]
  return `Distributed ${count('distributed')} tables, shared ${shared}, left ${local}.`
}
