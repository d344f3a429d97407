/** Checks of a server's health, for `lodgepole doctor` and `/readyz`. */
import { withTimeout } from '../../platform/concurrency/with-timeout.ts'

type CheckStatus = 'ok' | 'warning' | 'failed' | 'skipped'

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

/** Runs checks in parallel. One that throws or times out has failed. */
export async function runChecks<Context>(
  checks: readonly Check<Context>[],
  context: Context,
  { timeoutMs = checkMsMax, describe = error => error.message }: RunOptions = {},
): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async check => {
      const run = (signal: AbortSignal) => check.run(context, signal)
      const finding = await withTimeout(timeoutMs, run).catch(error =>
        failed(describe(error), check.remedy ?? unknownRemedy),
      )
      return { name: check.name, ...finding }
    }),
  )
}

const unknownRemedy = 'Run the check again; if it fails again, read the log of the server'

/** Returns the results of checks that cannot run. */
export function skipAll(
  checks: readonly Pick<Check<never>, 'name'>[],
  reason: string,
): CheckResult[] {
  return checks.map(({ name }) => ({ name, ...skipped(reason) }))
}

const worstFirst: CheckStatus[] = ['failed', 'warning', 'ok', 'skipped']

/** Returns the first of the worst findings. */
export function worstOf(findings: readonly Finding[]): Finding {
  const statuses = worstFirst.filter(status => findings.some(found => found.status === status))
  return findings.find(({ status }) => status === statuses[0])!
}
