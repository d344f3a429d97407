/** Commands that serve requests, run workers, or prepare a database: docs/run.md. */
import type { Command } from '@commander-js/extra-typings'
import { migrate, pendingMigrations } from '../../platform/db/migrate.ts'
import { listMigrations } from '../../platform/db/migrations/migration-files.ts'
import { openForMigration } from '../../server/backups/open-for-migration.ts'
import { requireSecretKeys } from '../../server/start/require-secret-keys.ts'
import { type CommandSession, type Declare, Misuse, type Select } from '../command.ts'
import { withOpened } from '../database.ts'
import { date, integer } from '../options.ts'

/** Declares the commands. They load the server on demand, because that is slow. */
export const addServerCommands: Declare = (program, select) => {
  addServe(program, select)
  program
    .command('work')
    .description('Run background work only; with PORT or METRICS_PORT also serve health checks')
    .action(() =>
      select(
        async ({ config }) => (await import('../../server/run-worker.ts')).runWorkers(config),
        {
          database: 'optional',
          ownProcess: true,
        },
      ),
    )
  addMigrate(program, select)
  addDemo(program, select)
}

function addServe(program: Command, select: Select): void {
  program
    .command('serve')
    .description('Run the server; without DATABASE_URL on the embedded database')
    .option('--demo', 'create a demo agency in an empty embedded database, and show how to use it')
    .action(({ demo: withDemo = false }) =>
      select(
        async session => {
          const { serve } = await import('../../server/run-server.ts')
          await serve(session.config, { withDemo, runCommand: session.runCommand })
        },
        {
          database: 'created',
          // A demo must not use the database of an installed server.
          settingsFile: withDemo ? 'named' : 'standard',
          ownProcess: true,
        },
      ),
    )
}

function addMigrate(program: Command, select: Select): void {
  program
    .command('migrate')
    .description('Apply the pending migrations of this release')
    .option('--dry-run', 'list the pending migrations without applying them')
    .option('--without-backup', 'do not copy an embedded database before')
    .action(({ dryRun, withoutBackup = false }) =>
      dryRun
        ? select(showPending, { database: 'optional' })
        : select(session => applyMigrations(session, withoutBackup), {
            database: 'created',
            ownProcess: true,
          }),
    )
}

async function applyMigrations(
  { config, complain, report }: CommandSession,
  withoutCopy: boolean,
): Promise<void> {
  const opening = openForMigration(config, { print: complain, withoutCopy })
  await withOpened(opening, async database => {
    const applied = await migrate(database, { report: complain })
    await requireSecretKeys(database, config.secretKeys)
    report({ applied }, applied.length === 0 ? 'Nothing to do.' : `Applied ${applied.join(', ')}.`)
  })
}

async function showPending(session: CommandSession): Promise<void> {
  if (!session.hasDatabase) return printPending(session, await listMigrations())
  await session.withDatabase(async database =>
    printPending(session, await pendingMigrations(database)),
  )
}

function printPending({ report }: CommandSession, pending: string[]): void {
  const text = pending.length === 0 ? 'Nothing to do.' : `To be applied: ${pending.join(', ')}.`
  report({ pending }, text)
}

function addDemo(program: Command, select: Select): void {
  program
    .command('demo')
    .description('Fill an empty database with a demo agency')
    .option('--seed <n>', 'seed of the random demo data', integer(0, Number.MAX_SAFE_INTEGER), 1)
    .option('--today <date>', 'the date around which the demo data lies (default: today)', date)
    .option('--properties <n>', 'number of properties (default: 26)', integer(1, 1_000_000))
    .action(options =>
      select(session => fillDatabase(session, options), {
        database: 'created',
        settingsFile: 'named',
        ownProcess: true,
      }),
    )
}

async function fillDatabase(
  { config, print }: CommandSession,
  options: { seed: number; today?: string | undefined; properties?: number | undefined },
): Promise<void> {
  const { makeDemo, propertiesMax } = await import('../../../demo/demo.ts')
  if ((options.properties ?? 1) > propertiesMax) {
    throw new Misuse(`--properties must be a whole number from 1 to ${propertiesMax}`)
  }
  await withOpened(openForMigration(config, { print }), async database => {
    await migrate(database)
    await requireSecretKeys(database, config.secretKeys)
    const created = await makeDemo(database, config, { ...options, log: print })
    print(created ? `Wrote ${created}.` : 'The database already has agencies: nothing was done.')
  })
}
