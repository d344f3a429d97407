/** Objects with custom data: a property, a lead or a unit (contract/resources.md §4.2). */
import type { Context } from '../../../context.ts'
import { exactlyOne, oneOfRequired } from '../../../platform/errors.ts'
import { nullable, since, Type, uid } from '../../../platform/rest/fields.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { RequiredAccess } from '../../access/partners/access-scope.sql.ts'
import { requireLead } from '../../leads/leads/leads.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { requireUnit } from '../../properties/units/units.ts'
import type { DataObject } from './custom-data.ts'

/** First version in which units have custom data. */
export const unitsSince: Version = '3.1'

/** Query parameters, exactly one of which is required. */
export const objectQuery = {
  propertyUid: Type.Optional(uid()),
  leadUid: Type.Optional(uid()),
  unitUid: Type.Optional(since(unitsSince, uid())),
}

/** Body fields, exactly one of which is required. The others may be null. */
export const objectBody = {
  propertyUid: Type.Optional(nullable(uid())),
  leadUid: Type.Optional(nullable(uid())),
  unitUid: Type.Optional(since(unitsSince, nullable(uid()))),
}

type ObjectParameters = Partial<Record<keyof typeof objectBody, string | null>>

/** Object of a request. No events are recorded for a sample lead. */
export interface RequestedObject extends DataObject {
  isSample: boolean
}

/**
 * Returns the object of a query or body and checks the access of the caller.
 *
 * @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS, ACCESS_DENIED, LEAD_NOT_FOUND,
 *   READ_ONLY_GRANT
 */
export async function requireObject(
  ctx: Context,
  values: ObjectParameters,
  version: Version,
  required: Pick<RequiredAccess, 'access'> = {},
): Promise<RequestedObject> {
  const units = existsIn(version, { since: unitsSince }) ? (['unitUid'] as const) : []
  const parameters = ['propertyUid', 'leadUid', ...units] as const
  const [parameter, ...conflicting] = parameters.filter(name => values[name] != null)
  if (parameter === undefined) throw oneOfRequired([...parameters])
  if (conflicting.length > 0) throw exactlyOne([...parameters])
  return finders[parameter](ctx, values[parameter]!, required)
}

type Find = (
  ctx: Context,
  uidText: string,
  required: Pick<RequiredAccess, 'access'>,
) => Promise<RequestedObject>

const finders: Record<keyof ObjectParameters, Find> = {
  propertyUid: async (ctx, uidText, required) => {
    const { agency_uid, uid } = await requireProperty(ctx, uidText, required)
    return { agency_uid, uid, type: 'PROPERTY', property_uid: uid, isSample: false }
  },
  leadUid: async (ctx, uidText, required) => {
    const { agency_uid, uid, property_uid, status } = await requireLead(ctx, uidText, required)
    return { agency_uid, uid, type: 'LEAD', property_uid, isSample: status === 'SAMPLE' }
  },
  unitUid: async (ctx, uidText, required) => {
    const { agency_uid, uid, property_uid } = await requireUnit(ctx, uidText, required)
    return { agency_uid, uid, type: 'UNIT', property_uid, isSample: false }
  },
}
