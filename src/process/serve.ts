import { flushCompileCache } from 'node:module'
import type { Demo } from '../../demo/demo.ts'
import { buildApp } from '../app.ts'
import { type Config, onPort } from '../config.ts'
import { buildConsoleSoon } from '../console.ts'
import { migrate } from '../platform/db/migrate.ts'
import { observeProcess } from '../platform/metrics.ts'
import { hasAnyAgencyUnscoped } from '../rental/access/agencies/agencies.ts'
import { openDatabase } from './database.ts'
import { healthServer } from './health.ts'
import { openRuntime } from './runtime.ts'
import { freePortFrom, listen } from './start/listen.ts'
import { closeAll, openAll } from './start/opened.ts'
import { warnAtStart } from './start/warn-at-start.ts'
import { type RunCommand, startWork } from './start-work.ts'
import { stopOnSignals } from './stop-on-signals.ts'

interface ServeOptions {
  withDemo?: boolean
  /** What is done for commands while this process has the embedded database open. */
  runCommand?: RunCommand
}

/**
 * Migrates and serves until told to stop. A demo, which only an embedded database gets, is made
 * where there is no agency yet, and how to use it is told.
 *
 * @throws Error when it cannot start; nothing is left open then
 */
export async function serve(
  given: Config,
  { withDemo = false, runCommand }: ServeOptions = {},
): Promise<void> {
  const showsDemo = withDemo && given.databaseUrl === null
  const demo = showsDemo ? await import('../../demo/demo.ts') : null
  const config = demo === null ? given : await onFreePort(given)
  await openAll(async opened => {
    const database = await openDatabase(config)
    opened.database = database
    const applied = await migrate(database, { tell: console.log })
    if (applied.length > 0) console.log(`Applied ${applied.length} migrations.`)
    await demo?.makeDemo(database, config)
    const hasAgency = await hasAnyAgencyUnscoped(database.kysely)
    const runtime = await openRuntime(config, database, database.clock)
    opened.runtime = runtime
    observeProcess(runtime.metrics)
    const app = await buildApp(runtime)
    opened.app = app
    const { host, port, metricsPort } = config
    if (metricsPort !== null) opened.health = await healthServer(runtime, app.stopping)
    // Before the first response, so that a supervisor that sees it live can also stop it.
    stopOnSignals(app.log, () => closeAll(opened))
    await listen(app, { host, port, setting: 'PORT' })
    if (opened.health) {
      await listen(opened.health, { host, port: metricsPort!, setting: 'METRICS_PORT' })
    }
    warnAtStart(runtime, app.log)
    opened.work = await startWork(runtime, app.log, runCommand)
    announce(config, (await demo?.readDemo(config)) ?? null)
    if (!hasAgency) console.log(firstSteps(config))
    if (config.console) {
      buildConsoleSoon(error =>
        app.log.error(
          error,
          'Could not build the console. Everything else works; check the installation',
        ),
      )
    }
  })
  // What has been compiled would be kept at the end only, to which not every process comes.
  flushCompileCache()
}

/** Settings with the next free port, unless PORT is set: a newcomer's 3000 is often in use. */
async function onFreePort(config: Config): Promise<Config> {
  if (config.givenPort !== null) return config
  const port = await freePortFrom(config.host, config.port)
  if (port === config.port) return config
  console.log(`Port ${config.port} is in use: serving on port ${port}`)
  return onPort(config, port)
}

function announce({ publicUrl, queryPage }: Config, demo: Demo | null): void {
  console.log(`Lodgepole is at ${publicUrl}, its reference at ${publicUrl}/docs`)
  console.log(`Console: ${publicUrl}/console`)
  // Data that an older version made has nobody who signs in.
  const { email, password } = demo?.manager ?? {}
  if (email) console.log(`  sign in as ${email}, password ${password}`)
  const key = demo ? `#key=${demo.apiKey}` : ''
  if (queryPage) console.log(`Query page: ${publicUrl}/v2/leadsql${key}`)
  if (demo) console.log(`Demo API key: ${demo.apiKey}\nTry:\n${curlOf(demo)}`)
}

/** How somebody who has a server and nothing in it gets an agency. */
function firstSteps({ databaseUrl, publicUrl }: Config): string {
  const isOpen = databaseUrl === null
  return `There is no agency yet. Create one, and an API key for it:
  node src/main.ts agency create --name 'Pine Lodges'
  node src/main.ts key create --agency <uid> --name first
Then create its first administrator, who signs in at ${publicUrl}/console and invites the others:
  node src/main.ts employee create --agency <uid> --role ADMIN --email <address> \\
    --first-name <name> --last-name <name>
Or ${isOpen ? 'stop this server and ' : ''}create a demo agency, to look around:
  node src/main.ts demo`
}

/** One line that answers a lead query. */
export function curlOf(demo: { baseUrl: string; apiKey: string; agencyUid: string }): string {
  const query = `{ leads(agencyUid: "${demo.agencyUid}", _limit: 3) { uid leadType status \
firstName checkInDateTimeString order { totalGrossOrderValue currency } property { name } } }`
  return `curl -s ${demo.baseUrl}/v2/leadsql -H 'X-HOSTFULLY-APIKEY: ${demo.apiKey}' -d '${query}'`
}
