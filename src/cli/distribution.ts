/** The command that turns a database into that of a cluster: docs/operating.md. */
import { findCluster, refuseUnfitNode, refuseUnknownVersion } from '../platform/db/citus/cluster.ts'
import { distribute, type Placed, planDistribution } from '../platform/db/citus/distribute.ts'
import type { Placement } from '../platform/db/citus/placement.ts'
import type { Database, Script } from '../platform/db/database.ts'
import { listMigrations } from '../platform/db/migrate.ts'
import { type Command, text } from './values.ts'

export const distributionHelp = `\
  distribute                spread a migrated database over the workers of its Citus cluster
    [--dry-run]             only say what would become of each table
    [--shards <n>]          into how many parts (default: citus.shard_count, 32)`

export const distributionCommands: Record<string, Command> = {
  distribute: async ({ withDatabase, values, print }) => {
    const shards = shardsOf(text(values.shards))
    await withDatabase(async database => {
      const placement = placementOf(database)
      const isDryRun = values['dry-run'] === true
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
}

function shardsOf(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const shards = Number(given)
  if (Number.isInteger(shards) && shards >= 1 && shards <= 64_000) return shards
  throw new Error(`--shards '${given}' is not a whole number from 1 to 64000`)
}

function placementOf({ placement }: Pick<Database<unknown>, 'placement'>): Placement {
  if (placement) return placement
  throw new Error(
    'The embedded database cannot be distributed: DATABASE_URL has to name the coordinator of a ' +
      'Citus cluster',
  )
}

/** Refuses before anything is changed. */
async function refuseUnfit(script: Script): Promise<void> {
  const cluster = await findCluster(script)
  if (!cluster) {
    throw new Error(
      'The database is not that of a Citus cluster: install the extension on all of its nodes, ' +
        'and create extension citus',
    )
  }
  refuseUnknownVersion(cluster)
  await refuseUnfitNode(script)
  const done = (await script('select name from migrations')).map(([name]) => name)
  const names = await listMigrations()
  if (names.some(name => !done.includes(name)) || done.length > names.length) {
    throw new Error('The database is not that of this release: lodgepole migrate')
  }
}

/** Every process that serves or works listens; it keeps plans of tables that lie elsewhere then. */
async function refuseInUse(script: Script): Promise<void> {
  const [[others] = []] = await script(`select count(*)::int from pg_stat_activity
    where datname = current_database() and application_name = 'lodgepole listener'`)
  if (others === 0) return
  throw new Error('Processes of Lodgepole use the database: stop them, and start them afterwards')
}

const line = ({ table, kind, isDone }: Placed): string =>
  `${kind.padEnd(12)} ${table}${isDone ? '' : '  (to be done)'}`

function summary(plan: readonly Placed[]): string {
  const of = (kind: Placed['kind']) => plan.filter(placed => placed.kind === kind).length
  if (plan.every(({ isDone }) => isDone)) return 'Nothing to do.'
  return `Distributed ${of('distributed')} tables, shared ${of('shared')}, left ${of('local')}.`
}
