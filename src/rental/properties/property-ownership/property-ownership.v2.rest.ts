/** Legacy `/v2/propertyownership`: contract/resources.md §2.2. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { nullable, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { reachedOwner } from '../owners/owners.ts'
import { type ReachedProperty, reachedProperty } from '../properties/properties.ts'
import { changeOwnership } from './change-ownership.ts'
import { deleteOwnership } from './delete-ownership.ts'
import { findOwnership } from './property-ownership.ts'

const answer = shape('PropertyOwnership', { propertyUid: uid(), ownerUid: nullable(uid()) })
const both = shape('NamedPropertyOwnershipInput', { propertyUid: uid(), ownerUid: uid() })
const ownerOnly = shape('PropertyOwnershipInput', { ownerUid: uid() })
const all = { path: '/propertyownership', tag: 'Owners' } as const
const one = { path: '/propertyownership/:propertyUid', tag: 'Owners' } as const
const writes = { access: 'READ_WRITE' } as const
const pathErrors = ['PROPERTY_NOT_FOUND', 'READ_ONLY_GRANT'] as const
const assignErrors = [...pathErrors, 'OWNER_NOT_FOUND'] as const

export const legacyOwnershipRoutes = [
  route({
    ...one,
    method: 'GET',
    operationId: 'getPropertyOwnership',
    summary: 'Get the owner of a property',
    answer,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      present(ctx, await reachedProperty(ctx, params.propertyUid!, { inPath: true })),
  }),
  route({
    ...one,
    method: 'POST',
    operationId: 'assignPropertyOwnership',
    summary: 'Assign an owner to a property',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: ownerOnly,
    http: { status: 201 },
    answer,
    errors: assignErrors,
    authorize: async (ctx, { params }) => inPath(ctx, params.propertyUid!),
    handler: async (ctx, { body, reached }) => assign(ctx, reached, body.ownerUid),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Assign an owner to a property',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: ownerOnly,
    answer,
    errors: assignErrors,
    authorize: async (ctx, { params }) => inPath(ctx, params.propertyUid!),
    handler: async (ctx, { body, reached }) => assign(ctx, reached, body.ownerUid),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Remove the owner of a property',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    http: { status: 204 },
    errors: [...pathErrors, 'PROPERTY_OWNERSHIP_NOT_FOUND'],
    authorize: async (ctx, { params }) => inPath(ctx, params.propertyUid!),
    handler: async (ctx, { reached }) => deleteOwnership(ctx, reached),
  }),
  route({
    ...all,
    method: 'GET',
    operationId: 'getNamedPropertyOwnership',
    summary: 'Get the owner of a property by query',
    query: Type.Object({ propertyUid: uid() }),
    answer,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) => present(ctx, await reachedProperty(ctx, query.propertyUid)),
  }),
  route({
    ...all,
    method: 'POST',
    operationId: 'assignNamedPropertyOwnership',
    summary: 'Assign an owner to a property by body',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: both,
    http: { status: 201 },
    answer,
    errors: ['ACCESS_DENIED', 'OWNER_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { body }) => reachedProperty(ctx, body.propertyUid, writes),
    handler: async (ctx, { body, reached }) => assign(ctx, reached, body.ownerUid),
  }),
  route({
    ...all,
    method: 'DELETE',
    operationId: 'deleteNamedPropertyOwnership',
    summary: 'Remove the owner of a property by query',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    query: both,
    http: { status: 204 },
    errors: ['ACCESS_DENIED', 'OWNER_NOT_FOUND', 'PROPERTY_OWNERSHIP_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) => reachedProperty(ctx, query.propertyUid, writes),
    handler: async (ctx, { query, reached }) => {
      const owner = await reachedOwner(ctx, query.ownerUid)
      await deleteOwnership(ctx, reached, owner.uid)
    },
  }),
  route({
    path: '/owners',
    tag: 'Owners',
    access: { callers: ['agency'] },
    method: 'DELETE',
    operationId: 'deleteOwnerOfProperty',
    summary: 'Remove the owner of a property by query',
    tells: ['PROPERTY_OWNERSHIP_UPDATED'],
    query: Type.Object({ propertyUid: uid() }),
    http: { status: 204 },
    errors: ['ACCESS_DENIED', 'PROPERTY_OWNERSHIP_NOT_FOUND'],
    authorize: async (ctx, { query }) => reachedProperty(ctx, query.propertyUid),
    handler: async (ctx, { reached }) => deleteOwnership(ctx, reached),
  }),
]

function inPath(ctx: Context, text: string): Promise<ReachedProperty> {
  return reachedProperty(ctx, text, { ...writes, inPath: true })
}

async function assign(ctx: Context, property: ReachedProperty, ownerUid: string) {
  await changeOwnership(ctx, property, { owner: ownerUid })
  return present(ctx, property)
}

async function present(ctx: Context, property: ReachedProperty): Promise<Static<typeof answer>> {
  const ownership = await findOwnership(ctx, property)
  return { propertyUid: property.uid, ownerUid: ownership?.owner_uid ?? null }
}
