/** Compares cached responses with those of a reference server without a cache. */
import type { TestResponse, TestServer } from '../../test/support/server.ts'
import { mayBeUnavailable, type Workers } from '../shared/workers.ts'
import type { Read } from './reads.ts'

export interface CachingServer {
  request: TestServer['request']
  setClock(now: Date): Promise<void>
}

export interface RunContext {
  /** Server without a cache, whose responses are the expected ones. */
  reference: TestServer
  /** Caching servers that accept requests now. */
  servers(): CachingServer[]
  /** Workers of which one is disconnected during writes; null: none may be. */
  workers?: Workers | null
  /** Returns a pseudorandom integer below a bound. */
  random(below: number): number
  /** Maximum number of reads per round, chosen at random; absent: all. */
  readsMax?: number
}

export interface RoundVerdict {
  comparisons: number
  /** Responses of 503, because a worker is disconnected. */
  unavailable: number
  /** Cached responses that differ from uncached ones. */
  stale: string[]
  failed: string[]
}

export type Caller = { name: string; key: string }

interface Comparison {
  reads: Read[]
  callers: Caller[]
  label: string
}

/**
 * Requests all reads as all callers from all servers and the reference server, and records
 * differences.
 */
export async function compare(
  context: RunContext,
  comparison: Comparison,
  verdict: RoundVerdict,
): Promise<void> {
  const { reads, callers, label } = comparison
  for (const caller of callers) {
    await Promise.all(
      reads.map(async read => {
        const uncached = await send(context.reference.request, read, caller)
        if (isUnavailable(uncached)) verdict.unavailable++
        for (const server of context.servers()) {
          verdict.comparisons++
          const text = await findDifference(context, server, read, caller, uncached)
          if (text) verdict.stale.push(`${caller.name}, ${read.path}, ${label}: ${text}`)
        }
      }),
    )
  }
}

/** Returns the difference that persists between a server and the reference server; null: none. */
async function findDifference(
  context: RunContext,
  server: CachingServer,
  read: Read,
  caller: Caller,
  uncached: TestResponse,
): Promise<string | null> {
  let expected = uncached
  for (let attempt = 1; ; attempt++) {
    const cached = await send(server.request, read, caller).catch(() => null)
    // Null: its process was killed, and the next one has an empty cache.
    if (cached === null || isSameResponse(cached, expected)) return null
    if (attempt === 3) return `${describeDifference(cached.text, expected.text)}`
    // A killed process may have committed since.
    expected = await send(context.reference.request, read, caller)
  }
}

function isSameResponse(a: TestResponse, b: TestResponse): boolean {
  if (a.status !== b.status || a.status >= 400) return a.status === b.status
  return withoutErrorUids(a.text) === withoutErrorUids(b.text)
}

/** Returns whether a request was not executed because a node may be disconnected. */
export const isUnavailable = ({ status }: TestResponse) => mayBeUnavailable && status === 503

/** Removes the uids of errors, which differ in each response. */
function withoutErrorUids(text: string): string {
  return text.replace(/("status":\d+,"uid":)"[^"]*"/g, '$1')
}

/** Returns excerpts of two texts at their first difference. */
function describeDifference(cached: string, uncached: string): string {
  let i = 0
  while (i < cached.length && cached[i] === uncached[i]) i++
  const excerpt = (text: string) => text.slice(Math.max(0, i - 60), i + 60)
  return `cached …${excerpt(cached)}… but uncached …${excerpt(uncached)}…`
}

export function send(
  request: TestServer['request'],
  { method, path, body }: Read,
  { key }: Caller,
) {
  return request(method, path, { key, ...(body ? { body } : {}) })
}
