/** Who owns a property: contract/resources.md §2.2. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { utcText } from '../../../platform/dates.ts'
import { exactlyOne, oneOfRequired } from '../../../platform/errors.ts'
import { nullable, shape, Type, text, uid, utcDateTime } from '../../../platform/rest/fields.ts'
import { type ReachedProperty, reachedProperty } from '../properties/properties.ts'
import { changeOwnership } from './change-ownership.ts'
import { deleteOwnership } from './delete-ownership.ts'
import { findOwnership } from './property-ownership.ts'

const owner = shape('OwnerName', { uid: uid(), email: text(), firstName: text(), lastName: text() })

const propertyOwnership = shape('PropertyOwnership', {
  propertyUid: uid(),
  ownerUid: nullable(uid()),
  owner: nullable(owner),
  sinceUtcDateTime: nullable(utcDateTime()),
})

const answer = Type.Object({ propertyOwnership })
const one = { path: '/property-ownership/:propertyUid', tag: 'Owners' } as const
const writes = { inPath: true, access: 'READ_WRITE' } as const
const writeErrors = [
  'REQUIRED_PARAMETER',
  'PROPERTY_NOT_FOUND',
  'OWNER_NOT_FOUND',
  'READ_ONLY_GRANT',
] as const

const named = Type.Object({
  owner: Type.Optional(Type.Object({ uid: uid() })),
  ownerUid: Type.Optional(uid()),
})

export const propertyOwnershipRoutes = [
  route({
    ...one,
    method: 'GET',
    summary: 'Get the owner of a property',
    answer,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      present(ctx, await reachedProperty(ctx, params.propertyUid!, { inPath: true })),
  }),
  route({
    ...one,
    method: 'PATCH',
    summary: 'Assign an owner to a property',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: named,
    answer,
    errors: [...writeErrors, 'CONFLICTING_PARAMETERS'],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { body, reached }) => {
      await changeOwnership(ctx, reached, ownerUidIn(body))
      return present(ctx, reached)
    },
  }),
  route({
    ...one,
    method: 'PUT',
    since: '3.3',
    operationId: 'assignPropertyOwnership',
    summary: 'Assign an owner to a property, by its uid alone',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: Type.Object({ ownerUid: uid() }),
    answer,
    errors: writeErrors,
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { body, reached }) => {
      await changeOwnership(ctx, reached, body.ownerUid)
      return present(ctx, reached)
    },
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Take its owner from a property',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    answer: Type.Object({}),
    errors: ['PROPERTY_NOT_FOUND', 'PROPERTY_OWNERSHIP_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { params }) => reachedProperty(ctx, params.propertyUid!, writes),
    handler: async (ctx, { reached }) => {
      await deleteOwnership(ctx, reached)
      return {}
    },
  }),
]

/** @throws ApiError REQUIRED_PARAMETER, CONFLICTING_PARAMETERS for two that differ */
function ownerUidIn({ owner, ownerUid = owner?.uid }: Static<typeof named>): string {
  const oneOf = ['owner', 'ownerUid']
  if (ownerUid === undefined) throw oneOfRequired(oneOf)
  if (owner && owner.uid.toLowerCase() !== ownerUid.toLowerCase()) throw exactlyOne(oneOf)
  return ownerUid
}

async function present(ctx: Context, property: ReachedProperty): Promise<Static<typeof answer>> {
  const owned = await findOwnership(ctx, property)
  const { owner_uid: ownerUid = null } = owned ?? {}
  return {
    propertyOwnership: {
      propertyUid: property.uid,
      ownerUid,
      owner: owned
        ? {
            uid: owned.owner_uid,
            email: owned.email,
            firstName: owned.first_name,
            lastName: owned.last_name,
          }
        : null,
      sinceUtcDateTime: owned ? utcText(owned.since) : null,
    },
  }
}
