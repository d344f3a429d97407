import { flushCompileCache } from 'node:module'
import type { Demo } from '../../demo/demo.ts'
import { type Config, onPort } from '../config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { observeProcess } from '../platform/metrics/metrics.ts'
import { hasAnyAgencyUnscoped } from '../rental/access/agencies/agencies.ts'
import { runningVersion, versionText } from '../version.ts'
import { buildApp } from './app.ts'
import { openForMigration } from './backups/open-for-migration.ts'
import { buildConsoleInBackground } from './console/serve-console.ts'
import { openDatabase } from './database.ts'
import { stopOnSignals } from './handle-signals.ts'
import { healthServer } from './health-checks.ts'
import { openRuntime } from './runtime.ts'
import { freePortFrom, listen } from './start/listen.ts'
import { closeAll, openAll } from './start/open-resources.ts'
import { printSetupLink } from './start/print-setup-link.ts'
import { warnAtStart } from './start/warn-at-start.ts'
import { type RunCommand, startWork } from './start-workers.ts'

interface ServeOptions {
  withDemo?: boolean
  /** Runs commands while this process has the embedded database open. */
  runCommand?: RunCommand
}

/**
 * Migrates the database and serves until it is stopped. With an embedded database without an
 * agency, creates the demo and prints how to use it.
 *
 * @throws Error if it cannot start, after closing everything
 */
export async function serve(
  settings: Config,
  { withDemo = false, runCommand }: ServeOptions = {},
): Promise<void> {
  const createsDemo = withDemo && settings.databaseUrl === null
  const demo = createsDemo ? await import('../../demo/demo.ts') : null
  const config = demo === null ? settings : await onFreePort(settings)
  console.log(versionText(runningVersion()))
  await openAll(async opened => {
    let database = await openForMigration(config, { print: console.log })
    opened.database = database
    const applied = await migrate(database, { report: console.log })
    if (applied.length > 0) console.log(`Applied ${applied.length} migrations.`)
    if (await demo?.makeDemo(database, config)) {
      // The memory that the engine needed for all these writes is returned only when it ends.
      await database.close()
      database = await openDatabase(config)
      opened.database = database
    }
    const hasAgency = await hasAnyAgencyUnscoped(database.kysely)
    const { clock } = database
    const runtime = await openRuntime(config, database, clock)
    opened.runtime = runtime
    observeProcess(runtime.metrics)
    const app = await buildApp(runtime)
    opened.app = app
    const { host, port, metricsPort } = config
    if (metricsPort !== null) opened.health = await healthServer(runtime, app.stopping)
    // Before the first response: a supervisor that sees a live process may stop it.
    stopOnSignals(app.log, () => closeAll(opened))
    warnAtStart(runtime, app.log)
    // Before requests: what fails here, as on a full disk, ends the process.
    opened.work = await startWork(runtime, app.log, runCommand)
    const link: string[] = []
    if (!hasAgency) {
      await printSetupLink({ db: database.kysely, clock }, config, line => link.push(line))
    }
    const address = (await demo?.readDemo(config)) ?? null
    await listen(app, { host, port, setting: 'PORT' })
    if (opened.health) {
      await listen(opened.health, { host, port: metricsPort!, setting: 'METRICS_PORT' })
    }
    printAddresses(config, address)
    for (const line of link) console.log(line)
    if (config.console) {
      buildConsoleInBackground(error =>
        app.log.error(
          error,
          'Could not build the console. Everything else works; check the installation',
        ),
      )
    }
  })
  // Otherwise the cache is written at exit, which a killed process does not reach.
  flushCompileCache()
}

/** Uses the next free port, unless PORT is set: 3000 is often in use. */
async function onFreePort(config: Config): Promise<Config> {
  if (config.givenPort !== null) return config
  const port = await freePortFrom(config.host, config.port)
  if (port === config.port) return config
  console.log(`Port ${config.port} is in use: serving on port ${port}`)
  return onPort(config, port)
}

function printAddresses({ publicUrl, queryPage }: Config, demo: Demo | null): void {
  console.log(`Lodgepole is at ${publicUrl}, its reference at ${publicUrl}/docs`)
  console.log(`Console: ${publicUrl}/console`)
  // Demo data of an older version has no manager with a password.
  const { email, password } = demo?.manager ?? {}
  if (email) console.log(`  sign in as ${email}, password ${password}`)
  const key = demo ? `#key=${demo.apiKey}` : ''
  if (queryPage) console.log(`Query page: ${publicUrl}/v2/leadsql${key}`)
  if (demo) console.log(`Demo API key: ${demo.apiKey}\nTry:\n${curlCommand(demo)}`)
}

function curlCommand(demo: { baseUrl: string; apiKey: string; agencyUid: string }): string {
  const query = `{ leads(agencyUid: "${demo.agencyUid}", _limit: 3) { uid leadType status \
firstName checkInDateTimeString order { totalGrossOrderValue currency } property { name } } }`
  return `curl -s ${demo.baseUrl}/v2/leadsql -H 'X-HOSTFULLY-APIKEY: ${demo.apiKey}' -d '${query}'`
}
