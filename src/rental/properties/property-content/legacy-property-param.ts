/** Property parameter of content in the legacy interface: contract/properties.md §5.3. */
import type { Context } from '../../../context.ts'
import { requiredParameter } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import type { RequiredAccess } from '../../access/partners/access-scope.sql.ts'
import { type AccessibleProperty, requireProperty } from '../properties/properties.ts'

/** Parameter of writes, in the query or in the body. */
export const propertyUidParam = { propertyUid: Type.Optional(uid()) }

interface Named {
  propertyUid?: string
}

/** @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED, READ_ONLY_GRANT */
export async function requirePropertyParam(
  ctx: Context,
  { query, body }: { query: Named; body: Named },
  options: Pick<RequiredAccess, 'access'> = {},
): Promise<AccessibleProperty> {
  const propertyUid = query.propertyUid ?? body.propertyUid
  if (propertyUid === undefined) throw requiredParameter('propertyUid')
  return requireProperty(ctx, propertyUid, options)
}
