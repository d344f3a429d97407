import type { Context } from '../../../context.ts'
import { isDatabaseAway } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { alterLead } from '../../leads/lead-actions/alter-lead.ts'
import { moveLead } from '../../leads/lead-actions/move-lead.ts'
import { createLead } from '../../leads/lead-writes/create-lead.ts'
import { deleteLead } from '../../leads/lead-writes/delete-lead.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import { providerOf } from '../icals/ical.ts'
import { type Claim, ClaimLost, withClaim } from './ical-claims.sql.ts'
import {
  findImportedLead,
  forgetIcalEvents,
  type IcalEvent,
  listIcalEvents,
  putIcalEvent,
} from './ical-events.ts'
import type { ImportedStay } from './imported-stay.ts'

/** What a calendar says. */
export interface Wanted {
  stays: ImportedStay[]
  /** Whether an event that was imported and is not among the stays is gone. */
  isGone(event: IcalEvent): boolean
}

/** An event that was not stored, and why. */
export interface Refusal {
  stay: ImportedStay
  reason: string
}

/** One thing to do, in a transaction of its own. */
interface Step {
  stay: ImportedStay | null
  known: IcalEvent | null
}

const version = '3.3'
/** Stays may have to wait for others to make room; so often they are tried again. */
const roundsMax = 5

/**
 * Brings the leads of a calendar in line with what it says, each in a transaction of its own: what
 * is gone goes first, then what has changed, then what is new. What cannot be stored is refused,
 * and disturbs nothing else.
 *
 * @param isOver says when to stop; the answer is then null
 * @throws ClaimLost, and what the database throws when it is away
 */
export async function importEvents(
  ctx: Context,
  claim: Claim,
  { stays, isGone }: Wanted,
  isOver: () => boolean,
): Promise<Refusal[] | null> {
  const known = new Map((await listIcalEvents(ctx, claim)).map(one => [one.event_key, one]))
  const named = new Set(stays.map(({ eventKey }) => eventKey))
  const gone = [...known.values()].filter(one => !named.has(one.event_key) && isGone(one))
  const steps = stays
    .map(stay => ({ stay, known: known.get(stay.eventKey) ?? null }))
    .filter(({ stay, known }) => known === null || !isSame(stay, known))
  const order: Step[] = [
    ...gone.map(known => ({ stay: null, known })),
    ...steps.filter(({ known }) => known !== null),
    ...steps.filter(({ known }) => known === null),
  ]
  let refused: { step: Step; reason: string }[] = order.map(step => ({ step, reason: '' }))
  for (let round = 0; round < roundsMax; round++) {
    const tried = refused
    refused = []
    for (const { step } of tried) {
      if (isOver()) return null
      const reason = await attempt(ctx, claim, step)
      if (reason !== null) refused.push({ step, reason })
    }
    if (refused.length === 0 || refused.length === tried.length) break
  }
  return refused.flatMap(({ step: { stay }, reason }) => (stay ? [{ stay, reason }] : []))
}

function isSame(stay: ImportedStay, { status, check_in, check_out }: IcalEvent): boolean {
  return stay.status === status && stay.checkIn === check_in && stay.checkOut === check_out
}

/** Does one step; gives the reason when it is refused. */
async function attempt(ctx: Context, claim: Claim, step: Step): Promise<string | null> {
  try {
    await withClaim(ctx, claim, ctx => perform(ctx, claim, step))
    return null
  } catch (error) {
    if (error instanceof ClaimLost || isDatabaseAway(error)) throw error
    if (error instanceof ApiError) return error.message
    const agency = claim.agency_uid
    ctx.log.error({ err: error, agency, icalUid: claim.uid }, 'an imported event was not stored')
    return 'It could not be stored'
  }
}

async function perform(ctx: Context, claim: Claim, { stay, known }: Step): Promise<void> {
  const lead = known === null ? undefined : await findImportedLead(ctx, known)
  if (stay === null) {
    if (lead) await removeLead(ctx, lead)
    return forgetIcalEvents(ctx, claim, known!.event_key)
  }
  const leadUid = (await changed(ctx, lead, stay)) ?? (await created(ctx, claim, stay))
  await putIcalEvent(ctx, {
    agency_uid: claim.agency_uid,
    ical_uid: claim.uid,
    event_key: stay.eventKey,
    lead_uid: leadUid,
    status: stay.status,
    check_in: stay.checkIn,
    check_out: stay.checkOut,
  })
}

/** What has ended stays as it is. */
async function removeLead(ctx: Context, lead: LeadRow): Promise<void> {
  if (lead.check_out_at <= ctx.clock.now()) return
  if (lead.status === 'BLOCKED') return deleteLead(ctx, lead, version)
  if (lead.status !== 'BOOKED') return
  const reason = 'It is gone from the calendar that it was imported from'
  await moveLead(ctx, lead, { action: 'cancel', version, reason })
}

/** Alters the lead of an event; null when it takes another one. */
async function changed(
  ctx: Context,
  lead: LeadRow | undefined,
  { status, checkIn, checkOut }: ImportedStay,
): Promise<string | null> {
  if (lead?.status !== status) {
    if (lead) await removeLead(ctx, lead)
    return null
  }
  const stay = { checkIn, checkOut }
  const alteration = { ...sameOtherwise, ...noTerms, stay }
  return (await alterLead(ctx, lead, alteration, version)).uid
}

const noTerms = { promoCode: null, overrides: null }
const sameOtherwise = { propertyUid: null, unitUid: null, counts: {} }

async function created(
  ctx: Context,
  { agency_uid, property_uid, source }: Claim,
  { status, checkIn, checkOut, summary, uid }: ImportedStay,
): Promise<string> {
  const lead = await createLead(ctx, agency_uid, {
    ...noTerms,
    propertyUid: property_uid,
    status,
    stay: { checkIn, checkOut },
    unitUid: null,
    source: 'HOSTFULLY_ICAL',
    channel: null,
    columns: {
      ical_provider: providerOf(source),
      notes: summary || null,
      external_booking_id: uid !== null && uid.length <= 255 ? uid : null,
    },
    version,
  })
  return lead.uid
}
