/** Owner and scope of a new webhook: contract/events.md §2. */
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { type EventType, isAccessChange } from '../../../pending-events/event.ts'
import { ApiError, accessDenied } from '../../../platform/errors.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import { hashSecret } from '../../access/agencies/api-keys.sql.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { isHotelAccessible, isPropertyAccessible } from '../../access/partners/access-scope.sql.ts'
import type { Partner } from '../../access/partners/partner.ts'
import { findPartner } from '../../access/partners/partners.ts'
import type { Owner } from '../webhooks/webhook.ts'

type ContextPart = Pick<Context, 'db' | 'caller'>

export interface RegistrationInput {
  agencyUid?: string | null | undefined
  objectUid?: string | null | undefined
  eventType: EventType
  creatorIdentifier?: string | null | undefined
}

/** Owner and scope of a registration. */
export interface Registrant {
  owner: Owner
  creatorIdentifier: string
  objectUid: string
}

/**
 * Checks that the caller may receive the events it registers for.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED, REQUIRED_PARAMETER, ACCESS_DENIED
 */
export async function requireRegistrant(
  ctx: ContextPart,
  input: RegistrationInput,
  version: Version,
): Promise<Registrant> {
  const isForOwnAccess = isAccessChange(input.eventType)
  checkCredential(ctx.caller, isForOwnAccess)
  const partner = await findCallerPartner(ctx)
  const agencyUid = isForOwnAccess ? null : readAgencyUid(ctx.caller, input)
  const objectUid =
    // Only a partner passes the check above for its own access.
    agencyUid === null
      ? readClientId(partner!, input.objectUid)
      : await readObjectUid(ctx, agencyUid, input.objectUid, version)
  const ownLabel = partner?.client_id ?? ctx.caller.credential.uid!
  const creatorIdentifier = await readLabel(ctx, ownLabel, input.creatorIdentifier)
  const owner = { agencyUid, partnerUid: partner?.partner_uid ?? null }
  return { owner, creatorIdentifier, objectUid }
}

/** Resolves a filter by `objectUid`: a partner may name itself as in a registration. */
export async function storedObjectUid(ctx: ContextPart, text: string): Promise<string> {
  const partner = await findCallerPartner(ctx)
  return partner && isPartner(partner, text) ? partner.client_id : text
}

function checkCredential({ kind, credential }: Caller, isForOwnAccess: boolean): void {
  if (isForOwnAccess && (kind === 'agency' || credential.kind === 'ACCESS_TOKEN')) {
    throw notPermitted("Access-change webhooks need the partner's own credentials", 'partner')
  }
  if (!isForOwnAccess && kind === 'client') {
    throw notPermitted('Agency webhooks need an agency key or an access token', 'agency')
  }
}

function notPermitted(text: string, requires: string): ApiError {
  return new ApiError('OPERATION_NOT_PERMITTED', text, { members: { requires } })
}

async function findCallerPartner(ctx: ContextPart): Promise<Partner | null> {
  if (ctx.caller.kind === 'agency') return null
  return (await findPartner(ctx, ctx.caller.partnerUid)) ?? null
}

/**
 * Returns the agency of a registration: that of the key or token. A partner with its own key has to
 * name one.
 */
function readAgencyUid(
  { agencyUids, credential }: Caller,
  { agencyUid }: RegistrationInput,
): string {
  if (agencyUid != null) {
    const uid = asUid(agencyUid)
    if (uid !== null && (agencyUids as string[]).includes(uid)) return uid
    throw accessDenied('objectUid', agencyUid)
  }
  const [credentialAgencyUid] = agencyUids
  if (credentialAgencyUid !== undefined && credential.kind !== 'PARTNER_KEY') {
    return credentialAgencyUid
  }
  throw new ApiError('REQUIRED_PARAMETER', 'agencyUid is required', {
    members: { parameter: 'agencyUid' },
  })
}

/** Returns the client id for any identifier of the partner. A key is a secret and is not stored. */
function readClientId(partner: Partner, text: string | null | undefined): string {
  if (text == null || isPartner(partner, text)) return partner.client_id
  throw accessDenied('objectUid', text)
}

function isPartner(partner: Partner, text: string): boolean {
  const isKey = partner.key_hash !== null && hashSecret(text).equals(Buffer.from(partner.key_hash))
  return text === partner.client_id || asUid(text) === partner.partner_uid || isKey
}

/** Returns the agency itself, or an accessible property or hotel of it. */
async function readObjectUid(
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
        and h.deleted_at is null and ${isHotelAccessible(caller, 'h')}`
    : sql``
  const { rows } = await sql`
    select 1 from properties p where p.agency_uid = ${agencyUid} and p.uid = ${uid}
      and p.deleted_at is null and ${isPropertyAccessible(caller, 'p')} ${hotels}`.execute(db)
  if (uid === null || rows.length === 0) throw accessDenied('objectUid', text)
  return uid
}

/** Returns the label of a registration. Any is allowed that does not identify another party. */
async function readLabel(
  { db }: ContextPart,
  ownLabel: string,
  text: string | null | undefined,
): Promise<string> {
  if (text == null || text === ownLabel) return ownLabel
  if (await isPartyIdUnscoped({ db }, text)) throw accessDenied('creatorIdentifier', text)
  return text
}

/** Returns true if a text identifies a partner, an API key or an employee of any agency. */
async function isPartyIdUnscoped({ db }: Pick<ContextPart, 'db'>, text: string): Promise<boolean> {
  const uid = asUid(text)
  const { rows } = await sql`/* every tenant */
    select 1 from partners where client_id = ${text}
    union all select 1 from api_keys where uid = ${uid}
    union all select 1 from employees where uid = ${uid}`.execute(db)
  return rows.length > 0
}
