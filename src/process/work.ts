import type { Config } from '../config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { observeProcess } from '../platform/metrics.ts'
import { openDatabase } from './database.ts'
import { healthServer } from './health.ts'
import { openRuntime } from './runtime.ts'
import { listen } from './start/listen.ts'
import { closeAll, openAll } from './start/opened.ts'
import { warnAtStart } from './start/warn-at-start.ts'
import { startWork } from './start-work.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/**
 * Does background work, and nothing else, until told to stop. With METRICS_PORT or PORT it tells
 * of its health there.
 *
 * @throws Error without DATABASE_URL, or when it cannot start; nothing is left open then
 */
export async function work(config: Config): Promise<void> {
  if (config.databaseUrl === null) {
    throw new Error(
      'work requires DATABASE_URL: with the embedded database, serve does the ' + 'background work',
    )
  }
  await openAll(async opened => {
    const database = await openDatabase(config)
    opened.database = database
    await migrate(database, { tell: console.log })
    const runtime = await openRuntime({ ...config, runWorker: true }, database, database.clock)
    opened.runtime = runtime
    observeProcess(runtime.metrics)
    const { host, givenPort, metricsPort } = config
    const app = await healthServer(runtime)
    opened.app = app
    // Before the first response, so that a supervisor that sees it live can also stop it.
    stopOnSignals(app.log, () => closeAll(opened))
    const port = metricsPort ?? givenPort
    const setting = metricsPort === null ? 'PORT' : 'METRICS_PORT'
    if (port !== null) await listen(app, { host, port, setting })
    warnAtStart(runtime, app.log)
    opened.work = await startWork(runtime, app.log)
    console.log('Lodgepole is running background work')
  })
}
