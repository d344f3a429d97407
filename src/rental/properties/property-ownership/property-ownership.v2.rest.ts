/** Legacy `/v2/propertyownership`: contract/resources.md §2.2. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { nullable, shape, Type, uid } from '../../../platform/rest/fields.ts'
import { requireOwner } from '../owners/owners.ts'
import { type AccessibleProperty, requireProperty } from '../properties/properties.ts'
import { changeOwnership } from './change-ownership.ts'
import { deleteOwnership } from './delete-ownership.ts'
import { findOwnership } from './property-ownership.ts'

const response = shape('PropertyOwnership', { propertyUid: uid(), ownerUid: nullable(uid()) })
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
    response,
    errors: ['PROPERTY_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      presentLegacyOwnership(
        ctx,
        await requireProperty(ctx, params.propertyUid!, { inPath: true }),
      ),
  }),
  route({
    ...one,
    method: 'POST',
    operationId: 'assignPropertyOwnership',
    summary: 'Assign an owner to a property',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: ownerOnly,
    http: { status: 201 },
    response,
    errors: assignErrors,
    authorize: async (ctx, { params }) => inPath(ctx, params.propertyUid!),
    handler: async (ctx, { body, authorized }) => assign(ctx, authorized, body.ownerUid),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Assign an owner to a property',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: ownerOnly,
    response,
    errors: assignErrors,
    authorize: async (ctx, { params }) => inPath(ctx, params.propertyUid!),
    handler: async (ctx, { body, authorized }) => assign(ctx, authorized, body.ownerUid),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Remove the owner of a property',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    http: { status: 204 },
    errors: [...pathErrors, 'PROPERTY_OWNERSHIP_NOT_FOUND'],
    authorize: async (ctx, { params }) => inPath(ctx, params.propertyUid!),
    handler: async (ctx, { authorized }) => deleteOwnership(ctx, authorized),
  }),
  route({
    ...all,
    method: 'GET',
    operationId: 'getNamedPropertyOwnership',
    summary: 'Get the owner of a property by query',
    query: Type.Object({ propertyUid: uid() }),
    response,
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      presentLegacyOwnership(ctx, await requireProperty(ctx, query.propertyUid)),
  }),
  route({
    ...all,
    method: 'POST',
    operationId: 'assignNamedPropertyOwnership',
    summary: 'Assign an owner to a property by body',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    body: both,
    http: { status: 201 },
    response,
    errors: ['ACCESS_DENIED', 'OWNER_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { body }) => requireProperty(ctx, body.propertyUid, writes),
    handler: async (ctx, { body, authorized }) => assign(ctx, authorized, body.ownerUid),
  }),
  route({
    ...all,
    method: 'DELETE',
    operationId: 'deleteNamedPropertyOwnership',
    summary: 'Remove the owner of a property by query',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    query: both,
    http: { status: 204 },
    errors: ['ACCESS_DENIED', 'OWNER_NOT_FOUND', 'PROPERTY_OWNERSHIP_NOT_FOUND', 'READ_ONLY_GRANT'],
    authorize: async (ctx, { query }) => requireProperty(ctx, query.propertyUid, writes),
    handler: async (ctx, { query, authorized }) => {
      const owner = await requireOwner(ctx, query.ownerUid)
      await deleteOwnership(ctx, authorized, owner.uid)
    },
  }),
  route({
    path: '/owners',
    tag: 'Owners',
    access: { callers: ['agency'] },
    method: 'DELETE',
    operationId: 'deleteOwnerOfProperty',
    summary: 'Remove the owner of a property by query',
    emits: ['PROPERTY_OWNERSHIP_UPDATED'],
    query: Type.Object({ propertyUid: uid() }),
    http: { status: 204 },
    errors: ['ACCESS_DENIED', 'PROPERTY_OWNERSHIP_NOT_FOUND'],
    authorize: async (ctx, { query }) => requireProperty(ctx, query.propertyUid),
    handler: async (ctx, { authorized }) => deleteOwnership(ctx, authorized),
  }),
]

function inPath(ctx: Context, text: string): Promise<AccessibleProperty> {
  return requireProperty(ctx, text, { ...writes, inPath: true })
}

async function assign(ctx: Context, property: AccessibleProperty, ownerUid: string) {
  await changeOwnership(ctx, property, { owner: ownerUid })
  return presentLegacyOwnership(ctx, property)
}

async function presentLegacyOwnership(
  ctx: Context,
  property: AccessibleProperty,
): Promise<Static<typeof response>> {
  const ownership = await findOwnership(ctx, property)
  return { propertyUid: property.uid, ownerUid: ownership?.owner_uid ?? null }
}
