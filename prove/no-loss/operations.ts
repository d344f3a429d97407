/** The history of operations over HTTP and of their expected events. */

import type { Call, Client, Outcome } from '../shared/client.ts'
import { type Counts, count } from '../shared/counts.ts'
import type { Query } from '../shared/query.ts'
import type { EventLine } from './expected.ts'

/** The effect in the database of an operation without a response. */
interface Effect {
  /** Null: it leaves no effect that could be detected. */
  isDone: boolean | null
  expectedEvents: EventLine[]
}

export interface Operation {
  name: string
  agencyUid: string
  /** Trace ids of its requests. */
  traces: string[]
  outcome: 'done' | 'refused' | 'unknown'
  /** Expected events in the log; empty unless it succeeded. */
  expectedEvents: EventLine[]
  /** Detects after the run whether it took effect. */
  detect(query: Query): Promise<Effect>
}

/**
 * An operation with its expected events, and the query that detects its effect if the outcome is
 * unknown.
 */
export interface Intent {
  name: string
  call: Call
  expectedEvents(outcome: Outcome): EventLine[]
  detect: Operation['detect']
}

export class OperationHistory {
  readonly all: Operation[] = []
  readonly counts: Counts = new Map()
  /** Responses of 5xx other than 503. */
  readonly failures: string[] = []

  async perform(
    agencyUid: string,
    client: Client,
    { name, call, expectedEvents, detect }: Intent,
  ): Promise<{ outcome: Operation['outcome']; response: Outcome }> {
    const response = await client(call)
    const { status, body, traces } = response
    const isDone = status !== null && status < 300
    const outcome = isDone ? 'done' : status === null ? 'unknown' : 'refused'
    this.all.push({
      name,
      agencyUid,
      traces,
      outcome,
      expectedEvents: isDone ? expectedEvents(response) : [],
      detect,
    })
    count(this.counts, name, outcome === 'refused' ? String(body?.code ?? status) : outcome)
    if (status !== null && status >= 500 && status !== 503) {
      this.failures.push(`${name}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`)
    }
    return { outcome, response }
  }
}
