/** The calendar is read in tiles: some properties for a quarter, each when it comes into sight. */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { dateOf } from './days.ts'
import type { House } from './lines.ts'
import { readTile, type Tile } from './nights.ts'

const housesOfTile = 50

/** A whole number of weeks, so that a week has one tile. */
export const daysOfTile = 91

const atOnce = 3
const keptMs = 10 * 60_000

export interface Sight {
  fromHouse: number
  toHouse: number
  /** Days, counted as all days are. */
  fromDay: number
  toDay: number
}

/** Tiles by the quarter and by the part of the properties. */
export type Tiles = ReadonlyMap<string, Tile>

export function tileName(house: number, day: number): string {
  return `${Math.floor(house / housesOfTile)}/${Math.floor(day / daysOfTile)}`
}

/** The tiles that are in sight, those of them that are there, and what went wrong. */
export function useTiles(houses: readonly House[], sight: Sight) {
  const { agency } = useSession()
  const client = useQueryClient()
  const wanted = useMemo(() => tilesIn(houses, sight), [houses, sight])
  const queries = wanted.map(tile => queryOf(agency.uid, tile))
  const combined = useQueries({ queries, combine: useMemo(() => combine(wanted), [wanted]) })
  const next = useMemo(() => tilesIn(houses, beyond(sight, houses.length)), [houses, sight])
  useEffect(() => {
    if (combined.isPending) return
    for (const tile of next) void client.prefetchQuery(queryOf(agency.uid, tile))
  }, [client, agency.uid, next, combined.isPending])
  return combined
}

interface Wanted {
  name: string
  propertyUids: string[]
  from: string
  to: string
}

function tilesIn(houses: readonly House[], sight: Sight): Wanted[] {
  const wanted: Wanted[] = []
  if (houses.length === 0) return wanted
  for (let i = floorTo(sight.fromHouse, housesOfTile); i < sight.toHouse; i += housesOfTile) {
    const propertyUids = houses.slice(i, i + housesOfTile).map(({ propertyUid }) => propertyUid)
    for (let day = floorTo(sight.fromDay, daysOfTile); day < sight.toDay; day += daysOfTile) {
      const [from, to] = [dateOf(day), dateOf(day + daysOfTile - 1)]
      wanted.push({ name: tileName(i, day), propertyUids, from, to })
    }
  }
  return wanted
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step
}

/** What comes into sight if somebody goes on. */
function beyond(sight: Sight, count: number): Sight {
  const { fromHouse, toHouse, fromDay, toDay } = sight
  return { fromHouse, toHouse: Math.min(count, toHouse + 20), fromDay, toDay: toDay + 28 }
}

function queryOf(agencyUid: string, { propertyUids, from, to }: Wanted) {
  return {
    // The first and the number of them say which they are; all of them would be long.
    queryKey: ['calendar', agencyUid, from, propertyUids[0], propertyUids.length],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      inTurn(async () => {
        const query = { agencyUid, from, to, propertyUids }
        const { multiCalendar } = await call('GET /multi-calendar', { query, signal })
        return readTile(multiCalendar)
      }, signal),
    structuralSharing: false,
    gcTime: keptMs,
  }
}

interface Result {
  data: Tile | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

function combine(wanted: Wanted[]) {
  return (results: Result[]) => {
    const failed = results.find(({ error }) => error)
    const tiles: Tiles = new Map(
      results.flatMap(({ data }, i) => (data ? [[wanted[i]!.name, data] as const] : [])),
    )
    return {
      tiles,
      isPending: results.some(result => result.isPending),
      error: failed?.error ?? null,
      again: () => {
        for (const result of results) if (result.error) result.refetch()
      },
    }
  }
}

let running = 0
const waiting: (() => void)[] = []

/** Few at once, so that what is in sight need not wait for what was. */
async function inTurn<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
  while (running >= atOnce) await new Promise<void>(resolve => waiting.push(resolve))
  running++
  try {
    signal.throwIfAborted()
    return await work()
  } finally {
    running--
    waiting.shift()?.()
  }
}
