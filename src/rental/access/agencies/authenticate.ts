import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Run } from '../../../platform/db/database.ts'
import { type Lookup, readMarks } from '../../../platform/db/marks/marks-of.ts'
import { unlessDiskFull } from '../../../platform/db/transaction.ts'
import { ApiError } from '../../../platform/errors.ts'
import { isMistyped } from '../../../platform/keys/key-text.ts'
import type { SigningKeys } from '../../../platform/keys/signing-keys.ts'
import type { Admission } from '../../../platform/rest/limits/admission.ts'
import type { CredentialLookups } from '../../../platform/rest/limits/credential-lookups.ts'
import type { SeenCredentials } from '../credential-uses/open-seen-credentials.ts'
import { credentialOf } from '../credential-uses/read-credential.ts'
import { recordUse } from '../credential-uses/record-use.ts'
import { findGrantedAgencies } from '../grants/grants.ts'
import { findToken, verifyToken } from '../partners/access-tokens.ts'
import { findClient } from '../partners/partners.ts'
import { recordEndedKey } from '../security-events/record-ended-key.ts'
import { admitSession } from '../sessions/admit-session.ts'
import { hashOf } from './api-keys.sql.ts'
import type { Caller } from './caller.ts'
import { findKeyIn, findKeyUnscoped, type KnownKey } from './find-key.sql.ts'

export interface Authentication {
  lookup: Lookup
  db: Context['db']
  clock: Clock
  signing: SigningKeys
  /** Whether partner keys are taken: on `/v2`, and everywhere in sandbox mode. */
  takesPartnerKeys: boolean
  /** The public address, where people who are signed in to the console may come; null: not here. */
  console: string | null
  seen: SeenCredentials
}

/**
 * Who a request is from (contract/general.md §2.1). The first credential found decides; if it is
 * bad there is no fall-through. An agency key may also come as a bearer token.
 *
 * @throws ApiError AUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, TOKEN_EXPIRED, INVALID_CLIENT,
 *   PARTNER_KEY_NOT_ALLOWED
 */
export async function authenticate(
  authentication: Authentication,
  request: FastifyRequest,
): Promise<Admission> {
  return placed(authentication, request, await admitMarked(authentication, request))
}

/** Records that a credential was used, and adds the caller's place to its admission. */
async function placed(
  { lookup, seen, clock }: Authentication,
  { log }: FastifyRequest,
  admission: Admission,
): Promise<Admission> {
  const { run } = lookup
  const caller = admission.caller as Caller
  await recordUse({ run, uses: seen.uses, log }, caller, clock.now())
  const { marks } = admission
  return marks === null ? admission : { ...admission, place: seen.places.of(lookup, caller, marks) }
}

/** Where marks are missing they are made, so that its answer can be kept. */
async function admitMarked(
  authentication: Authentication,
  request: FastifyRequest,
): Promise<Admission> {
  const admission = await admit(authentication, request)
  const { marks, reach, caller } = admission
  const isRestorable = reach !== null && authentication.lookup.hasVersions
  if (marks !== null || !isRestorable) return admission
  const restored = authentication.lookup.restore((caller as Caller).agencyUids)
  if (!(await unlessDiskFull(restored))) return admission
  return admit(authentication, request)
}

async function admit(
  { lookup, db, clock, signing, seen, takesPartnerKeys, console: publicUrl }: Authentication,
  request: FastifyRequest,
): Promise<Admission> {
  const credential = credentialOf(request)
  if (credential === null) {
    const { lookups } = seen
    const signedIn =
      publicUrl === null ? null : await admitSession({ lookup, lookups, clock, publicUrl }, request)
    if (signedIn) return signedIn
    throw unauthorized('AUTHENTICATION_REQUIRED', 'Missing API key or access token')
  }
  const { ip } = request
  if (credential.kind === 'client') return admitClient(lookup.run, seen.lookups, ip, credential)
  if (credential.kind === 'token') {
    const now = clock.now()
    return admitToken(lookup, seen, ip, { ...verifyToken(credential.value, signing, now), now })
  }
  if (isMistyped(credential.value)) throw invalidCredentials()
  const hash = hashOf(credential.value)
  const name = hash.toString('latin1')
  const key = await seen.lookups.find(name, ip, () => findKeyOnce(lookup, hash, name, seen))
  const isLive = key !== null && !hasEnded(key, clock.now())
  seen.lookups.note(name, isLive)
  if (!key) throw invalidCredentials()
  if (!isLive) {
    await recordEndedKey({ db, clock, recent: seen.ended }, key, request)
    throw invalidCredentials()
  }
  if (key.kind === 'agency') return admitAgency(key)
  if (!takesPartnerKeys) {
    throw new ApiError('PARTNER_KEY_NOT_ALLOWED', 'Partner keys are not allowed here')
  }
  return admitPartnerKey(lookup, key)
}

/** In its agency, from the second time on that a process sees it. */
async function findKeyOnce(
  lookup: Lookup,
  hash: Buffer,
  name: string,
  { agencies, reads, keys }: SeenCredentials,
): Promise<KnownKey | null> {
  const agencyUid = agencies.get(name)
  if (agencyUid !== undefined) {
    const look = () => findKeyIn(lookup, hash, agencyUid)
    const known = await reads.read(name, () => keys.getOr(lookup, name, agencyUid, look))
    if (known) return known
  }
  const found = await findKeyUnscoped(lookup, hash)
  if (found?.agencyUid) {
    agencies.set(name, found.agencyUid)
    if (lookup.isAtomic) keys.set(name, found.agencyUid, found)
  }
  return found
}

