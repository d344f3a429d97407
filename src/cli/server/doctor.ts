/** Commands that report on a server and its version: docs/operating.md, Doctor. */
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
    .option('--json', 'print the results as JSON')
    .action(({ json: isJson = false }) =>
      select(session => diagnose(session, isJson), { database: 'optional', settings: 'checked' }),
    )
  program
    .command('version')
    .description('Print the version, and whether it is a release')
    .option('--json', 'print it as JSON')
    .action(({ json: isJson = false }) =>
      select(session => printVersion(session, isJson), {
        database: 'unused',
        settings: 'unused',
        ownProcess: true,
      }),
    )
}

/** @throws Error with the number of failed checks, after printing the results */
async function diagnose(session: CommandSession, isJson: boolean): Promise<void> {
  const results = await runAllChecks(session)
  const { version } = runningVersion()
  const { worstStatus } = await import('../../server/checks/check.ts')
  const status = worstStatus(results)
  session.print(
    isJson
      ? JSON.stringify({ version, status, checks: results }, null, 2)
      : results.map(formatResult).join('\n'),
  )
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

async function printVersion({ print }: CommandSession, isJson: boolean): Promise<void> {
  const info = runningVersion()
  if (!isJson) return print(versionText(info))
  const migration = (await listMigrations()).at(-1)
  print(JSON.stringify({ ...info, migration, node: process.versions.node }, null, 2))
}
