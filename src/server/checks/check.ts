/** Checks of a server's health, for `lodgepole doctor` and `/readyz`. */
import { setTimeout as sleep } from 'node:timers/promises'

export type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped'

/** Result of a check. */
export interface Finding {
  status: CheckStatus
  /** State that was found, in one sentence or a few words. */
  detail: string
  /** Action that the operator should take; null: none. */
  remedy: string | null
}

export interface Check<Context> {
  name: string
  /** Action to take if the check throws or times out. */
  remedy?: string
  /** @param signal aborts when the check has timed out */
  run(context: Context, signal: AbortSignal): Promise<Finding>
}

export interface CheckResult extends Finding {
  name: string
}

export const ok = (detail: string): Finding => ({ status: 'ok', detail, remedy: null })
export const skipped = (detail: string): Finding => ({ status: 'skipped', detail, remedy: null })

export function warning(detail: string, remedy: string): Finding {
  return { status: 'warning', detail, remedy }
}

export function failed(detail: string, remedy: string): Finding {
  return { status: 'failed', detail, remedy }
}

/** Timeout of a check of the doctor, in milliseconds. */
const checkMsMax = 5_000

interface RunOptions {
  timeoutMs?: number
  /** Returns the detail of a check that has thrown or timed out; default: the message. */
  describe?: (error: Error) => string
}

/** Error of a check that has timed out. */
export class CheckTimeout extends Error {}

/** Runs checks in parallel. One that throws or times out has failed. */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
  { timeoutMs = checkMsMax, describe = error => error.message }: RunOptions = {},
): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async check => {
      const run = (signal: AbortSignal) => check.run(context, signal)
      const finding = await runWithTimeout(run, timeoutMs).catch(error =>
        failed(
          describe(error),
          'Run the check again; if it fails again, read the log of the server',
        ),
      )
      return { name: check.name, ...finding }
    }),
  )
}

/** @throws CheckTimeout */
async function runWithTimeout(
  run: (signal: AbortSignal) => Promise<Finding>,
  timeoutMs: number,
): Promise<Finding> {
  const [ended, expired] = [new AbortController(), new AbortController()]
  const timeout = sleep(timeoutMs, null, { signal: ended.signal }).then(() => {
    const error = new CheckTimeout(`no result within ${timeoutMs} ms`)
    expired.abort(error)
    throw error
  })
  try {
    return await Promise.race([run(expired.signal), timeout])
  } finally {
    ended.abort()
  }
}

/** Returns the results of checks that cannot run. */
export function skipAll(
  checks: readonly Pick<Check<never>, 'name'>[],
  reason: string,
): CheckResult[] {
  return checks.map(({ name }) => ({ name, ...skipped(reason) }))
}

/** Returns the worst status of some results. */
export function worstStatus(results: readonly Pick<Finding, 'status'>[]): CheckStatus {
  const order: CheckStatus[] = ['failed', 'warning', 'ok', 'skipped']
  return order.find(status => results.some(result => result.status === status)) ?? 'ok'
}
