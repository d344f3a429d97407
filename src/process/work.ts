import type { Config } from '../config.ts'
import { migrate } from '../platform/db/migrate.ts'
import { observeProcess } from '../platform/metrics.ts'
import { openDatabase } from './database.ts'
import { healthServer } from './health.ts'
import { openRuntime } from './runtime.ts'
import { startWork, type Work } from './start-work.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/**
 * Does background work, and nothing else, until told to stop. With METRICS_PORT or PORT it tells
 * of its health there.
 *
 * @throws Error without DATABASE_URL
 */
export async function work(config: Config): Promise<void> {
  if (config.databaseUrl === null) {
    throw new Error(
      'work needs DATABASE_URL: the embedded database belongs to one process, which does its ' +
        'background work itself',
    )
  }
  const database = await openDatabase(config)
  await migrate(database, { tell: console.log })
  const runtime = await openRuntime({ ...config, runWorker: true }, database, database.clock)
  observeProcess(runtime.metrics)
  const { host, givenPort, metricsPort } = config
  const app = await healthServer(runtime)
  let work: Work | null = null
  // Before anybody is answered, so that who sees it live can also stop it.
  stopOnSignals(app.log, async () => {
    await app.close()
    await work?.stop()
    await database.close()
  })
  const port = metricsPort ?? givenPort
  if (port !== null) await app.listen({ host, port })
  for (const warning of config.warnings) app.log.warn(warning)
  work = await startWork(runtime, app.log)
  console.log('Lodgepole works in the background')
}
