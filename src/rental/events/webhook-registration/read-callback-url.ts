/** Callback URL of a webhook: contract/events.md §1.2, §1.5 and §11. */
import type { Context } from '../../../context.ts'
import { type ApiError, invalidParameter } from '../../../platform/errors.ts'
import {
  checkTargetUrl,
  readTargetUrl,
  refusalTexts,
  type TargetRefusal,
  type TargetUrl,
  withUserinfo,
} from '../../../platform/http/target-url.ts'
import { tenantOf } from '../../access/agencies/caller.ts'

type Targets = Pick<Context, 'targets'>
type Checking = Pick<Context, 'targets' | 'caller'>

/**
 * Checks the target of a URL, which resolves its host.
 *
 * @throws ApiError INVALID_PARAMETER
 */
export async function checkCallbackUrl({ targets, caller }: Checking, text: string): Promise<void> {
  const target = await checkTargetUrl(text, targets, tenantOf(caller))
  if ('refusal' in target) throw refused(target.refusal)
}

/** Parses a URL that was checked. @throws ApiError INVALID_PARAMETER */
export function readCallbackUrl({ targets }: Targets, text: string): TargetUrl {
  const target = readTargetUrl(text, targets.guard)
  if ('refusal' in target) throw refused(target.refusal)
  return target
}

/** Returns a URL with its user name and password masked. */
export function maskedUrl(url: string, hasUserinfo: boolean): string {
  return withUserinfo(url, hasUserinfo ? '***' : null)
}

function refused(refusal: TargetRefusal): ApiError {
  return invalidParameter('callbackUrl', refusalTexts[refusal])
}
