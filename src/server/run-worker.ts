import type { Config } from '../config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { observeProcess } from '../platform/metrics/metrics.ts'
import { runningVersion, versionText } from '../version.ts'
import { openDatabase } from './database.ts'
import { stopOnSignals } from './handle-signals.ts'
import { healthServer } from './health-checks.ts'
import { openRuntime } from './runtime.ts'
import { listen } from './start/listen.ts'
import { closeAll, openAll } from './start/open-resources.ts'
import { warnAtStart } from './start/warn-at-start.ts'
import { startWork } from './start-workers.ts'

/**
 * Runs background work only, until it is stopped. Serves health and metrics on METRICS_PORT or
 * PORT.
 *
 * @throws Error without DATABASE_URL, or if it cannot start, after closing everything
 */
export async function runWorkers(config: Config): Promise<void> {
  if (config.databaseUrl === null) {
    throw new Error(
      'work requires DATABASE_URL: with the embedded database, serve does the background work',
    )
  }
  console.log(versionText(runningVersion()))
  await openAll(async opened => {
    const database = await openDatabase(config)
    opened.database = database
    await migrate(database, { report: console.log })
    const runtime = await openRuntime({ ...config, runWorker: true }, database, database.clock)
    opened.runtime = runtime
    observeProcess(runtime.metrics)
    const { host, givenPort, metricsPort } = config
    const app = await healthServer(runtime)
    opened.app = app
    // Before the first response: a supervisor that sees a live process may stop it.
    stopOnSignals(app.log, () => closeAll(opened))
    const port = metricsPort ?? givenPort
    const setting = metricsPort === null ? 'PORT' : 'METRICS_PORT'
    warnAtStart(runtime, app.log)
    opened.work = await startWork(runtime, app.log)
    if (port !== null) await listen(app, { host, port, setting })
    console.log('Lodgepole is running background work')
  })
}
