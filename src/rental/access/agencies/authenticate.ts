import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isMistyped } from '../../../platform/crypto/api-key-format.ts'
import type { SigningKeys } from '../../../platform/crypto/signing-keys.ts'
import {
  parseVersions,
  type VersionedLookup,
} from '../../../platform/db/cache-tags/read-versions.ts'
import { unlessDiskFull } from '../../../platform/db/transaction.ts'
import { fixedError } from '../../../platform/errors.ts'
import type {
  AuthenticationResult,
  CachedAuthentication,
} from '../../../platform/rest/auth/authenticate-hook.ts'
import { authenticateClient } from '../credential-uses/authenticate-client.ts'
import { readCredential } from '../credential-uses/read-credential.ts'
import type { RecentCredentials } from '../credential-uses/recent-credentials.ts'
import { recordUse } from '../credential-uses/record-use.ts'
import { findGrantedAgencies } from '../grants/grants.ts'
import { findToken, verifyToken } from '../partners/access-tokens.ts'
import { recordRejectedKey } from '../security-events/record-rejected-key.ts'
import { authenticateSession } from '../sessions/authenticate-session.ts'
import { hashSecret } from './api-keys.sql.ts'
import type { Caller } from './caller.ts'
import {
  findKeyInAgency,
  findKeyQuery,
  findKeyUnscoped,
  parseKeyRows,
  type StoredKey,
} from './find-key.sql.ts'

export interface AuthenticationContext {
  lookup: VersionedLookup
  db: Context['db']
  clock: Clock
  signing: SigningKeys
  /** True if partner keys are accepted: on `/v2`, and everywhere in sandbox mode. */
  acceptsPartnerKeys: boolean
  /** Public URL if console sessions are accepted, otherwise null. */
  consoleUrl: string | null
  recent: RecentCredentials
}

/**
 * Authenticates a request (contract/general.md §2.1). Only the first credential counts: if it is
 * invalid, no other is tried. An agency key may also be sent as a bearer token.
 *
 * @throws ApiError AUTHENTICATION_REQUIRED, INVALID_CREDENTIALS, TOKEN_EXPIRED, INVALID_CLIENT,
 *   PARTNER_KEY_NOT_ALLOWED, AGENCY_DISABLED
 */
export async function authenticate(
  authentication: AuthenticationContext,
  request: FastifyRequest,
): Promise<AuthenticationResult> {
  const result = await authenticateWithVersions(authentication, request)
  await recordCallerUse(authentication, request, result)
  return withCacheTags(authentication, result)
}

/** Returns the cached result for an agency key, to be confirmed later. Null if there is none. */
export function findCachedAuthentication(
  authentication: AuthenticationContext,
  request: FastifyRequest,
): CachedAuthentication | null {
  const { lookup, recent, clock } = authentication
  // Otherwise the response and the confirmation could be of different snapshots.
  const credential = lookup.isAtomic ? readCredential(request) : null
  if (credential?.kind !== 'key') return null
  const hash = hashSecret(credential.value)
  const lookupKey = hash.toString('latin1')
  const cached = recent.authenticatedKeys.get(lookupKey)
  if (!cached) return null
  const { key, result } = cached
  return {
    authentication: withCacheTags(authentication, result),
    checkQuery: findKeyQuery(lookup, hash, key.agencyUid!),
    async confirm(rows) {
      const find = () => findKeyByHash(lookup, hash, lookupKey, recent)
      const current = rows
        ? parseKeyRows(rows)
        : await recent.lookups.find(lookupKey, request.ip, find)
      const isSame = isDeepStrictEqual(current, key) && !hasEnded(key, clock.now())
      if (isSame) await recordCallerUse(authentication, request, result)
      else recent.authenticatedKeys.delete(lookupKey)
      return isSame
    },
  }
}

function recordCallerUse(
  context: AuthenticationContext,
  { log }: FastifyRequest,
  { caller }: AuthenticationResult,
) {
  const { run } = context.lookup
  return recordUse({ run, uses: context.recent.uses, log }, caller as Caller, context.clock.now())
}

function withCacheTags(
  { lookup, recent }: AuthenticationContext,
  result: AuthenticationResult,
): AuthenticationResult {
  const { tagVersions, caller } = result
  if (tagVersions === null) return result
  return {
    ...result,
    cacheLookups: recent.cacheTags.lookups(lookup, caller as Caller, tagVersions),
  }
}

/** Authenticates a request; again if tag versions were missing and could be restored. */
async function authenticateWithVersions(
  authentication: AuthenticationContext,
  request: FastifyRequest,
): Promise<AuthenticationResult> {
  const result = await authenticateCredential(authentication, request)
  const { tagVersions, cacheKey, caller } = result
  const isRestorable = cacheKey !== null && authentication.lookup.hasVersions
  if (tagVersions !== null || !isRestorable) return result
  const restoration = authentication.lookup.restore((caller as Caller).agencyUids)
  if (!(await unlessDiskFull(restoration))) return result
  return authenticateCredential(authentication, request)
}