/** Whether a key lets nobody in any more. */
function hasEnded({ expiresAt, revokedAt, replacedAt }: KnownKey, now: Date): boolean {
  return revokedAt !== null || [expiresAt, replacedAt].some(end => end !== null && end <= now)
}

/** As the agency that a key is of. */
function admitAgency({
  uid,
  agencyUid,
  readOnly,
  isStrict,
  tags,
  limitPerHour,
  marks,
}: KnownKey): Admission {
  const agency = agencyUid!
  return {
    credential: `key:${uid}`,
    principal: 'agency',
    tenantUid: agency,
    kind: 'agency',
    readOnly,
    isStrict,
    tags,
    limitPerHour,
    marks: readMarks([{ agencyUid: agency, marks }]),
    reach: `agency ${agency}`,
    who: { credential: `key:${uid}`, agency },
    caller: {
      kind: 'agency',
      credential: { kind: 'AGENCY_KEY', uid },
      agencyUid: agency,
      agencyUids: [agency],
    } satisfies Caller,
  }
}

async function admitToken(
  lookup: Lookup,
  { agencies, reads, tokens, lookups }: SeenCredentials,
  address: string,
  { uid, isPast, now }: { uid: string; isPast: boolean; now: Date },
): Promise<Admission> {
  const agency = agencies.get(uid)
  const look = () => findToken(lookup, uid, agency)
  const find = () => (agency === undefined ? look() : tokens.getOr(lookup, uid, agency, look))
  const token = await lookups.find(uid, address, () => reads.read(uid, find))
  lookups.note(uid, token !== null && token.expiresAt > now)
  if (token) agencies.set(uid, token.agencyUid)
  if (!token && !isPast) throw invalidCredentials()
  if (!token || token.expiresAt <= now) throw unauthorized('TOKEN_EXPIRED', 'Access token expired')
  const { partnerUid, agencyUid, hasGrant, limitPerHour, marks } = token
  return {
    credential: `token:${partnerUid}:${agencyUid}`,
    principal: `partner:${partnerUid}`,
    tenantUid: agencyUid,
    kind: 'partner',
    readOnly: false,
    tags: null,
    limitPerHour,
    marks: readMarks([{ agencyUid, marks }]),
    reach: hasGrant ? `partner ${partnerUid} ${agencyUid}` : null,
    who: { credential: `token:${uid}`, agency: agencyUid, partner: partnerUid },
    caller: {
      kind: 'partner',
      credential: { kind: 'ACCESS_TOKEN', uid: partnerUid },
      partnerUid,
      agencyUids: hasGrant ? [agencyUid] : [],
    } satisfies Caller,
  }
}

async function admitPartnerKey(
  lookup: Lookup,
  { uid, limitPerHour }: KnownKey,
): Promise<Admission> {
  const granted = await findGrantedAgencies(lookup, uid)
  const agencyUids = granted.map(({ agencyUid }) => agencyUid)
  return {
    credential: `partner:${uid}`,
    principal: 'partner',
    tenantUid: uid,
    kind: 'partner',
    readOnly: false,
    tags: null,
    limitPerHour,
    marks: readMarks(granted),
    reach: granted.length > 0 ? `partner ${uid} ${agencyUids.join()}` : null,
    who: { credential: `partner-key:${uid}`, ...agencyOf(agencyUids), partner: uid },
    caller: {
      kind: 'partner',
      credential: { kind: 'PARTNER_KEY', uid },
      partnerUid: uid,
      agencyUids,
    } satisfies Caller,
  }
}

async function admitClient(
  run: Run,
  lookups: CredentialLookups,
  address: string,
  { id, secret }: { id: string; secret: string },
): Promise<Admission> {
  const name = `client ${id} ${hashOf(secret).toString('latin1')}`
  const client = await lookups.find(name, address, () => findClient(run, id, secret))
  lookups.note(name, client !== null)
  if (!client) {
    throw new ApiError('INVALID_CLIENT', 'Invalid client credentials', {
      headers: { 'www-authenticate': 'Basic realm="lodgepole"' },
    })
  }
  const { partnerUid, limitPerHour } = client
  return {
    credential: `partner:${partnerUid}`,
    principal: 'partner',
    tenantUid: partnerUid,
    kind: 'client',
    readOnly: false,
    tags: null,
    limitPerHour,
    marks: null,
    reach: null,
    who: { credential: `client:${partnerUid}`, partner: partnerUid },
    caller: {
      kind: 'client',
      credential: { kind: 'CLIENT_SECRET', uid: partnerUid },
      partnerUid,
      agencyUids: [],
    } satisfies Caller,
  }
}

/** A partner key reaches any number of agencies. */
function agencyOf([agency, ...others]: string[]): { agency?: string } {
  return agency === undefined || others.length > 0 ? {} : { agency }
}

function invalidCredentials(): ApiError {
  return unauthorized('INVALID_CREDENTIALS', 'Invalid API key or access token')
}

function unauthorized(
  code: 'AUTHENTICATION_REQUIRED' | 'INVALID_CREDENTIALS' | 'TOKEN_EXPIRED',
  text: string,
): ApiError {
  return new ApiError(code, text, { headers: { 'www-authenticate': 'Bearer realm="lodgepole"' } })
}
