/** Calendar data, loaded in tiles of some properties and a quarter when they become visible. */
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { call } from '../api/call.ts'
import { useSession } from '../api/session.tsx'
import { dateOf } from '../shared/days.ts'
import type { CalendarProperty } from '../shared/property.ts'
import { readTile, type Tile } from './nights.ts'

const propertiesPerTile = 50

/** Days per tile: whole weeks, so that a week lies in one tile. */
export const daysPerTile = 91

const concurrentRequestsMax = 3
/** Margins that are loaded below and to the right of the visible range. */
const prefetchedProperties = 20
const prefetchedDays = 28

const cacheMs = 10 * 60_000

export interface TileRange {
  fromProperty: number
  toProperty: number
  /** Day numbers; `toDay` is exclusive. */
  fromDay: number
  toDay: number
}

/** Tiles by `tileKey`. */
export type Tiles = ReadonlyMap<string, Tile>

export function tileKey(property: number, day: number): string {
  return `${Math.floor(property / propertiesPerTile)}/${Math.floor(day / daysPerTile)}`
}

/** Queries the tiles of a range. Returns those that are loaded and the first error. */
export function useTiles(properties: readonly CalendarProperty[], range: TileRange) {
  const { agency } = useSession()
  const client = useQueryClient()
  const requests = useMemo(() => listTileRequests(properties, range), [properties, range])
  const queries = requests.map(tile => tileQuery(agency.uid, tile))
  const combined = useQueries({
    queries,
    combine: useMemo(() => combineResults(requests), [requests]),
  })
  const prefetchRequests = useMemo(
    () => listTileRequests(properties, prefetchRange(range, properties.length)),
    [properties, range],
  )
  useEffect(() => {
    if (combined.isPending) return
    for (const tile of prefetchRequests) void client.prefetchQuery(tileQuery(agency.uid, tile))
  }, [client, agency.uid, prefetchRequests, combined.isPending])
  return combined
}

interface TileRequest {
  key: string
  propertyUids: string[]
  from: string
  to: string
}

function listTileRequests(
  properties: readonly CalendarProperty[],
  range: TileRange,
): TileRequest[] {
  const requests: TileRequest[] = []
  if (properties.length === 0) return requests
  for (
    let i = floorTo(range.fromProperty, propertiesPerTile);
    i < range.toProperty;
    i += propertiesPerTile
  ) {
    const propertyUids = properties
      .slice(i, i + propertiesPerTile)
      .map(({ propertyUid }) => propertyUid)
    for (let day = floorTo(range.fromDay, daysPerTile); day < range.toDay; day += daysPerTile) {
      const [from, to] = [dateOf(day), dateOf(day + daysPerTile - 1)]
      requests.push({ key: tileKey(i, day), propertyUids, from, to })
    }
  }
  return requests
}

function floorTo(value: number, step: number): number {
  return Math.floor(value / step) * step
}

/** Extends a range by the margins that are prefetched. */
function prefetchRange(range: TileRange, count: number): TileRange {
  const { fromProperty, toProperty, fromDay, toDay } = range
  return {
    fromProperty,
    toProperty: Math.min(count, toProperty + prefetchedProperties),
    fromDay,
    toDay: toDay + prefetchedDays,
  }
}

function tileQuery(agencyUid: string, { propertyUids, from, to }: TileRequest) {
  return {
    // The first uid and the number identify the properties; a key with all uids would be long.
    queryKey: ['calendar', agencyUid, from, propertyUids[0], propertyUids.length],
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      limitConcurrency(async () => {
        const query = { agencyUid, from, to, propertyUids }
        const { multiCalendar } = await call('GET /multi-calendar', { query, signal })
        return readTile(multiCalendar)
      }, signal),
    // Tiles contain maps, which structural sharing does not compare.
    structuralSharing: false,
    gcTime: cacheMs,
  }
}

interface Result {
  data: Tile | undefined
  error: unknown
  isPending: boolean
  refetch: () => unknown
}

function combineResults(requests: TileRequest[]) {
  return (results: Result[]) => {
    const failedResult = results.find(({ error }) => error)
    const tiles: Tiles = new Map(
      results.flatMap(({ data }, i) => (data ? [[requests[i]!.key, data] as const] : [])),
    )
    return {
      tiles,
      isPending: results.some(result => result.isPending),
      error: failedResult?.error ?? null,
      retry: () => {
        for (const result of results) if (result.error) result.refetch()
      },
    }
  }
}

let runningCount = 0
const waitingCalls: (() => void)[] = []

/** Limits concurrent requests, so that visible tiles do not wait for many obsolete ones. */
async function limitConcurrency<T>(run: () => Promise<T>, signal: AbortSignal): Promise<T> {
  // Checked again after each wait: a later call may have taken the free place.
  while (runningCount >= concurrentRequestsMax)
    await new Promise<void>(resolve => waitingCalls.push(resolve))
  runningCount++
  try {
    signal.throwIfAborted()
    return await run()
  } finally {
    runningCount--
    waitingCalls.shift()?.()
  }
}