async function authenticateCredential(
  authentication: AuthenticationContext,
  request: FastifyRequest,
): Promise<AuthenticationResult> {
  const { lookup, db, clock, signing, recent, consoleUrl: publicUrl } = authentication
  const credential = readCredential(request)
  if (credential === null) {
    const { lookups } = recent
    const sessionResult =
      publicUrl === null
        ? null
        : await authenticateSession({ lookup, lookups, clock, publicUrl }, request)
    if (sessionResult) return sessionResult
    throw fixedError('AUTHENTICATION_REQUIRED')
  }
  const { ip } = request
  if (credential.kind === 'client')
    return authenticateClient(lookup.run, recent.lookups, ip, credential)
  if (credential.kind === 'token') {
    const now = clock.now()
    const token = { ...verifyToken(credential.value, signing, now), now }
    return authenticateToken(lookup, recent, ip, token)
  }
  // The checksum is wrong: needs no query.
  if (isMistyped(credential.value)) throw fixedError('INVALID_CREDENTIALS')
  const hash = hashSecret(credential.value)
  const lookupKey = hash.toString('latin1')
  const key = await recent.lookups.find(lookupKey, ip, () =>
    findKeyByHash(lookup, hash, lookupKey, recent),
  )
  const isValid = key !== null && !hasEnded(key, clock.now())
  recent.lookups.record(lookupKey, isValid)
  if (!key) throw fixedError('INVALID_CREDENTIALS')
  if (!isValid) {
    await recordRejectedKey({ db, clock, recent: recent.rejectedKeys }, key, request)
    throw fixedError('INVALID_CREDENTIALS')
  }
  if (key.isDisabled) throw fixedError('AGENCY_DISABLED')
  if (key.kind === 'agency') {
    const result = toAgencyKeyResult(key)
    recent.authenticatedKeys.set(lookupKey, { key, result })
    return result
  }
  if (!authentication.acceptsPartnerKeys) throw fixedError('PARTNER_KEY_NOT_ALLOWED')
  return authenticatePartnerKey(lookup, key)
}

/** Finds a key. From the second lookup on, the process knows its agency and queries only that. */
async function findKeyByHash(
  lookup: VersionedLookup,
  hash: Buffer,
  lookupKey: string,
  { agencyByCredential, singleFlight, keys }: RecentCredentials,
): Promise<StoredKey | null> {
  const agencyUid = agencyByCredential.get(lookupKey)
  if (agencyUid !== undefined) {
    const query = () => findKeyInAgency(lookup, hash, agencyUid)
    const cached = await singleFlight.read(lookupKey, () =>
      keys.getOr(lookup, lookupKey, agencyUid, query),
    )
    if (cached) return cached
  }
  const stored = await findKeyUnscoped(lookup, hash)
  if (stored?.agencyUid) {
    agencyByCredential.set(lookupKey, stored.agencyUid)
    if (lookup.isAtomic) keys.set(lookupKey, stored.agencyUid, stored)
  }
  return stored
}

/** Returns whether a key is expired, revoked or replaced. */
function hasEnded({ expiresAt, revokedAt, replacedAt }: StoredKey, now: Date): boolean {
  return revokedAt !== null || [expiresAt, replacedAt].some(end => end !== null && end <= now)
}

function toAgencyKeyResult({
  uid,
  agencyUid,
  readOnly,
  isStrict,
  tags,
  limitPerHour,
  versions,
}: StoredKey): AuthenticationResult {
  // Only partner keys belong to no agency.
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
    tagVersions: parseVersions([{ agencyUid: agency, versions }]),
    cacheKey: `agency ${agency}`,
    logFields: { credential: `key:${uid}`, agency },
    caller: {
      kind: 'agency',
      credential: { kind: 'AGENCY_KEY', uid },
      agencyUid: agency,
      agencyUids: [agency],
    } satisfies Caller,
  }
}

async function authenticateToken(
  lookup: VersionedLookup,
  { agencyByCredential, singleFlight, tokens, lookups }: RecentCredentials,
  address: string,
  { uid, isPast, now }: { uid: string; isPast: boolean; now: Date },
): Promise<AuthenticationResult> {
  const agency = agencyByCredential.get(uid)
  const query = () => findToken(lookup, uid, agency)
  const find = () => (agency === undefined ? query() : tokens.getOr(lookup, uid, agency, query))
  const token = await lookups.find(uid, address, () => singleFlight.read(uid, find))
  lookups.record(uid, token !== null && token.expiresAt > now)
  if (token) agencyByCredential.set(uid, token.agencyUid)
  if (!token && !isPast) throw fixedError('INVALID_CREDENTIALS')
  if (!token || token.expiresAt <= now) throw fixedError('TOKEN_EXPIRED')
  if (token.isDisabled) throw fixedError('AGENCY_DISABLED')
  const { partnerUid, agencyUid, hasGrant, limitPerHour, versions } = token
  return {
    credential: `token:${partnerUid}:${agencyUid}`,
    principal: `partner:${partnerUid}`,
    tenantUid: agencyUid,
    kind: 'partner',
    readOnly: false,
    tags: null,
    limitPerHour,
    tagVersions: parseVersions([{ agencyUid, versions }]),
    cacheKey: hasGrant ? `partner ${partnerUid} ${agencyUid}` : null,
    logFields: { credential: `token:${uid}`, agency: agencyUid, partner: partnerUid },
    caller: {
      kind: 'partner',
      credential: { kind: 'ACCESS_TOKEN', uid: partnerUid },
      partnerUid,
      agencyUids: hasGrant ? [agencyUid] : [],
    } satisfies Caller,
  }
}

async function authenticatePartnerKey(
  lookup: VersionedLookup,
  { uid, limitPerHour }: StoredKey,
): Promise<AuthenticationResult> {
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
    tagVersions: parseVersions(granted),
    cacheKey: granted.length > 0 ? `partner ${uid} ${agencyUids.join()}` : null,
    logFields: { credential: `partner-key:${uid}`, ...loggedAgency(agencyUids), partner: uid },
    caller: {
      kind: 'partner',
      credential: { kind: 'PARTNER_KEY', uid },
      partnerUid: uid,
      agencyUids,
    } satisfies Caller,
  }
}

/** Returns the agency to log. A partner key can access several; then none is logged. */
function loggedAgency([agency, ...otherAgencies]: string[]): { agency?: string } {
  return agency === undefined || otherAgencies.length > 0 ? {} : { agency }
}
