/** Legacy `/v2/units`, a master and its subs: contract/properties.md §5.3. */
import { type Context, route } from '../../../context.ts'
import { bool, listOf, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { type ReachedProperty, reachedProperty } from '../properties/properties.ts'
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
    answer: family,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      presentFamily(ctx, await reachedProperty(ctx, query.propertyUid)),
  }),
  route({
    method: 'PUT',
    path: '/units',
    operationId: 'replaceSubProperties',
    summary: 'Replace the sub-properties of a master property',
    tells: ['UPDATED_PROPERTY'],
    tag: 'Properties',
    query,
    body: Type.Object({ subPropertiesUids: listOf(uid()), masterBookable: Type.Optional(bool()) }),
    answer: family,
    errors: ['ACCESS_DENIED', 'READ_ONLY_GRANT', 'STATE_CONFLICT'],
    authorize: async (ctx, { query }) =>
      reachedProperty(ctx, query.propertyUid, { access: 'READ_WRITE' }),
    handler: async (ctx, { body, reached }) => {
      const { subPropertiesUids: subUids, masterBookable } = body
      await changeSubProperties(ctx, reached, { subUids, masterBookable })
      return presentFamily(ctx, reached)
    },
  }),
]

/** The family that a property belongs to, as master or as sub; alone it is its own master. */
async function presentFamily(ctx: Context, property: ReachedProperty) {
  const found = await findFamily(ctx, property)
  return {
    masterPropertyUid: found.uid,
    masterBookable: found.master_bookable,
    subPropertiesUids: found.subUids,
  }
}
