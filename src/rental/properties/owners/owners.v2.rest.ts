/** Legacy `/v2/owners`, only for agencies: contract/resources.md §2.1. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { hashPassword } from '../../../platform/crypto/passwords.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { requireProperty } from '../properties/properties.ts'
import { changeOwner } from './change-owner.ts'
import { createOwner } from './create-owner.ts'
import { deleteOwner } from './delete-owner.ts'
import {
  legacyColumns,
  legacyOwner,
  legacyOwnerFields,
  presentLegacyOwner,
  readPassword,
} from './legacy-owner.ts'
import type { Owner } from './owner.ts'
import { listOwners, requireOwner } from './owners.ts'

const common = { tag: 'Owners', access: { callers: ['agency'] } } as const
const ownersRoute = { ...common, path: '/owners' } as const
const ownerRoute = { ...common, path: '/owners/:uid' } as const
const fieldErrors = ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ALREADY_EXISTS'] as const

const query = Type.Object({
  agencyUid: Type.Optional(uid()),
  propertyUid: Type.Optional(uid()),
})
const newOwnerBody = Type.Object({ agencyUid: uid(), ...legacyOwnerFields })
const fullBody = Type.Object(legacyOwnerFields)
const namedOwnerBody = Type.Object({ uid: uid(), ...legacyOwnerFields })

export const legacyOwnerRoutes = [
  route({
    ...ownersRoute,
    method: 'GET',
    summary: 'List owners',
    query,
    response: Type.Array(legacyOwner),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      (await listOwners(ctx, await readOwnerFilters(ctx, query))).map(presentLegacyOwner),
  }),
  route({
    ...ownersRoute,
    method: 'POST',
    summary: 'Add an owner to an agency',
    emits: ['OWNER_CREATED'],
    body: newOwnerBody,
    http: { status: 201 },
    response: legacyOwner,
    errors: [...fieldErrors, 'ACCESS_DENIED'],
    lifecycle: {
      prepare: async (ctx, { body }) => hashIn(body, requireAgencyUid(ctx.caller, body.agencyUid)),
    },
    authorize: async (ctx, { body }) => requireAgencyUid(ctx.caller, body.agencyUid),
    handler: async (ctx, { body, authorized: agencyUid, prepared: hash }) =>
      presentLegacyOwner(await createOwner(ctx, agencyUid, legacyColumns(body), hash)),
  }),
  route({
    ...ownersRoute,
    method: 'PUT',
    operationId: 'replaceNamedOwner',
    summary: 'Replace an owner',
    emits: ['OWNER_UPDATED'],
    body: namedOwnerBody,
    response: legacyOwner,
    errors: [...fieldErrors, 'OWNER_NOT_FOUND'],
    lifecycle: { prepare: async (ctx, { body }) => hashForChange(ctx, body.uid, body) },
    authorize: async (ctx, { body }) => requireOwner(ctx, body.uid),
    handler: async (ctx, { body, authorized, prepared }) =>
      replace(ctx, authorized, body, prepared),
  }),
  route({
    ...ownerRoute,
    method: 'GET',
    summary: 'Get an owner',
    response: legacyOwner,
    errors: ['OWNER_NOT_FOUND'],
    handler: async (ctx, { params }) => presentLegacyOwner(await requireOwner(ctx, params.uid!)),
  }),
  route({
    ...ownerRoute,
    method: 'PUT',
    summary: 'Replace an owner',
    emits: ['OWNER_UPDATED'],
    body: fullBody,
    response: legacyOwner,
    errors: [...fieldErrors, 'OWNER_NOT_FOUND'],
    lifecycle: { prepare: async (ctx, { params, body }) => hashForChange(ctx, params.uid!, body) },
    authorize: async (ctx, { params }) => requireOwner(ctx, params.uid!),
    handler: async (ctx, { body, authorized, prepared }) =>
      replace(ctx, authorized, body, prepared),
  }),
  route({
    ...ownerRoute,
    method: 'DELETE',
    summary: 'Delete an owner',
    emits: ['OWNER_DELETED'],
    http: { status: 204 },
    errors: ['OWNER_NOT_FOUND'],
    authorize: async (ctx, { params }) => requireOwner(ctx, params.uid!),
    handler: async (ctx, { authorized }) => deleteOwner(ctx, authorized),
  }),
]

/** Reads the filters: an agency, a property, or both. */
async function readOwnerFilters(ctx: Context, { agencyUid, propertyUid }: Static<typeof query>) {
  if (agencyUid === undefined && propertyUid === undefined) {
    throw oneOfRequired(['agencyUid', 'propertyUid'])
  }
  const agency = agencyUid === undefined ? undefined : requireAgencyUid(ctx.caller, agencyUid)
  const property = propertyUid === undefined ? undefined : await requireProperty(ctx, propertyUid)
  return { agencyUid: agency, propertyUid: property?.uid }
}

/** Returns the hash of the password in a body; null if there is none. */
async function hashIn(body: Static<typeof fullBody>, agencyUid: string): Promise<string | null> {
  const password = readPassword(body)
  if (password === null) return null
  return hashPassword(password, undefined, { name: agencyUid, isAuthenticated: true })
}

/** Hashes the password after checking access, because hashing is expensive. */
async function hashForChange(ctx: Context, text: string, body: Static<typeof fullBody>) {
  if (readPassword(body) === null) return null
  return hashIn(body, (await requireOwner(ctx, text)).agency_uid)
}

async function replace(
  ctx: Context,
  owner: Owner,
  body: Static<typeof fullBody>,
  hash: string | null,
) {
  return presentLegacyOwner(await changeOwner(ctx, owner, legacyColumns(body), hash))
}
