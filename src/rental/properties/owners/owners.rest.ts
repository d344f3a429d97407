/** Owners: contract/resources.md §2.1. */
import { route } from '../../../context.ts'
import { Type, text, uid } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedAnswer } from '../../../platform/rest/list.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { changeOwner } from './change-owner.ts'
import { createOwner } from './create-owner.ts'
import { deleteOwner } from './delete-owner.ts'
import type { NewOwnerColumns } from './owner.ts'
import { newOwner, owner, ownerColumns, ownerParts, presentOwner } from './owner-shape.ts'
import { listOwners, reachedOwner } from './owners.ts'

const answer = Type.Object({ owner })
const all = { path: '/owners', tag: 'Owners' } as const
const one = {
  path: '/owners/:uid',
  http: { findState: stateOfRows('owners', 'OWNER') },
  tag: 'Owners',
} as const
/** Partners read owners, and write none. */
const agencyOnly = { access: { callers: ['agency'] } } as const
const fieldErrors = ['CONFLICTING_PARAMETERS', 'ALREADY_EXISTS'] as const

export const ownerRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List the owners of an agency',
    query: Type.Object({ agencyUid: uid(), query: Type.Optional(text()) }),
    answer: unpagedAnswer('owners', owner),
    errors: ['ACCESS_DENIED'],
    handler: async (ctx, { query: { agencyUid, query } }) => {
      const filters = { agencyUid: reachedAgencyUid(ctx.caller, agencyUid), query }
      return unpaged('owners', (await listOwners(ctx, filters)).map(presentOwner))
    },
  }),
  route({
    ...all,
    ...agencyOnly,
    method: 'POST',
    summary: 'Add an owner to an agency',
    tells: ['OWNER_CREATED'],
    body: newOwner,
    http: { status: 201 },
    answer,
    errors: [...fieldErrors, 'ACCESS_DENIED'],
    authorize: async (ctx, { body }) => reachedAgencyUid(ctx.caller, body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid }) => {
      const created = await createOwner(ctx, agencyUid, ownerColumns(body) as NewOwnerColumns)
      return { owner: presentOwner(created) }
    },
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get an owner',
    answer,
    errors: ['OWNER_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      owner: presentOwner(await reachedOwner(ctx, params.uid!)),
    }),
  }),
  route({
    ...one,
    ...agencyOnly,
    method: 'PATCH',
    summary: 'Update an owner',
    tells: ['OWNER_UPDATED'],
    body: ownerParts,
    answer,
    errors: [...fieldErrors, 'OWNER_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedOwner(ctx, params.uid!),
    handler: async (ctx, { body, reached }) => ({
      owner: presentOwner(await changeOwner(ctx, reached, ownerColumns(body))),
    }),
  }),
  route({
    ...one,
    ...agencyOnly,
    method: 'DELETE',
    summary: 'Delete an owner',
    tells: ['PROPERTY_OWNERSHIP_UPDATED', 'OWNER_DELETED'],
    http: { ...one.http, status: 204 },
    errors: ['OWNER_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedOwner(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteOwner(ctx, reached),
  }),
]
