/** Owners: contract/resources.md §2.1. */
import { route } from '../../../context.ts'
import { Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { changeOwner } from './change-owner.ts'
import { createOwner } from './create-owner.ts'
import { deleteOwner } from './delete-owner.ts'
import type { NewOwnerColumns } from './owner.ts'
import { newOwner, owner, ownerColumns, ownerPatch, presentOwner } from './owner-shape.ts'
import { listOwners, requireOwner } from './owners.ts'

const response = Type.Object({ owner })
const ownersRoute = { path: '/owners', tag: 'Owners' } as const
const ownerRoute = {
  path: '/owners/:uid',
  http: { findState: stateReader('owners', 'OWNER') },
  tag: 'Owners',
} as const
/** Access of writes. Partners only read owners. */
const agencyOnly = { access: { callers: ['agency'] } } as const
const fieldErrors = ['CONFLICTING_PARAMETERS', 'ALREADY_EXISTS'] as const

export const ownerRoutes = [
  route({
    ...ownersRoute,
    method: 'GET',
    summary: 'List the owners of an agency',
    query: Type.Object({ agencyUid: uid(), query: Type.Optional(text()) }),
    response: unpagedResponse('owners', owner),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query: { agencyUid, query } }) => {
      const filters = { agencyUid: requireAgencyUid(ctx.caller, agencyUid), query }
      return unpaged('owners', (await listOwners(ctx, filters)).map(presentOwner))
    },
  }),
  route({
    ...ownersRoute,
    ...agencyOnly,
    method: 'POST',
    summary: 'Add an owner to an agency',
    emits: ['OWNER_CREATED'],
    body: newOwner,
    http: { status: 201 },
    response,
    errors: [...fieldErrors, 'ACCESS_DENIED'],
    authorize: async (ctx, { body }) => requireAgencyUid(ctx.caller, body.agencyUid),
    handler: async (ctx, { body, authorized: agencyUid }) => {
      const created = await createOwner(ctx, agencyUid, ownerColumns(body) as NewOwnerColumns)
      return { owner: presentOwner(created) }
    },
  }),
  route({
    ...ownerRoute,
    method: 'GET',
    summary: 'Get an owner',
    response,
    errors: ['OWNER_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      owner: presentOwner(await requireOwner(ctx, params.uid!)),
    }),
  }),
  route({
    ...ownerRoute,
    ...agencyOnly,
    method: 'PATCH',
    summary: 'Update an owner',
    emits: ['OWNER_UPDATED'],
    body: ownerPatch,
    response,
    errors: [...fieldErrors, 'OWNER_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireOwner(ctx, params.uid!),
    handler: async (ctx, { body, authorized }) => ({
      owner: presentOwner(await changeOwner(ctx, authorized, ownerColumns(body))),
    }),
  }),
  route({
    ...ownerRoute,
    ...agencyOnly,
    method: 'DELETE',
    summary: 'Delete an owner',
    emits: ['PROPERTY_OWNERSHIP_UPDATED', 'OWNER_DELETED'],
    http: { ...ownerRoute.http, status: 204 },
    errors: ['OWNER_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireOwner(ctx, params.uid!),
    handler: async (ctx, { authorized }) => deleteOwner(ctx, authorized),
  }),
]
