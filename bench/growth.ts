import { statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { migrate } from '../test/support/lodgepole.ts'
import { type Postgres, query, startPostgres } from '../test/support/postgres.ts'
import { printRatio, printTable } from '../test/support/print.ts'
import { type Cleanup, withCleanup } from '../test/support/temporary.ts'
import { type Call, type Figures, medianOf, startLoad } from './support/load.ts'
import { readLongAnswer, residentBytes } from './support/long-answer.ts'
import type { Options } from './support/options.ts'
import {
  loadRows,
  measuredAgency,
  measuredSizes,
  type PropertyGroup,
  type Rows,
} from './support/rows.ts'
import { type OurServer, send, startOurs } from './support/servers.ts'

const databaseSizes = [100_000, 1_000_000, 10_000_000]
/** The one whose measured agency has as many leads as are to be answered at once. */
const answeredSize = 1_000_000
/** What a lead takes on the disk with its order, their indexes and what is written to make them. */
const bytesPerLead = 4_000
const rounds = 3
const otherAgencies = 20
const memoryGrowthMaxMb = 100
const slowMbPerSecond = 8
const bytesPerMb = 1_048_576

interface Grown {
  leads: number
  url: string
  rows: Rows
  /** As it is by itself, and one that keeps no answers. */
  servers: { kept: OurServer; anew: OurServer }
}

/** The same answers from ever larger databases, and one answer of 100,000 leads. */
export async function growth(options: Options): Promise<void> {
  await withCleanup(async cleanup => {
    const postgres = await startPostgres(cleanup)
    const databases: Grown[] = []
    for (const leads of databaseSizes.filter(leads => leads <= options.most)) {
      if (hasRoom(leads)) databases.push(await grow(cleanup, postgres, leads))
    }
    await measure(cleanup, databases, options.seconds)
    const answered = databases.find(({ leads }) => leads === answeredSize)
    if (answered) await readEverything(cleanup, answered)
  })
}

/** Whether the disk has room for so many leads; if not it is said. */
function hasRoom(leads: number): boolean {
  const { bavail, bsize } = statfsSync(tmpdir())
  const [free, needed] = [bavail * bsize, leads * bytesPerLead].map(bytes => bytes / 1e9)
  if (free! > needed!) return true
  const room = `${tmpdir()}, which has ${free!.toFixed(0)}`
  console.log(`${leads} leads are left out: they need ${needed} GB of ${room}`)
  return false
}

/** A database of its own for each size, so that the sizes can be asked in turn. */
async function grow(cleanup: Cleanup, postgres: Postgres, leads: number): Promise<Grown> {
  const name = `leads_${leads}`
  await query(postgres.url, `create database ${name}`)
  const url = postgres.url.replace(/[^/]+$/, name)
  await migrate(cleanup, url)
  const started = performance.now()
  const rows = await loadRows(url, groupsOf(leads))
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${name}: ${rows.leads} leads, ${rows.orders} orders, loaded in ${seconds} s`)
  const settings = { ANSWER_MEMORY_MB: '0' }
  const kept = await startOurs(cleanup, url, rows)
  const anew = await startOurs(cleanup, url, rows, { name: 'made anew', settings })
  return { leads, url, rows, servers: { kept, anew } }
}

/** A tenth of the leads, at least 5,000, is the measured agency's; the others share the rest. */
function groupsOf(leads: number): PropertyGroup[] {
  const own = Math.max(5_000, leads / 10)
  const rest = own - measuredSizes.reduce((sum, size) => sum + size, 0)
  const others = Array.from({ length: otherAgencies }, (_, i) => ({
    agency: measuredAgency + 1 + i,
    properties: (leads - own) / otherAgencies / 250,
    leadsEach: 250,
  }))
  return [
    { agency: measuredAgency, properties: Math.floor(rest / 200), leadsEach: 200 },
    { agency: measuredAgency, properties: 1, leadsEach: rest % 200 },
    ...others,
  ]
}

const ways = ['anew', 'kept'] as const

function callsOf({ servers, rows }: Grown, way: (typeof ways)[number]): Record<string, Call> {
  const server = servers[way]
  const bySize = measuredSizes.map(size => [String(size), server.call(rows.propertyUids[size])])
  const newest = server.callWith(`agencyUid: "${rows.agencyUid}", _limit: 100`)
  return Object.fromEntries([...bySize, ['agency', newest]])
}

/** Asks the databases in turn, one connection, so that a noisy minute hits every size alike. */
async function measure(cleanup: Cleanup, databases: Grown[], seconds: number): Promise<void> {
  const load = startLoad(cleanup)
  const table: (string | number)[][] = []
  const ratios: [string, number][] = []
  for (const way of ways) {
    for (const kind of Object.keys(callsOf(databases[0]!, way))) {
      const figures = databases.map((): Figures[] => [])
      for (let round = -1; round < rounds; round++) {
        for (const [i, database] of databases.entries()) {
          const seen = await load(callsOf(database, way)[kind]!, 1, seconds)
          if (round >= 0) figures[i]!.push(seen)
        }
      }
      const medians = figures.map(rounds => medianOf(rounds))
      medians.forEach(({ p50, p99, bytesMax }, i) => {
        const { leads, servers } = databases[i]!
        const residentMb = residentBytes(servers[way].process.pid) / bytesPerMb
        const shown = [p50.toFixed(2), p99.toFixed(2), bytesMax, residentMb.toFixed(0)]
        table.push([kind, way, leads, ...shown])
      })
      const name = `growth.${kind}${way === 'kept' ? '.kept' : ''}`
      ratios.push([name, medians.at(-1)!.p50 / medians[0]!.p50])
    }
  }
  printTable(['leads answered', '', 'leads held', 'p50 ms', 'p99 ms', 'bytes', 'MB'], table)
  for (const [name, ratio] of ratios) printRatio(name, ratio)
}

/** All leads of the measured agency in one answer of a fresh server, to a fast and a slow one. */
async function readEverything(cleanup: Cleanup, { url, rows }: Grown): Promise<void> {
  const server = await startOurs(cleanup, url, rows)
  for (let i = 0; i < 50; i++) await send(server.call(rows.propertyUids[100]))
  const call = server.callWith(`agencyUid: "${rows.agencyUid}"`)
  const table: (string | number)[][] = []
  for (const speed of [Number.POSITIVE_INFINITY, slowMbPerSecond]) {
    const seen = await readLongAnswer(call, server.process.pid, speed)
    const wanted = answeredSize / 10
    if (seen.leads !== wanted) throw new Error(`${seen.leads} leads instead of ${wanted}`)
    const reader = Number.isFinite(speed) ? `${speed} MB/s` : 'as fast as it goes'
    const memory = [seen.rssBeforeMb, seen.rssGrowthMb].map(megabytes => megabytes.toFixed(0))
    table.push([reader, seen.leads, seen.bytes, seen.seconds.toFixed(1), ...memory])
    const name = Number.isFinite(speed) ? 'slow' : 'fast'
    console.log(`RATIO growth.memory.${name} ${(seen.rssGrowthMb / memoryGrowthMaxMb).toFixed(2)}`)
  }
  printTable(['reader', 'leads', 'bytes', 'seconds', 'RSS before MB', 'RSS growth MB'], table)
}
