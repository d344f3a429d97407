/** Commands that report on a server and its version: docs/run.md, Doctor. */
import type { Database } from '../../platform/db/database.ts'
import { listMigrations } from '../../platform/db/migrations/migration-files.ts'
import type { Tables } from '../../rental/tables.ts'
import type { CheckResult } from '../../server/checks/check.ts'
import { runningVersion, versionText } from '../../version.ts'
import type { CommandSession, Declare } from '../command.ts'

export const addDoctorCommands: Declare = (program, select) => {
  program
    .command('doctor')
    .description('Check the server and all that it needs; exits with 1 if a check has failed')
    .action(() => select(diagnose, { database: 'optional', settings: 'checked' }))
  program
    .command('version')
    .description('Print the version, and whether it is a release')
    .action(() =>
      select(printVersion, {
        database: 'unused',
        settings: 'unused',
        settingsFile: 'unused',
        ownProcess: true,
      }),
    )
}

/** @throws Error with the number of failed checks, after printing the results */
async function diagnose(session: CommandSession): Promise<void> {
  const results = await runAllChecks(session)
  const { version } = runningVersion()
  const { worstOf } = await import('../../server/checks/check.ts')
  const { status } = worstOf(results)
  session.report({ version, status, checks: results }, results.map(formatResult).join('\n'))
  const count = results.filter(result => result.status === 'failed').length
  if (count > 0) throw new Error(`${count} of ${results.length} checks failed`)
}

/** Loads the checks on demand, because they load large libraries. */
async function runAllChecks(session: CommandSession): Promise<CheckResult[]> {
  const { examine, reportInvalidSettings } = await import('../../server/checks/doctor.ts')
  let config: CommandSession['config']
  try {
    config = session.config
  } catch (error) {
    return reportInvalidSettings(error as Error)
  }
  const isServing = session.isServer || config.databaseUrl !== null
  let results: CheckResult[] | undefined
  const run = async (database: Database<Tables> | Error) => {
    results = await examine({ config, database, isServing })
  }
  if (!session.hasDatabase) {
    await run(new Error('there is no database yet; serve and migrate create one'))
  } else {
    await session.withDatabase(run).catch(async error => {
      if (results === undefined) await run(error)
    })
  }
  // `examine` has run, with the database or without it.
  return results!
}

const nameColumns = 14
const statusColumns = 9

function formatResult({ name, status, detail, remedy }: CheckResult): string {
  const line = `${status.padEnd(statusColumns)}${name.padEnd(nameColumns)}${detail}`
  return remedy === null ? line : `${line}\n${' '.repeat(statusColumns + nameColumns)}→ ${remedy}`
}

async function printVersion({ report }: CommandSession): Promise<void> {
  const info = runningVersion()
  const migration = (await listMigrations()).at(-1)
  report({ ...info, migration, node: process.versions.node }, versionText(info))
}
