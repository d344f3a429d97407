/** Whose a webhook is going to be and what it is for: contract/events.md §2. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { ApiError, accessDenied } from '../../../platform/errors.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { hashOf } from '../../access/agencies/api-keys.sql.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import type { Partner } from '../../access/partners/partner.ts'
import { findPartner } from '../../access/partners/partners.ts'
import { isHotelReached, isReached } from '../../access/partners/reach.sql.ts'
import { type EventType, isAccessChange } from '../events/event.ts'
import type { Owner } from '../webhooks/webhook.ts'

type ContextPart = Pick<Context, 'db' | 'caller'>

/** What a registration says of itself. */
export interface Wanted {
  agencyUid?: string | null | undefined
  objectUid?: string | null | undefined
  eventType: EventType
  creatorIdentifier?: string | null | undefined
}

/** Who registers, and for what. */
export interface Registrant {
  owner: Owner
  creatorIdentifier: string
  objectUid: string
}

/**
 * Checks that the caller may be told what it wants to be told.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, REQUIRED_PARAMETER, ACCESS_DENIED
 */
export async function reachedRegistrant(
  ctx: ContextPart,
  wanted: Wanted,
  version: Version,
): Promise<Registrant> {
  const ofAccess = isAccessChange(wanted.eventType)
  checkCredential(ctx.caller, ofAccess)
  const partner = await partnerOf(ctx)
  const agencyUid = ofAccess ? null : agencyUidOf(ctx.caller, wanted)
  const objectUid =
    agencyUid === null
      ? ownIdentifier(partner!, wanted.objectUid)
      : await objectWithin(ctx, agencyUid, wanted.objectUid, version)
  const own = partner?.client_id ?? ctx.caller.credential.uid!
  const creatorIdentifier = await labelOf(ctx, own, wanted.creatorIdentifier)
  const owner = { agencyUid, partnerUid: partner?.partner_uid ?? null }
  return { owner, creatorIdentifier, objectUid }
}

/** What a filter by `objectUid` means: a partner may name itself as it does to register. */
export async function storedObjectUid(ctx: ContextPart, text: string): Promise<string> {
  const partner = await partnerOf(ctx)
  return partner && names(partner, text) ? partner.client_id : text
}

function checkCredential({ kind, credential }: Caller, ofAccess: boolean): void {
  if (ofAccess && (kind === 'agency' || credential.kind === 'ACCESS_TOKEN')) {
    throw notPermitted("Access-change webhooks need the partner's own credentials", 'partner')
  }
  if (!ofAccess && kind === 'client') {
    throw notPermitted('Agency webhooks need an agency key or an access token', 'agency')
  }
}

function notPermitted(text: string, requires: string): ApiError {
  return new ApiError('OPERATION_NOT_PERMITTED', text, { members: { requires } })
}

async function partnerOf(ctx: ContextPart): Promise<Partner | null> {
  if (ctx.caller.kind === 'agency') return null
  return (await findPartner(ctx, ctx.caller.partnerUid)) ?? null
}

/** A key and a token stand for one agency; a partner's own key names it. */
function agencyUidOf({ agencyUids, credential }: Caller, { agencyUid }: Wanted): string {
  if (agencyUid != null) {
    const uid = asUid(agencyUid)
    if (uid !== null && (agencyUids as string[]).includes(uid)) return uid
    throw accessDenied('objectUid', agencyUid)
  }
  const [only] = agencyUids
  if (only !== undefined && credential.kind !== 'PARTNER_KEY') return only
  throw new ApiError('REQUIRED_PARAMETER', 'agencyUid is required', {
    members: { parameter: 'agencyUid' },
  })
}

/** By whatever a partner names itself, what is stored is its client id: a key is a secret. */
function ownIdentifier(partner: Partner, text: string | null | undefined): string {
  if (text == null || names(partner, text)) return partner.client_id
  throw accessDenied('objectUid', text)
}

function names(partner: Partner, text: string): boolean {
  const isKey = partner.key_hash !== null && hashOf(text).equals(Buffer.from(partner.key_hash))
  return text === partner.client_id || asUid(text) === partner.partner_uid || isKey
}

/** The agency itself, or a property or hotel of it that the caller reaches. */
async function objectWithin(
  { db, caller }: ContextPart,
  agencyUid: string,
  text: string | null | undefined,
  version: Version,
): Promise<string> {
  if (text == null) return agencyUid
  const uid = asUid(text)
  if (uid === agencyUid) return agencyUid
  const hotels = existsIn(version, { since: '3.1' })
    ? sql`union all select 1 from hotels h where h.agency_uid = ${agencyUid} and h.uid = ${uid}
        and h.deleted_at is null and ${isHotelReached(caller, 'h')}`
    : sql``
  const { rows } = await sql`
    select 1 from properties p where p.agency_uid = ${agencyUid} and p.uid = ${uid}
      and p.deleted_at is null and ${isReached(caller, 'p')} ${hotels}`.execute(db)
  if (uid === null || rows.length === 0) throw accessDenied('objectUid', text)
  return uid
}

/** A label is free, but for what stands for somebody else. */
async function labelOf(
  { db }: ContextPart,
  own: string,
  text: string | null | undefined,
): Promise<string> {
  if (text == null || text === own) return own
  if (await isOfSomebodyUnscoped({ db }, text)) throw accessDenied('creatorIdentifier', text)
  return text
}

async function isOfSomebodyUnscoped(
  { db }: Pick<ContextPart, 'db'>,
  text: string,
): Promise<boolean> {
  const uid = asUid(text)
  const { rows } = await sql`/* every tenant */
    select 1 from partners where client_id = ${text}
    union all select 1 from api_keys where uid = ${uid}
    union all select 1 from employees where uid = ${uid}`.execute(db)
  return rows.length > 0
}
