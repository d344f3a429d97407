/** What the answers have said, kept beside the database to be compared with it in the end. */

import type { Act, SeenLead } from './acts.ts'
import type { AnswerBody, LeadBody, Outcome } from './shared/client.ts'
import { type Counts, count } from './shared/counts.ts'

/** An act on a lead: what a success, or nobody's knowing, may have left. */
export interface Entry {
  sentAt: number
  answeredAt: number
  /** The lead in the answer, GONE after a deletion; null: there was no answer. */
  left: SeenLead | 'GONE' | null
  leaves: readonly string[]
}

export interface KnownLead {
  seen: SeenLead
  entries: Entry[]
  /** Its timer was made to end soon. */
  isShortened: boolean
  /** It is in a race: nobody else touches it. */
  isRacing: boolean
}

export class Ledger {
  readonly leads = new Map<string, KnownLead>()
  /** How many leads a creation has made, by its tag. */
  readonly creations = new Map<string, number>()
  readonly counts: Counts = new Map()
  /** Leads that somebody was told are not there. */
  readonly missing = new Set<string>()
  /** Answers with a 5xx. */
  readonly failures: string[] = []
  /** Refusals of something else than the state of the lead or the nights. */
  readonly strange: string[] = []
  /** Uids of leads by the status they were seen in last. */
  readonly #byStatus = new Map<string, Set<string>>()

  /** Writes down what came of a creation, and gives the lead, of a group the main one. */
  creation(name: string, tag: string, outcome: Outcome, isRacing: boolean): SeenLead | null {
    const isMade = this.#answer(name, outcome, 201)
    const made = isMade ? madeLeads(outcome.body!) : []
    this.creations.set(tag, made.length)
    for (const seen of made) {
      this.leads.set(seen.uid, { seen, entries: [], isShortened: false, isRacing })
      this.#note(seen.uid, { ...outcome, left: seen, leaves: [seen.status] })
    }
    return made[0] ?? null
  }

  /** Writes down what came of an act on a lead; says whether it succeeded. */
  act(act: Pick<Act, 'name' | 'leaves'>, leadUid: string, outcome: Outcome): boolean {
    const isGone = act.leaves.includes('GONE')
    const isDone = this.#answer(act.name, outcome, isGone ? 204 : 200)
    if (outcome.body?.code === 'LEAD_NOT_FOUND') this.missing.add(leadUid)
    if (!isDone && outcome.status !== null) return false
    const left = outcome.status === null ? null : isGone ? 'GONE' : leadOf(outcome.body!.lead!)
    if (left !== null && left !== 'GONE' && !act.leaves.includes(left.status)) {
      this.strange.push(`${act.name} left ${leadUid} in status ${left.status}`)
    }
    this.#note(leadUid, { ...outcome, left, leaves: act.leaves })
    return isDone
  }

  /** Leads that were seen last in one of the statuses, those of races left out. */
  inStatus(statuses: readonly string[]): string[] {
    return statuses.flatMap(status => [...(this.#byStatus.get(status) ?? [])])
  }

  count(name: string, what: string): void {
    count(this.counts, name, what)
  }

  #note(leadUid: string, { sentAt, answeredAt, left, leaves }: Entry): void {
    const lead = this.leads.get(leadUid)!
    lead.entries.push({ sentAt, answeredAt, left, leaves })
    if (left === null || lead.isRacing) return
    this.#byStatus.get(lead.seen.status)?.delete(leadUid)
    if (left === 'GONE') return
    lead.seen = left
    const uids = this.#byStatus.get(left.status) ?? new Set()
    this.#byStatus.set(left.status, uids.add(leadUid))
  }

  #answer(name: string, { status, body }: Outcome, success: number): boolean {
    const isDone = status === success
    this.count(name, isDone ? '2xx' : status === null ? 'unknown' : String(body?.code ?? status))
    if (isDone || status === null || isExpected(body)) return isDone
    const told = `${name}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`
    if (status >= 500) this.failures.push(told)
    else this.strange.push(told)
    return false
  }
}

/** What an act may be refused with when others were quicker. */
const expected = new Set([
  'NOT_AVAILABLE',
  'ILLEGAL_TRANSITION',
  'LEAD_NOT_DELETABLE',
  'LEAD_NOT_FOUND',
])

/**
 * A unit that is named may be of the property that the lead has left meanwhile, and a member of a
 * group may not go everywhere.
 */
function isExpected(body: AnswerBody | null): boolean {
  const { code, parameter = '' } = body ?? {}
  const isPlace = ['unitUid', 'propertyUid'].includes(parameter)
  return expected.has(String(code)) || (code === 'INVALID_PARAMETER' && isPlace)
}

function madeLeads({ lead, groupBooking }: AnswerBody): SeenLead[] {
  return (groupBooking ? [groupBooking.mainLead, ...groupBooking.subLeads] : [lead!]).map(leadOf)
}

function leadOf(lead: LeadBody): SeenLead {
  const { uid, status, propertyUid, unitUid } = lead
  const checkIn = lead.checkInLocalDateTime.slice(0, 10)
  const checkOut = lead.checkOutLocalDateTime.slice(0, 10)
  return { uid, status, propertyUid, unitUid, checkIn, checkOut }
}
