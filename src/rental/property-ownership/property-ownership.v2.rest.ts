/** Legacy `/v2/propertyownership`: contract/resources.md §2.2. */
import { route } from '../../context.ts'
import { nullable, shape, Type, uid } from '../../platform/rest/fields.ts'
import { reachedOwner } from '../owners/owners.ts'
import { reachedProperty } from '../properties/properties.ts'
import { changeOwnership } from './change-ownership.ts'
import { deleteOwnership } from './delete-ownership.ts'
import { findOwnership } from './property-ownership.ts'

const answer = shape('PropertyOwnership', { propertyUid: uid(), ownerUid: nullable(uid()) })
const both = Type.Object({ propertyUid: uid(), ownerUid: uid() })
const all = { path: '/propertyownership', tag: 'Owners' } as const
const writes = { access: 'READ_WRITE' } as const

export const legacyOwnershipRoutes = [
  route({
    ...all,
    method: 'GET',
    operationId: 'getPropertyOwnership',
    summary: 'Get the owner of a property',
    query: Type.Object({ propertyUid: uid() }),
    answer,
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const property = await reachedProperty(ctx, query.propertyUid)
      const ownership = await findOwnership(ctx, property)
      return { propertyUid: property.uid, ownerUid: ownership?.owner_uid ?? null }
    },
  }),
  route({
    ...all,
    method: 'POST',
    operationId: 'assignPropertyOwnership',
    summary: 'Assign an owner to a property',
    body: both,
    status: 201,
    answer,
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED', 'OWNER_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { body }) => reachedProperty(ctx, body.propertyUid, writes),
    handler: async (ctx, { body, reached }) => {
      const { owner_uid } = await changeOwnership(ctx, reached, body.ownerUid)
      return { propertyUid: reached.uid, ownerUid: owner_uid }
    },
  }),
  route({
    ...all,
    method: 'DELETE',
    summary: 'Take its owner from a property',
    query: both,
    status: 204,
    errors: [
      'REQUIRED_PARAMETER',
      'ACCESS_DENIED',
      'OWNER_NOT_FOUND',
      'PROPERTY_OWNERSHIP_NOT_FOUND',
      'READ_ONLY_GRANT',
    ],
    authorize: async (ctx, { query }) => reachedProperty(ctx, query.propertyUid, writes),
    handler: async (ctx, { query, reached }) => {
      const owner = await reachedOwner(ctx, query.ownerUid)
      await deleteOwnership(ctx, reached, owner.uid)
    },
  }),
]
