/** Legacy `/v2/units`, a master and its sub-properties: contract/properties.md §5.3. */
import { type Context, route } from '../../../context.ts'
import { bool, listOf, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { type AccessibleProperty, requireProperty } from '../properties/properties.ts'
import { changeSubProperties } from './change-sub-properties.ts'
import { findFamily } from './sub-properties.ts'

const family = shape('SubProperties', {
  masterPropertyUid: uid(),
  masterBookable: bool(),
  subPropertiesUids: listOf(uid()),
})

const query = Type.Object({ propertyUid: uid() })

export const legacySubPropertyRoutes = [
  route({
    method: 'GET',
    path: '/units',
    operationId: 'getSubProperties',
    summary: 'Get a master property and its sub-properties',
    tag: 'Properties',
    query,
    response: family,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      presentFamily(ctx, await requireProperty(ctx, query.propertyUid)),
  }),
  route({
    method: 'PUT',
    path: '/units',
    operationId: 'replaceSubProperties',
    summary: 'Replace the sub-properties of a master property',
    emits: ['UPDATED_PROPERTY'],
    tag: 'Properties',
    query,
    body: Type.Object({ subPropertiesUids: listOf(uid()), masterBookable: Type.Optional(bool()) }),
    response: family,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { query }) =>
      requireProperty(ctx, query.propertyUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, authorized }) => {
      const { subPropertiesUids: subUids, masterBookable } = body
      await changeSubProperties(ctx, authorized, { subUids, masterBookable })
      return presentFamily(ctx, authorized)
    },
  }),
]

/** Returns the family of a property. A property without a family is its own master. */
async function presentFamily(ctx: Context, property: AccessibleProperty) {
  const family = await findFamily(ctx, property)
  return {
    masterPropertyUid: family.uid,
    masterBookable: family.master_bookable,
    subPropertiesUids: family.subUids,
  }
}
