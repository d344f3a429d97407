/** Signs employees in, and limits failed attempts: docs/decisions/0017-sign-in-throttling.md. */

import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { isPassword } from '../../../platform/crypto/passwords.ts'
import { queryTenants, type TenantRows } from '../../../platform/db/cluster/topology.ts'
import { ApiError, fixedError } from '../../../platform/errors.ts'
import { toNetwork } from '../../../platform/limits/client-network.ts'
import { type LimitName, limitReached } from '../../../platform/limits/limit-metrics.ts'
import { WindowCounter } from '../../../platform/limits/window-counter.ts'
import type { Credential } from '../agencies/caller.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import type { Employee } from './employees.ts'
import { countAttempt, everyNetwork, resetFailures } from './sign-in-failures.sql.ts'
import { storeNetwork } from './sign-in-networks.ts'

/** Maximum failed attempts per minute: of one network at all accounts, and of all networks. */
export const perNetworkAndMinuteMax = 20
export const perMinuteMax = 240

/** Delays at one account: for attempts of one network, and for attempts of all unknown networks. */
export const attemptBackoff = {
  network: { freeAttempts: 10, secondsMax: 900 },
  account: { freeAttempts: 100, secondsMax: 60 },
}

/** Failed attempts counted by a process, for all API versions. */
export class SignInCounts {
  readonly networks = new WindowCounter({ windowMs: 60_000, keysMax: 10_000 })
  readonly allNetworks = new WindowCounter({ windowMs: 60_000, keysMax: 1 })
}

const allNetworksKey = 'all'

export interface Attempt {
  email: string
  password: string
  /** IP address of the client. */
  address: string
}

export interface SignInContext extends Pick<Context, 'db' | 'clock' | 'log'> {
  metrics: Pick<Context['metrics'], 'signIns'>
  signIns: SignInCounts
  signing: Context['signing']
}

interface Account extends Employee {
  hash: string
  is_known: boolean
  /** True if the agency is disabled. */
  is_disabled: boolean
}

/**
 * Returns the active employees of enabled agencies that an email address and password belong to:
 * several if the user works for several agencies, none if either is wrong. Rejected attempts are
 * not hashed.
 *
 * @throws ApiError AGENCY_DISABLED if all of these agencies are disabled; RATE_LIMITED after too
 *   many failures, SERVICE_UNAVAILABLE if too many sign in at once; both with `Retry-After`
 */
export async function signIn(ctx: SignInContext, attempt: Attempt): Promise<Employee[]> {
  try {
    const { accounts, matching, isDisabled, skippedError } = await compareAccounts(ctx, attempt)
    if (accounts.length > 0 || !skippedError) await recordAttempt(ctx, attempt, accounts, matching)
    if (isDisabled) throw fixedError('AGENCY_DISABLED')
    if (matching.length === 0 && skippedError) throw skippedError
    return matching
  } catch (error) {
    if (error instanceof ApiError && error.code !== 'AGENCY_DISABLED') {
      const outcome = error.code === 'RATE_LIMITED' ? 'delayed' : 'busy'
      ctx.metrics.signIns.inc({ outcome })
      ctx.log.warn({ event: `sign_in.${outcome}`, ip: attempt.address }, 'security')
    }
    throw error
  }
}

/** Records an attempt. For an unknown account it is logged, but not stored with an agency. */
async function recordAttempt(
  ctx: SignInContext,
  { address }: Attempt,
  accounts: Employee[],
  matching: Employee[],
): Promise<void> {
  const isSuccess = matching.length > 0
  ctx.metrics.signIns.inc({ outcome: isSuccess ? 'ok' : 'refused' })
  const event = isSuccess ? 'sign_in.ok' : 'sign_in.refused'
  if (accounts.length === 0) ctx.log.warn({ event, ip: address }, 'security')
  for (const { agency_uid: agencyUid, uid } of isSuccess ? matching : accounts) {
    const actor: Credential = isSuccess ? { kind: 'EMPLOYEE', uid } : { kind: 'SYSTEM', uid: null }
    const eventFields = { agencyUid, subjectUid: uid, actor, event, address } as const
    await recordSecurityEvent(ctx, ctx.clock.now(), { ...eventFields, isRefusal: !isSuccess })
  }
}

