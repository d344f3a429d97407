/** The history of operations and their responses, compared with the database in the end. */

import type { Action, ObservedLead } from './lead-actions.ts'
import type { LeadBody, Outcome, ResponseBody } from './shared/client.ts'
import { type Counts, count } from './shared/counts.ts'

/** An operation on a lead that succeeded or whose outcome is unknown. */
export interface Entry {
  sentAt: number
  respondedAt: number
  /** The lead in the response, DELETED after a deletion; null: there was no response. */
  result: ObservedLead | 'DELETED' | null
  to: readonly string[]
}

export interface TrackedLead {
  observed: ObservedLead
  entries: Entry[]
  /** True if the proof has shortened its timer. */
  isShortened: boolean
  /** True if it belongs to a race: no other client uses it. */
  isRacing: boolean
}

export class History {
  readonly leads = new Map<string, TrackedLead>()
  /** Number of created leads by the tag of their creation. */
  readonly creations = new Map<string, number>()
  readonly counts: Counts = new Map()
  /** Leads for which a response was 404. */
  readonly missing = new Set<string>()
  /** Responses of 5xx. */
  readonly failures: string[] = []
  /** Rejections for other reasons than the state of the lead or occupied nights. */
  readonly unexpected: string[] = []
  /** Uids of leads by their last observed status. */
  readonly #byStatus = new Map<string, Set<string>>()

  /** Records the outcome of a creation. Returns its lead (of a group the main one) or null. */
  recordCreation(
    name: string,
    tag: string,
    outcome: Outcome,
    isRacing: boolean,
  ): ObservedLead | null {
    const isCreated = this.#recordEnding(name, outcome, 201)
    const created = isCreated ? createdLeads(outcome.body!) : []
    this.creations.set(tag, created.length)
    for (const observed of created) {
      this.leads.set(observed.uid, { observed, entries: [], isShortened: false, isRacing })
      this.#append(observed.uid, { ...outcome, result: observed, to: [observed.status] })
    }
    return created[0] ?? null
  }

  /** Records the outcome of an operation on a lead, and returns whether it succeeded. */
  recordAction(action: Pick<Action, 'name' | 'to'>, leadUid: string, outcome: Outcome): boolean {
    const isDeletion = action.to.includes('DELETED')
    const isDone = this.#recordEnding(action.name, outcome, isDeletion ? 204 : 200)
    if (outcome.body?.code === 'LEAD_NOT_FOUND') this.missing.add(leadUid)
    if (!isDone && outcome.status !== null) return false
    const result =
      outcome.status === null ? null : isDeletion ? 'DELETED' : toObservedLead(outcome.body!.lead!)
    if (result !== null && result !== 'DELETED' && !action.to.includes(result.status)) {
      this.unexpected.push(`${action.name} left ${leadUid} in status ${result.status}`)
    }
    this.#append(leadUid, { ...outcome, result, to: action.to })
    return isDone
  }

  /** Lists leads whose last observed status is one of these, except those of races. */
  inStatus(statuses: readonly string[]): string[] {
    return statuses.flatMap(status => [...(this.#byStatus.get(status) ?? [])])
  }

  count(name: string, ending: string): void {
    count(this.counts, name, ending)
  }

  #append(leadUid: string, { sentAt, respondedAt, result, to }: Entry): void {
    const lead = this.leads.get(leadUid)!
    lead.entries.push({ sentAt, respondedAt, result, to })
    if (result === null || lead.isRacing) return
    this.#byStatus.get(lead.observed.status)?.delete(leadUid)
    if (result === 'DELETED') return
    lead.observed = result
    const uids = this.#byStatus.get(result.status) ?? new Set()
    this.#byStatus.set(result.status, uids.add(leadUid))
  }

  #recordEnding(name: string, { status, body }: Outcome, success: number): boolean {
    const isDone = status === success
    this.count(name, isDone ? '2xx' : status === null ? 'unknown' : String(body?.code ?? status))
    if (isDone || status === null || isExpected(body)) return isDone
    const description = `${name}: ${status} ${JSON.stringify(body)?.slice(0, 300)}`
    if (status >= 500) this.failures.push(description)
    else this.unexpected.push(description)
    return false
  }
}

/** Error codes with which an operation may be rejected after a concurrent one. */
const expected = new Set([
  'NOT_AVAILABLE',
  'ILLEGAL_TRANSITION',
  'LEAD_NOT_DELETABLE',
  'LEAD_NOT_FOUND',
])

/**
 * Returns whether a rejection may be caused by a concurrent operation. A requested unit may belong
 * to a property that the lead has left, and a member of a group cannot move everywhere.
 */
function isExpected(body: ResponseBody | null): boolean {
  const { code, parameter = '' } = body ?? {}
  const isPropertyOrUnit = ['unitUid', 'propertyUid'].includes(parameter)
  return expected.has(String(code)) || (code === 'INVALID_PARAMETER' && isPropertyOrUnit)
}

function createdLeads({ lead, groupBooking }: ResponseBody): ObservedLead[] {
  return (groupBooking ? [groupBooking.mainLead, ...groupBooking.subLeads] : [lead!]).map(
    toObservedLead,
  )
}

function toObservedLead(lead: LeadBody): ObservedLead {
  const { uid, status, propertyUid, unitUid } = lead
  const checkIn = lead.checkInLocalDateTime.slice(0, 10)
  const checkOut = lead.checkOutLocalDateTime.slice(0, 10)
  return { uid, status, propertyUid, unitUid, checkIn, checkOut }
}
