/** What custom data is about: a property, a lead or a unit (contract/resources.md §4.2). */
import type { Context } from '../../../context.ts'
import { exactlyOne, oneOfRequired } from '../../../platform/errors.ts'
import { nullable, since, Type, uid } from '../../../platform/rest/fields.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import type { Wanted } from '../../access/partners/reach.sql.ts'
import { reachedLead } from '../../leads/leads/leads.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { reachedUnit } from '../../properties/units/units.ts'
import type { DataObject } from './custom-data.ts'

/** Since when units have custom data. */
export const unitsSince: Version = '3.1'

/** The parameters of which a query has one. */
export const objectQuery = {
  propertyUid: Type.Optional(uid()),
  leadUid: Type.Optional(uid()),
  unitUid: Type.Optional(since(unitsSince, uid())),
}

/** How a body names an object: one uid, while the others may be null. */
export const objectBody = {
  propertyUid: Type.Optional(nullable(uid())),
  leadUid: Type.Optional(nullable(uid())),
  unitUid: Type.Optional(since(unitsSince, nullable(uid()))),
}

type ObjectNames = Partial<Record<keyof typeof objectBody, string | null>>

/** An object that a request named; nothing is told of a sample lead. */
export interface ReachedObject extends DataObject {
  isSample: boolean
}

/**
 * The object that a query or body names.
 *
 * @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS, ACCESS_DENIED, LEAD_NOT_FOUND,
 *   READ_ONLY_GRANT
 */
export async function reachedObject(
  ctx: Context,
  names: ObjectNames,
  version: Version,
  wanted: Pick<Wanted, 'access'> = {},
): Promise<ReachedObject> {
  const units = existsIn(version, { since: unitsSince }) ? (['unitUid'] as const) : []
  const possible = ['propertyUid', 'leadUid', ...units] as const
  const [name, ...others] = possible.filter(one => names[one] != null)
  if (name === undefined) throw oneOfRequired([...possible])
  if (others.length > 0) throw exactlyOne([...possible])
  return finders[name](ctx, names[name]!, wanted)
}

type Find = (ctx: Context, text: string, wanted: Pick<Wanted, 'access'>) => Promise<ReachedObject>

const finders: Record<keyof ObjectNames, Find> = {
  propertyUid: async (ctx, text, wanted) => {
    const { agency_uid, uid } = await reachedProperty(ctx, text, wanted)
    return { agency_uid, uid, type: 'PROPERTY', property_uid: uid, isSample: false }
  },
  leadUid: async (ctx, text, wanted) => {
    const { agency_uid, uid, property_uid, status } = await reachedLead(ctx, text, wanted)
    return { agency_uid, uid, type: 'LEAD', property_uid, isSample: status === 'SAMPLE' }
  },
  unitUid: async (ctx, text, wanted) => {
    const { agency_uid, uid, property_uid } = await reachedUnit(ctx, text, wanted)
    return { agency_uid, uid, type: 'UNIT', property_uid, isSample: false }
  },
}
