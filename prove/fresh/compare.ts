/** Compares what servers that keep answers say with what is made anew. */
import type { Answer, TestServer } from '../../test/support/server.ts'
import { mayBeAway, type Workers } from '../shared/workers.ts'
import type { Read } from './reads.ts'

/** A server that keeps answers. */
export interface Keeper {
  request: TestServer['request']
  setClock(now: Date): Promise<void>
}

export interface Ground {
  /** A server that keeps no answer; its clock is the one that counts. */
  judge: TestServer
  /** Those that can be asked now. */
  keepers(): Keeper[]
  /** One of them is cut off while it is written; none: the database has none, or none that may. */
  workers?: Workers | null
  /** Chooses among several; what is tried follows from it. */
  random(below: number): number
  /** How many of the reads a round asks for, chosen anew each time; none: all. */
  readsMax?: number
}

export interface RoundVerdict {
  comparisons: number
  /** Answers of 503, since a worker is cut off. */
  away: number
  /** Answers that were not those of the moment. */
  stale: string[]
  failed: string[]
}

export type Caller = { name: string; key: string }

interface Asked {
  reads: Read[]
  callers: Caller[]
  what: string
}

/** Asks for all of them of everybody, and of the judge, and notes what differs. */
export async function compare(ground: Ground, asked: Asked, verdict: RoundVerdict): Promise<void> {
  const { reads, callers, what } = asked
  for (const caller of callers) {
    await Promise.all(
      reads.map(async read => {
        const fresh = await ask(ground.judge.request, read, caller)
        if (isAway(fresh)) verdict.away++
        for (const keeper of ground.keepers()) {
          verdict.comparisons++
          const text = await differing(ground, keeper, read, caller, fresh)
          if (text) verdict.stale.push(`${caller.name}, ${read.path}, ${what}: ${text}`)
        }
      }),
    )
  }
}

/** What a keeper answers otherwise than the judge, again and again; null: nothing. */
async function differing(
  ground: Ground,
  keeper: Keeper,
  read: Read,
  caller: Caller,
  fresh: Answer,
): Promise<string | null> {
  let judged = fresh
  for (let tried = 1; ; tried++) {
    const kept = await ask(keeper.request, read, caller).catch(() => null)
    // Its process is gone: the next one keeps nothing yet.
    if (kept === null || sameAnswer(kept, judged)) return null
    if (tried === 3) return `${differenceOf(kept.text, judged.text)}`
    // What a killed process had begun to commit may have come through since.
    judged = await ask(ground.judge.request, read, caller)
  }
}

function sameAnswer(a: Answer, b: Answer): boolean {
  if (a.status !== b.status || a.status >= 400) return a.status === b.status
  return timeless(a.text) === timeless(b.text)
}

/** Whether nothing was done since a node of it may be away. */
export const isAway = ({ status }: Answer) => mayBeAway && status === 503

/** Every refusal has a uid of its own. */
function timeless(text: string): string {
  return text.replace(/("status":\d+,"uid":)"[^"]*"/g, '$1')
}

/** Where two texts part. */
function differenceOf(kept: string, fresh: string): string {
  let i = 0
  while (i < kept.length && kept[i] === fresh[i]) i++
  const around = (text: string) => text.slice(Math.max(0, i - 60), i + 60)
  return `kept …${around(kept)}… but is …${around(fresh)}…`
}

export function ask(request: TestServer['request'], { method, path, body }: Read, { key }: Caller) {
  return request(method, path, { key, ...(body ? { body } : {}) })
}
