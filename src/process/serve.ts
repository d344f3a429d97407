import { buildApp } from '../app.ts'
import type { Config } from '../config.ts'
import { makeDemo, readDemo } from '../demo/demo.ts'
import { systemClock } from '../platform/clock.ts'
import { migrate } from '../platform/db/migrate.ts'
import { observeProcess } from '../platform/metrics.ts'
import { openDatabase } from './database.ts'
import { openRuntime } from './runtime.ts'
import { startWork, type Work } from './start-work.ts'
import { stopOnSignals } from './stop-on-signals.ts'

/** Migrates, fills an empty embedded database with the demo, and serves until told to stop. */
export async function serve(config: Config): Promise<void> {
  if (!config.databaseUrl) console.log(`Opening the embedded database in ${config.dataDir} ...`)
  const database = await openDatabase(config)
  const applied = await migrate(database)
  if (applied.length > 0) console.log(`Applied ${applied.length} migrations.`)
  if (!config.databaseUrl) await makeDemo(database, config)
  const runtime = await openRuntime(config, database, systemClock)
  observeProcess(runtime.metrics)
  const app = await buildApp(runtime)
  let work: Work | null = null
  // Before anybody is answered, so that who sees it live can also stop it.
  stopOnSignals(app.log, async () => {
    await app.close()
    await work?.stop()
    await database.close()
  })
  await app.listen({ host: config.host, port: config.port })
  work = await startWork(runtime, app.log)
  await announce(config)
}

async function announce(config: Config): Promise<void> {
  const { publicUrl } = config
  console.log(`Lodgepole is at ${publicUrl}, its reference at ${publicUrl}/docs`)
  const demo = config.databaseUrl ? null : await readDemo(config)
  const key = demo ? `#key=${demo.apiKey}` : ''
  if (config.queryPage) console.log(`Query page: ${publicUrl}/v2/leadsql${key}`)
  if (!demo) return
  // Data that an older version made has nobody who signs in.
  const { email, password } = demo.manager ?? {}
  if (email) console.log(`Demo manager: ${email}, password ${password}`)
  console.log(`Demo API key: ${demo.apiKey}\nTry:\n${curlOf(demo)}`)
}

/** One line that answers a lead query. */
export function curlOf(demo: { baseUrl: string; apiKey: string; agencyUid: string }): string {
  const query = `{ leads(agencyUid: "${demo.agencyUid}", _limit: 3) { uid leadType status \
firstName checkInDateTimeString order { totalGrossOrderValue currency } property { name } } }`
  return `curl -s ${demo.baseUrl}/v2/leadsql -H 'X-HOSTFULLY-APIKEY: ${demo.apiKey}' -d '${query}'`
}
