import { ApiError } from '../../../platform/errors.ts'
import type { Use } from '../../../platform/rest/steps/request-context.ts'
import type { Caller } from '../agencies/caller.ts'
import { type Area, areaOf, mayUse, rolesFor } from './role.ts'

/**
 * Checks that the role of a signed-in caller permits the operation (contract/general.md §3.1). Keys
 * and partners have no role.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkRole(caller: Caller | undefined, { route, body, access }: Use): void {
  if (caller?.kind === 'agency') checkArea(caller, areaOf(route, body), access)
}

/**
 * Checks that the role of a signed-in caller permits access to an area, for code without a route.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
export function checkArea(caller: Caller, area: Area | null, access: 'read' | 'write'): void {
  const session = caller.kind === 'agency' ? caller.session : undefined
  // Callers without a session are checked by other rules. An operation without an area is refused.
  if (!session || (area && mayUse(session.role, area, access))) return
  const requires = area ? rolesFor(area, access).join(' or ') : 'ADMIN'
  throw new ApiError(
    'OPERATION_NOT_PERMITTED',
    `The role ${session.role} is not permitted to use this operation`,
    {
      members: { requires },
    },
  )
}
