/** The command that turns a database into that of a cluster: docs/operating.md. */
import {
  findCluster,
  refuseUnfitNode,
  refuseUnknownVersion,
} from '../../platform/db/citus/cluster.ts'
import { distribute, type Placed, planDistribution } from '../../platform/db/citus/distribute.ts'
import type { Placement } from '../../platform/db/citus/placement.ts'
import type { Database, Script } from '../../platform/db/database.ts'
import { listMigrations } from '../../platform/db/migrate.ts'
import type { Declare } from '../command.ts'
import { whole } from '../options.ts'

export const addDistributionCommands: Declare = (program, select) => {
  program
    .command('distribute')
    .description('Distribute a migrated database over the workers of its Citus cluster')
    .option('--dry-run', 'only show the placement of each table')
    .option('--shards <n>', 'number of shards (default: citus.shard_count, 32)', whole(1, 64_000))
    .action(({ dryRun: isDryRun = false, shards }) =>
      select(
        async ({ withDatabase, config, print }) => {
          if (config.databaseUrl === null) throw new Error(notEmbedded)
          await withDatabase(async database => {
            const placement = placementOf(database)
            const plan = await database.exclusively(async script => {
              await refuseUnfit(script)
              const plan = await planDistribution(script, placement)
              if (!isDryRun) {
                await refuseInUse(script)
                await distribute(script, plan, placement, shards)
              }
              return plan
            })
            if (isDryRun) for (const placed of plan) print(line(placed))
            else print(summary(plan))
          })
        },
        { database: 'optional', ownProcess: true },
      ),
    )
}

const notEmbedded =
  'The embedded database cannot be distributed: DATABASE_URL must name the coordinator of a ' +
  'Citus cluster'

function placementOf({ placement }: Pick<Database<unknown>, 'placement'>): Placement {
  if (placement) return placement
  throw new Error(notEmbedded)
}

/** Refuses before anything is changed. */
async function refuseUnfit(script: Script): Promise<void> {
  const cluster = await findCluster(script)
  if (!cluster) {
    throw new Error(
      'The database is not on a Citus cluster: install the extension on all nodes, ' +
        'and run: create extension citus',
    )
  }
  refuseUnknownVersion(cluster)
  await refuseUnfitNode(script)
  const done = (await script('select name from migrations')).map(([name]) => name)
  const names = await listMigrations()
  if (names.some(name => !done.includes(name)) || done.length > names.length) {
    throw new Error('The database has pending migrations. Run: lodgepole migrate')
  }
}

/** Every process that serves or works listens; it keeps plans of tables that lie elsewhere then. */
async function refuseInUse(script: Script): Promise<void> {
  const [[others] = []] = await script(`select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = 'lodgepole listener'`)
  if (others === 0) return
  throw new Error(
    'Lodgepole processes use the database. Stop them, and start them again afterwards',
  )
}

const line = ({ table, kind, isDone }: Placed): string =>
  `${kind.padEnd(12)} ${table}${isDone ? '' : '  (pending)'}`

function summary(plan: readonly Placed[]): string {
  const of = (kind: Placed['kind']) => plan.filter(placed => placed.kind === kind).length
  if (plan.every(({ isDone }) => isDone)) return 'Nothing to do.'
  return `Distributed ${of('distributed')} tables, shared ${of('shared')}, left ${of('local')}.`
}