interface Comparison {
  accounts: Employee[]
  matching: Employee[]
  isDisabled: boolean
  skippedError: unknown
}

/**
 * Compares a password with every account of an email address. Each account has separate limits:
 * failures at the account of one agency do not count for another.
 *
 * @returns the compared accounts, those of enabled agencies that match, whether only those of
 * disabled ones do, and the error for skipped ones
 */
async function compareAccounts(ctx: SignInContext, attempt: Attempt): Promise<Comparison> {
  const network = toNetwork(attempt.address)
  const digests = networkDigests(ctx, network)
  // The first is of the current key, and is stored.
  const [digest] = digests
  countNetwork(ctx, network)
  const { rows, missing } = await listAccountsUnscoped(ctx, attempt.email, digests)
  // The node of the account is unavailable: neither report a wrong password nor count a failure.
  if (rows.length === 0 && missing) {
    ctx.signIns.networks.undo(network)
    throw missing
  }
  const compared = new Map<Account | null, boolean>()
  let skippedError: unknown = null
  for (const account of sortKnownNetworksFirst(rows)) {
    try {
      compared.set(account, await matchesPassword(ctx, attempt, account, { network, digest }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      skippedError ??= error
    }
  }
  const verified = rows.filter(row => compared.get(row))
  const matching = verified
    .filter(row => !row.is_disabled)
    .map(({ hash, is_known, is_disabled, ...employee }) => employee)
  const isDisabled = matching.length === 0 && verified.length > 0
  if (verified.length > 0) ctx.signIns.networks.undo(network)
  const accounts = rows.filter(row => compared.has(row))
  return { accounts, matching, isDisabled, skippedError: skippedError ?? missing ?? null }
}

/**
 * Sorts accounts with a known network first, because they are not delayed by other networks.
 * Returns one null if there is no account.
 */
function sortKnownNetworksFirst(accounts: Account[]): (Account | null)[] {
  if (accounts.length === 0) return [null]
  return accounts.toSorted((a, b) => Number(b.is_known) - Number(a.is_known))
}

/**
 * Compares the password with that of one account, within its limits.
 *
 * @param account null for an unknown address, whose comparison with a dummy hash takes as long
 * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE; nothing was compared then
 */
async function matchesPassword(
  ctx: SignInContext,
  { email, password }: Attempt,
  account: Account | null,
  { network, digest }: { network: string; digest: Buffer },
): Promise<boolean> {
  const isKnown = account?.is_known ?? false
  const counter = { account: accountDigest(account, email), network: digest }
  if (!isKnown) countAll(ctx)
  await delayAttempt(ctx, counter, isKnown)
  const requester = { name: network, isAuthenticated: isKnown }
  if (!(await isPassword(password, account?.hash ?? null, requester)) || !account) return false
  if (!isKnown) ctx.signIns.allNetworks.undo(allNetworksKey)
  await resetFailures(ctx.db, counter)
  await storeNetwork(ctx, account, digest, ctx.clock.now())
  return true
}

/** Returns the digest under which failures count: of the employee or of an unknown address. */
function accountDigest(account: Account | null, email: string): Buffer {
  const data = account ? `account ${account.agency_uid} ${account.uid}` : email.trim().toLowerCase()
  return createHash('sha256').update(data).digest()
}

/** Returns the digests of a network, one for each accepted secret key. */
function networkDigests({ signing, clock }: SignInContext, network: string): [Buffer, ...Buffer[]] {
  const keys = signing.verifying('sign-in networks', clock.now())
  const digests = keys.map(key => createHmac('sha256', key).update(network).digest())
  return digests as [Buffer, ...Buffer[]]
}

/** Counts an attempt before the comparison, so that concurrent ones cannot exceed the limit. */
export function countNetwork({ signIns, clock }: SignInContext, network: string): void {
  const waitSeconds = signIns.networks.add(network, perNetworkAndMinuteMax, clock.now())
  if (waitSeconds !== null) throw tooMany('sign_in_network', waitSeconds)
}

function countAll({ signIns, clock }: SignInContext): void {
  const waitSeconds = signIns.allNetworks.add(allNetworksKey, perMinuteMax, clock.now())
  if (waitSeconds !== null) throw tooMany('sign_in_all', waitSeconds)
}

/**
 * Checks the delays of an account. Attempts from all unknown networks are also delayed together,
 * except for the first attempt of each network, so that an attacker cannot lock the employee out.
 */
async function delayAttempt(
  { db, clock }: SignInContext,
  counter: { account: Buffer; network: Buffer },
  isKnown: boolean,
): Promise<void> {
  const now = clock.now()
  const atNetwork = await countAttempt(db, counter, attemptBackoff.network, now)
  if (atNetwork.waitSeconds > 0) throw tooMany('sign_in_account', atNetwork.waitSeconds)
  if (isKnown) return
  const allNetworks = { account: counter.account, network: everyNetwork }
  const atAllNetworks = await countAttempt(db, allNetworks, attemptBackoff.account, now)
  if (atNetwork.failures > 1 && atAllNetworks.waitSeconds > 0)
    throw tooMany('sign_in_account', atAllNetworks.waitSeconds)
}

/** Limits of requests for links to one email address. */
const linkBackoff = { freeAttempts: 5, secondsMax: 900 }

/**
 * Counts a request for a link to an email address. The limit prevents mail flooding and the
 * enumeration of addresses.
 *
 * @throws ApiError RATE_LIMITED with `Retry-After`
 */
export async function countLinkRequest(
  ctx: SignInContext,
  { email, address }: Pick<Attempt, 'email' | 'address'>,
): Promise<void> {
  countNetwork(ctx, toNetwork(address))
  const account = createHash('sha256').update(`link ${email.trim().toLowerCase()}`).digest()
  const counter = { account, network: everyNetwork }
  const { waitSeconds } = await countAttempt(ctx.db, counter, linkBackoff, ctx.clock.now())
  if (waitSeconds > 0) throw tooMany('sign_in_account', waitSeconds)
}

/** Lists the active employees with an email address in all enabled agencies. */
export async function listActiveUnscoped(
  { db }: Pick<Context, 'db'>,
  email: string,
): Promise<TenantRows<Employee>> {
  // PostgreSQL texts cannot contain this character.
  if (email.includes('\0')) return { rows: [], changed: 0 }
  return queryTenants(
    db,
    inTenants => sql<Employee>`/* every tenant */ select e.* from employees e
    join agencies a on a.agency_uid = e.agency_uid and a.disabled_at is null
    where ${inTenants('e')} and lower(e.email) = lower(${email.trim()}) and e.is_active
    order by e.agency_uid, e.uid limit ${accountsMax}`,
  )
}

function tooMany(limit: LimitName, waitSeconds: number): ApiError {
  limitReached(limit)
  return new ApiError(
    'RATE_LIMITED',
    'Too many failed sign-in attempts; retry after the time in Retry-After',
    { headers: { 'retry-after': String(waitSeconds) } },
  )
}

const accountsMax = 10

/** Lists the active employees with an email address and a password in all agencies. */
async function listAccountsUnscoped(
  { db }: Pick<Context, 'db'>,
  email: string,
  networks: Buffer[],
): Promise<TenantRows<Account>> {
  // PostgreSQL texts cannot contain this character.
  if (email.includes('\0')) return { rows: [], changed: 0 }
  return queryTenants(
    db,
    inTenants => sql<Account>`
    /* every tenant */ select e.*, w.hash, exists (select 1 from sign_in_networks n
        where n.agency_uid = e.agency_uid and n.employee_uid = e.uid
          and ${inTenants('n')} and n.network = any(${networks}::bytea[])) as is_known,
        a.disabled_at is not null as is_disabled
    from employees e join agencies a on a.agency_uid = e.agency_uid
    join employee_passwords w on w.agency_uid = e.agency_uid and w.employee_uid = e.uid
    where ${inTenants('e')} and ${inTenants('w')}
      and lower(e.email) = lower(${email.trim()}) and e.is_active
    order by e.agency_uid, e.uid limit ${accountsMax}`,
  )
}
