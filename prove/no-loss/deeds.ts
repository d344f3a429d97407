/** What was done over HTTP and what has to be told of it, to be compared with the log. */
import type { Ask } from '../shared/ask.ts'
import type { Call, Client, Outcome } from '../shared/client.ts'
import { type Counts, count } from '../shared/counts.ts'
import type { Told } from './expected.ts'

/** What the database says of an act whose answer nobody knows. */
export interface Trace {
  /** Null: it leaves nothing by which it could be told. */
  isDone: boolean | null
  told: Told[]
}

/** An act that was tried. */
export interface Deed {
  name: string
  agencyUid: string
  /** Its requests. */
  traces: string[]
  outcome: 'done' | 'refused' | 'unknown'
  /** What the log has to tell of it, if it was done. */
  told: Told[]
  /** Looks whether it was done, once everything has come to rest. */
  look(ask: Ask): Promise<Trace>
}

/** How an act ends: what is told of it if it succeeds, and where it shows if nobody knows. */
export interface Intent {
  name: string
  call: Call
  told(outcome: Outcome): Told[]
  look: Deed['look']
}

export class Deeds {
  readonly all: Deed[] = []
  readonly counts: Counts = new Map()
  /** Answers with a 5xx other than 503. */
  readonly failures: string[] = []

  /** Does something and writes down what came of it. */
  async perform(
    agencyUid: string,
    client: Client,
    { name, call, told, look }: Intent,
  ): Promise<{ outcome: Deed['outcome']; answer: Outcome }> {
    const answer = await client(call)
    const { status, body, traces } = answer
    const isDone = status !== null && status < 300
    const outcome = isDone ? 'done' : status === null ? 'unknown' : 'refused'
    this.all.push({ name, agencyUid, traces, outcome, told: isDone ? told(answer) : [], look })
    count(this.counts, name, outcome === 'refused' ? String(body?.code ?? status) : outcome)
    if (status !== null && status >= 500 && status !== 503) {
      this.failures.push(`${name}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`)
    }
    return { outcome, answer }
  }
}
