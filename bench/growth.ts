import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { migrate } from '../test/support/lodgepole.ts'
import { type Postgres, query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import { readLargeResponse, residentBytes } from './support/large-response.ts'
import { type Call, type Figures, medianFigures, startLoad } from './support/load.ts'
import type { Options } from './support/options.ts'
import {
  loadRows,
  measuredAgency,
  measuredSizes,
  type PropertyGroup,
  type Rows,
} from './support/rows.ts'
import { type LodgepoleServer, send, startLodgepole } from './support/servers.ts'

const databaseSizes = [100_000, 1_000_000, 10_000_000]
/** Size of the database for the large response, a tenth of its leads. */
const largeResponseSize = 1_000_000
/** Disk space of a lead with its order, their indexes and temporary data, in bytes. */
const bytesPerLead = 4_000
const rounds = 3
const otherAgencies = 20
const memoryGrowthMaxMb = 100
const slowMbPerSecond = 8
const bytesPerMb = 1_048_576

interface SizedDatabase {
  leads: number
  url: string
  rows: Rows
  /** Servers with and without a response cache. */
  servers: { cached: LodgepoleServer; uncached: LodgepoleServer }
}

/** Measures the same responses on databases of growing size, and one response of 100,000 leads. */
export async function growth(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    const databases: SizedDatabase[] = []
    for (const leads of databaseSizes.filter(leads => leads <= options.leadsMax)) {
      if (hasRoom(leads)) databases.push(await createDatabase(cleanup, postgres, leads))
    }
    await measure(cleanup, databases, options.seconds)
    const largeDatabase = databases.find(({ leads }) => leads === largeResponseSize)
    if (largeDatabase) await measureLargeResponse(cleanup, largeDatabase)
  })
}

/** Returns whether the disk has room for a database, and prints a message if not. */
function hasRoom(leads: number): boolean {
  const { bavail, bsize } = statfsSync(tmpdir())
  const [free, needed] = [bavail * bsize, leads * bytesPerLead].map(bytes => bytes / 1e9)
  if (free! > needed!) return true
  const room = `${tmpdir()}, which has ${free!.toFixed(0)}`
  console.log(`${leads} leads are skipped: they need ${needed} GB of ${room}`)
  return false
}

/** Creates a separate database for each size, to measure the sizes in turn. */
async function createDatabase(
  cleanup: Cleanup,
  postgres: Postgres,
  leads: number,
): Promise<SizedDatabase> {
  const name = `leads_${leads}`
  await query(postgres.url, `create database ${name}`)
  const url = postgres.url.replace(/[^/]+$/, name)
  await migrate(cleanup, url)
  const started = performance.now()
  const rows = await loadRows(url, createGroups(leads))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${name}: ${rows.leads} leads, ${rows.orders} orders, loaded in ${seconds} s`)
  const settings = { RESPONSE_CACHE_MB: '0' }
  const cached = await startLodgepole(cleanup, url, rows)
  const uncached = await startLodgepole(cleanup, url, rows, { name: 'uncached', settings })
  return { leads, url, rows, servers: { cached, uncached } }
}

/** Assigns a tenth of the leads, at least 5,000, to the measured agency, the rest to others. */
function createGroups(leads: number): PropertyGroup[] {
  const own = Math.max(5_000, leads / 10)
  const rest = own - measuredSizes.reduce((sum, size) => sum + size, 0)
  const others = Array.from({ length: otherAgencies }, (_, i) => ({
    agency: measuredAgency + 1 + i,
    properties: (leads - own) / otherAgencies / 250,
    leadsPerProperty: 250,
  }))
  return [
    { agency: measuredAgency, properties: Math.floor(rest / 200), leadsPerProperty: 200 },
    { agency: measuredAgency, properties: 1, leadsPerProperty: rest % 200 },
    ...others,
  ]
}

const variants = ['uncached', 'cached'] as const

function createCalls(
  { servers, rows }: SizedDatabase,
  variant: (typeof variants)[number],
): Record<string, Call> {
  const server = servers[variant]
  const bySize = measuredSizes.map(size => [String(size), server.call(rows.propertyUids[size])])
  const newest = server.callWith(`agencyUid: "${rows.agencyUid}", _limit: 100`)
  return Object.fromEntries([...bySize, ['agency', newest]])
}

/** Measures the databases alternately over one connection, so that other load affects all alike. */
async function measure(
  cleanup: Cleanup,
  databases: SizedDatabase[],
  seconds: number,
): Promise<void> {
  const load = startLoad(cleanup)
  const table: (string | number)[][] = []
  const ratios: [string, number][] = []
  for (const variant of variants) {
    for (const kind of Object.keys(createCalls(databases[0]!, variant))) {
      const figures = databases.map((): Figures[] => [])
      for (let round = -1; round < rounds; round++) {
        for (const [i, database] of databases.entries()) {
          const result = await load(createCalls(database, variant)[kind]!, 1, seconds)
          if (round >= 0) figures[i]!.push(result)
        }
      }
      const medians = figures.map(rounds => medianFigures(rounds))
      medians.forEach(({ p50, p99, bytesMax }, i) => {
        const { leads, servers } = databases[i]!
        const residentMb = residentBytes(servers[variant].process.pid) / bytesPerMb
        const cells = [p50.toFixed(2), p99.toFixed(2), bytesMax, residentMb.toFixed(0)]
        table.push([kind, variant, leads, ...cells])
      })
      const name = `growth.${kind}${variant === 'cached' ? '.kept' : ''}`
      ratios.push([name, medians.at(-1)!.p50 / medians[0]!.p50])
    }
  }
  printTable(['leads returned', 'cache', 'leads stored', 'p50 ms', 'p99 ms', 'bytes', 'MB'], table)
  for (const [name, ratio] of ratios) printRatio(name, ratio)
}

/**
 * Reads all leads of the measured agency in one response of a fresh server, with a fast and a slow
 * client.
 */
async function measureLargeResponse(cleanup: Cleanup, { url, rows }: SizedDatabase): Promise<void> {
  const server = await startLodgepole(cleanup, url, rows)
  for (let i = 0; i < 50; i++) await send(server.call(rows.propertyUids[100]))
  const call = server.callWith(`agencyUid: "${rows.agencyUid}"`)
  const table: (string | number)[][] = []
  for (const speed of [Number.POSITIVE_INFINITY, slowMbPerSecond]) {
    const result = await readLargeResponse(call, server.process.pid, speed)
    const expected = largeResponseSize / 10
    if (result.leads !== expected) throw new Error(`${result.leads} leads instead of ${expected}`)
    const reader = Number.isFinite(speed) ? `${speed} MB/s` : 'unlimited'
    const memory = [result.rssBeforeMb, result.rssGrowthMb].map(megabytes => megabytes.toFixed(0))
    table.push([reader, result.leads, result.bytes, result.seconds.toFixed(1), ...memory])
    const name = Number.isFinite(speed) ? 'slow' : 'fast'
    console.log(
      `RATIO growth.memory.${name} ${(result.rssGrowthMb / memoryGrowthMaxMb).toFixed(2)}`,
    )
  }
  printTable(['reader', 'leads', 'bytes', 'seconds', 'RSS before MB', 'RSS growth MB'], table)
}
