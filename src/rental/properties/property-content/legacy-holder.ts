/** How the legacy interface names the property of content: contract/properties.md §5.3. */
import type { Context } from '../../../context.ts'
import { requiredParameter } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import type { Wanted } from '../../access/partners/reach.sql.ts'
import { type ReachedProperty, reachedProperty } from '../properties/properties.ts'

/** In writes it may stand in the query or in the body. */
export const legacyHolderField = { propertyUid: Type.Optional(uid()) }

interface Named {
  propertyUid?: string
}

/** @throws ApiError REQUIRED_PARAMETER, ACCESS_DENIED, READ_ONLY_GRANT */
export async function legacyHolder(
  ctx: Context,
  { query, body }: { query: Named; body: Named },
  wanted: Pick<Wanted, 'access'> = {},
): Promise<ReachedProperty> {
  const propertyUid = query.propertyUid ?? body.propertyUid
  if (propertyUid === undefined) throw requiredParameter('propertyUid')
  return reachedProperty(ctx, propertyUid, wanted)
}
