/** Signs employees in, and limits failed attempts: docs/decisions/0017-sign-in-throttling.md. */

import { createHash, createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import { askReachable, type Reached } from '../../../platform/db/citus/reachable-rows.ts'
import { ApiError } from '../../../platform/errors.ts'
import { networkOf } from '../../../platform/limits/network-of.ts'
import { type LimitName, limitReached } from '../../../platform/limits/reached.ts'
import { RecentCounts } from '../../../platform/limits/recent-counts.ts'
import { isPassword } from '../../../platform/passwords.ts'
import type { Credential } from '../agencies/caller.ts'
import { recordSecurityEvent } from '../security-events/record-security-event.ts'
import type { Employee } from './employees.ts'
import { countAttempt, forgetFailures } from './sign-in-failures.sql.ts'
import { keepNetwork } from './sign-in-networks.ts'

/** Failed attempts in a minute: of one network, at whatever accounts, and of all together. */
const networkPerMinute = 20
const allPerMinute = 240

/** At one account, those of one network, and those of all that nobody has signed in from. */
const delays = {
  network: { attemptsFree: 10, secondsMax: 900 },
  account: { attemptsFree: 100, secondsMax: 60 },
}

/** Counts failed attempts of a process, over all versions together. */
export class SignInCounts {
  readonly networks = new RecentCounts({ windowMs: 60_000, keysMax: 10_000 })
  readonly all = new RecentCounts({ windowMs: 60_000, keysMax: 1 })
}

export interface Attempt {
  email: string
  password: string
  /** The client's. */
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
}

/**
 * Whom an e-mail address and a password belong to: active employees, of several agencies if
 * somebody works for several; nobody if either is wrong. Nothing is hashed for who is refused.
 *
 * @throws ApiError RATE_LIMITED after too many failures, SERVICE_UNAVAILABLE when too many sign in
 *   at once; both with `Retry-After`
 */
export async function signIn(ctx: SignInContext, attempt: Attempt): Promise<Employee[]> {
  try {
    const { accounts, found, refusal } = await lookAt(ctx, attempt)
    if (accounts.length > 0 || !refusal) await tellAttempt(ctx, attempt, accounts, found)
    if (found.length === 0 && refusal) throw refusal
    return found
  } catch (error) {
    if (error instanceof ApiError) {
      const outcome = error.code === 'RATE_LIMITED' ? 'delayed' : 'busy'
      ctx.metrics.signIns.inc({ outcome })
      ctx.log.warn({ event: `sign_in.${outcome}`, ip: attempt.address }, 'security')
    }
    throw error
  }
}

/** Nobody knows of which agency an account is that does not exist: it is logged, but not stored. */
async function tellAttempt(
  ctx: SignInContext,
  { address }: Attempt,
  accounts: Employee[],
  found: Employee[],
): Promise<void> {
  const isOk = found.length > 0
  ctx.metrics.signIns.inc({ outcome: isOk ? 'ok' : 'refused' })
  const event = isOk ? 'sign_in.ok' : 'sign_in.refused'
  if (accounts.length === 0) ctx.log.warn({ event, ip: address }, 'security')
  for (const { agency_uid: agencyUid, uid } of isOk ? found : accounts) {
    const actor: Credential = isOk ? { kind: 'EMPLOYEE', uid } : { kind: 'SYSTEM', uid: null }
    const about = { agencyUid, subjectUid: uid, actor, event, address } as const
    await recordSecurityEvent(ctx, ctx.clock.now(), { ...about, isRefusal: !isOk })
  }
}

/**
 * Tries a password at every account of an e-mail address. Each account has limits of its own: an
 * account of another agency with the same address neither lifts nor uses up those of this one.
 *
 * @returns the accounts whose password was compared, those of them that it belongs to, and why
 *   other accounts were not compared
 */
async function lookAt(
  ctx: SignInContext,
  attempt: Attempt,
): Promise<{ accounts: Employee[]; found: Employee[]; refusal: unknown }> {
  const network = networkOf(attempt.address)
  const digests = digestsOf(ctx, network)
  const [digest] = digests
  countNetwork(ctx, network)
  const { rows, missing } = await listAccountsUnscoped(ctx, attempt.email, digests)
  // Whose node is away is not told that there is no such account, nor is it held against anybody.
  if (rows.length === 0 && missing) {
    ctx.signIns.networks.takeBack(network)
    throw missing
  }
  const compared = new Map<Account | null, boolean>()
  let refusal: unknown = null
  for (const account of inOrder(rows)) {
    try {
      compared.set(account, await isRight(ctx, attempt, account, { network, digest }))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      refusal ??= error
    }
  }
  const found = rows.filter(row => compared.get(row)).map(({ hash, is_known, ...one }) => one)
  if (found.length > 0) ctx.signIns.networks.takeBack(network)
  const accounts = rows.filter(row => compared.has(row))
  return { accounts, found, refusal: refusal ?? missing ?? null }
}

/** Accounts that know the network come first: they wait for no stranger. Null: there is none. */
function inOrder(accounts: Account[]): (Account | null)[] {
  if (accounts.length === 0) return [null]
  return accounts.toSorted((a, b) => Number(b.is_known) - Number(a.is_known))
}

/**
 * Compares the password with that of one account, within the limits of that account.
 *
 * @param account null: the e-mail address has none, which takes as long
 * @throws ApiError RATE_LIMITED, SERVICE_UNAVAILABLE; then nothing was compared
 */
async function isRight(
  ctx: SignInContext,
  { email, password }: Attempt,
  account: Account | null,
  { network, digest }: { network: string; digest: Buffer },
): Promise<boolean> {
  const isKnown = account?.is_known ?? false
  const place = { account: digestOfAccount(account, email), network: digest }
  if (!isKnown) countAll(ctx)
  await delayAttempt(ctx, place, isKnown)
  const who = { name: network, isKnown }
  if (!(await isPassword(password, account?.hash ?? null, who)) || !account) return false
  if (!isKnown) ctx.signIns.all.takeBack('all')
  await forgetFailures(ctx.db, place)
  await keepNetwork(ctx, account, digest, ctx.clock.now())
  return true
}

/** The digest that failures are counted under: of the employee, or of an address without one. */
function digestOfAccount(account: Account | null, email: string): Buffer {
  const name = account ? `account ${account.agency_uid} ${account.uid}` : email.trim().toLowerCase()
  return createHash('sha256').update(name).digest()
}

/** What a network is stored as, by each key that is believed. */
function digestsOf({ signing, clock }: SignInContext, network: string): [Buffer, ...Buffer[]] {
  const keys = signing.verifying('sign-in networks', clock.now())
  const digests = keys.map(key => createHmac('sha256', key).update(network).digest())
  return digests as [Buffer, ...Buffer[]]
}

/** Each attempt counts before it is looked at, so that many at once are not more than the limit. */
function countNetwork({ signIns, clock }: SignInContext, network: string): void {
  const waitSeconds = signIns.networks.add(network, networkPerMinute, clock.now())
  if (waitSeconds !== null) throw tooMany('sign_in_network', waitSeconds)
}

function countAll({ signIns, clock }: SignInContext): void {
  const waitSeconds = signIns.all.add('all', allPerMinute, clock.now())
  if (waitSeconds !== null) throw tooMany('sign_in_all', waitSeconds)
}

/**
 * Delays further attempts at an account. All strangers together are delayed, too, but for the
 * first attempt of a network: nobody keeps somebody else from signing in.
 */
async function delayAttempt(
  { db, clock }: SignInContext,
  place: { account: Buffer; network: Buffer },
  isKnown: boolean,
): Promise<void> {
  const now = clock.now()
  const own = await countAttempt(db, place, delays.network, now)
  if (own.waitSeconds > 0) throw tooMany('sign_in_account', own.waitSeconds)
  if (isKnown) return
  const everybody = { account: place.account, network: Buffer.alloc(0) }
  const all = await countAttempt(db, everybody, delays.account, now)
  if (own.failures > 1 && all.waitSeconds > 0) throw tooMany('sign_in_account', all.waitSeconds)
}

/** So many links in a row may be asked for at one address. */
const delayOfLinks = { attemptsFree: 5, secondsMax: 900 }

/**
 * Counts that somebody asks for a link at an e-mail address, so that nobody fills a stranger's
 * mail, nor tries out addresses.
 *
 * @throws ApiError RATE_LIMITED with `Retry-After`
 */
export async function countLinkAsked(
  ctx: SignInContext,
  { email, address }: Pick<Attempt, 'email' | 'address'>,
): Promise<void> {
  countNetwork(ctx, networkOf(address))
  const account = createHash('sha256').update(`link ${email.trim().toLowerCase()}`).digest()
  const place = { account, network: Buffer.alloc(0) }
  const { waitSeconds } = await countAttempt(ctx.db, place, delayOfLinks, ctx.clock.now())
  if (waitSeconds > 0) throw tooMany('sign_in_account', waitSeconds)
}

/** The active employees with an e-mail address, of whichever agency. */
export async function listActiveUnscoped(
  { db }: Pick<Context, 'db'>,
  email: string,
): Promise<Reached<Employee>> {
  if (email.includes('\0')) return { rows: [], changed: 0 }
  return askReachable(
    db as never,
    of => sql<Employee>`/* every tenant */ select e.* from employees e
    where ${of('e')} and lower(e.email) = lower(${email.trim()}) and e.is_active
    order by e.agency_uid, e.uid limit ${accountsMax}`,
  )
}

function tooMany(limit: LimitName, waitSeconds: number): ApiError {
  limitReached(limit)
  return new ApiError(
    'RATE_LIMITED',
    'Too many failed sign-in attempts; retry after the time in Retry-After',
    {
      headers: { 'retry-after': String(waitSeconds) },
    },
  )
}

/** An employee who may decide what partners reach of an agency. */
export interface Manager {
  agency_uid: string
  uid: string
  agency_name: string
}

/** Which of some employees are active managers or administrators, and of which agencies. */
export async function listManagers(
  { db }: Pick<Context, 'db'>,
  employees: { agency_uid: string; uid: string }[],
): Promise<Manager[]> {
  if (employees.length === 0) return []
  const { rows } = await sql<Manager>`
    select e.agency_uid, e.uid, a.name as agency_name
    from employees e join agencies a on a.agency_uid = e.agency_uid
    where e.agency_uid = any(${employees.map(({ agency_uid }) => agency_uid)}::uuid[])
      and (e.agency_uid, e.uid) in (${sql.join(
        employees.map(({ agency_uid, uid }) => sql`(${agency_uid}::uuid, ${uid}::uuid)`),
      )}) and e.is_active and e.role in ('ADMIN', 'MANAGER')
    order by a.name, e.agency_uid, e.uid`.execute(db)
  return rows
}

const accountsMax = 10

/** The active employees with an e-mail address and a password, of whichever agency. */
async function listAccountsUnscoped(
  { db }: Pick<Context, 'db'>,
  email: string,
  networks: Buffer[],
): Promise<Reached<Account>> {
  // No text of PostgreSQL holds this character.
  if (email.includes('\0')) return { rows: [], changed: 0 }
  return askReachable(
    db as never,
    of => sql<Account>`
    /* every tenant */ select e.*, w.hash, exists (select 1 from sign_in_networks n
        where n.agency_uid = e.agency_uid and n.employee_uid = e.uid
          and ${of('n')} and n.network = any(${networks}::bytea[])) as is_known from employees e
    join employee_passwords w on w.agency_uid = e.agency_uid and w.employee_uid = e.uid
    where ${of('e')} and ${of('w')} and lower(e.email) = lower(${email.trim()}) and e.is_active
    order by e.agency_uid, e.uid limit ${accountsMax}`,
  )
}
