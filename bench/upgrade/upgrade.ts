import { setTimeout as sleep } from 'node:timers/promises'
import { releaseRowsSql } from '../../test/support/databases/release-rows.sql.ts'
import { migrateToRelease } from '../../test/support/databases/releases.ts'
import { startWriters } from '../../test/support/databases/upgrade-writers.ts'
import { serverSettings } from '../../test/support/lodgepole.ts'
import { query, startPostgres } from '../../test/support/postgres.ts'
import { printTable } from '../../test/support/print.ts'
import { start } from '../../test/support/processes.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import type { Options } from '../support/options.ts'

const release = '0.1.0'
const leadsDefault = 200_000
const writesPerSecond = 20
/** Time for which clients write before and after the migration, in milliseconds. */
const marginMs = 2_000
const heldMaxMs = 2_000

/** Migrates a database of release 0.1.0 while clients write, and measures how long these wait. */
export async function upgrade({ leadsMax }: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const { url } = await startPostgres(cleanup, { durable: true })
    const leads = Math.min(leadsMax, leadsDefault)
    await migrateToRelease(url, release)
    await query(url, releaseRowsSql(leads))
    await query(url, 'vacuum (analyze)')
    const [size] = await query(url, 'select pg_database_size(current_database()) / 1048576 as mb')
    const env = await serverSettings(cleanup, url)
    const stop = startWriters(url, writesPerSecond)
    await sleep(marginMs)
    const started = performance.now()
    const migration = start(cleanup, process.execPath, ['src/main.ts', 'migrate'], { env })
    while (migration.exited() === null) await sleep(20)
    const seconds = (performance.now() - started) / 1000
    await sleep(marginMs)
    const { writes, longestMs, refused } = await stop()
    if (migration.exited() !== 0) throw new Error(migration.output())
    console.log(migration.output())
    const headings = ['leads', 'MB', 'migration s', 'writes', 'longest wait ms', 'refused']
    const row = [leads, Number(size!.mb), seconds.toFixed(1), writes, longestMs.toFixed(0)]
    printTable(headings, [[...row, refused.length]])
    for (const error of new Set(refused)) console.log(`refused: ${error}`)
    console.log(`RATIO upgrade.held ${(longestMs / heldMaxMs).toFixed(2)}`)
  })
}
