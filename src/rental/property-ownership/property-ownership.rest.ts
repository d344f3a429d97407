/** Who owns a property: contract/resources.md §2.2. */
import { route } from '../../context.ts'
import { utcText } from '../../platform/dates.ts'
import { nullable, shape, Type, uid, utcDateTime } from '../../platform/rest/fields.ts'
import { reachedProperty } from '../properties/properties.ts'
import { changeOwnership } from './change-ownership.ts'
import { deleteOwnership } from './delete-ownership.ts'
import { findOwnership, type PropertyOwnership } from './property-ownership.ts'

const propertyOwnership = shape('PropertyOwnership', {
  propertyUid: uid(),
  ownerUid: nullable(uid()),
  sinceUtcDateTime: nullable(utcDateTime()),
})

const answer = Type.Object({ propertyOwnership })
const one = { path: '/property-ownership/:propertyUid', tag: 'Owners' } as const
const writes = { inPath: true, access: 'READ_WRITE' } as const

export const propertyOwnershipRoutes = [
  route({
    ...one,
    method: 'GET',
    summary: 'Get the owner of a property',
    answer,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) => {
      const property = await reachedProperty(ctx, params.propertyUid!, { inPath: true })
      return presentOwnership(property, await findOwnership(ctx, property))
    },
  }),
  route({
    ...one,
    method: 'PUT',
    since: '3.3',
    operationId: 'assignPropertyOwnership',
    summary: 'Assign an owner to a property',
    body: Type.Object({ ownerUid: uid() }),
    answer,
    errors: ['REQUIRED_PARAMETER', 'PROPERTY_NOT_FOUND', 'OWNER_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { body, reached }) =>
      presentOwnership(reached, await changeOwnership(ctx, reached, body.ownerUid)),
  }),
  route({
    ...one,
    method: 'DELETE',
    since: '3.3',
    summary: 'Take its owner from a property',
    status: 204,
    errors: ['PROPERTY_NOT_FOUND', 'PROPERTY_OWNERSHIP_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { reached }) => deleteOwnership(ctx, reached),
  }),
]

function presentOwnership({ uid }: { uid: string }, ownership: PropertyOwnership | undefined) {
  return {
    propertyOwnership: {
      propertyUid: uid,
      ownerUid: ownership?.owner_uid ?? null,
      sinceUtcDateTime: ownership ? utcText(ownership.since) : null,
    },
  }
}
