/** Legacy `/v2/owners`, for the agency alone: contract/resources.md §2.1. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import { hashPassword } from '../../../platform/passwords.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { reachedProperty } from '../properties/properties.ts'
import { changeOwner } from './change-owner.ts'
import { createOwner } from './create-owner.ts'
import { deleteOwner } from './delete-owner.ts'
import {
  legacyColumns,
  legacyOwner,
  legacyOwnerFields,
  passwordIn,
  presentLegacyOwner,
} from './legacy-owner.ts'
import type { Owner } from './owner.ts'
import { listOwners, reachedOwner } from './owners.ts'

const common = { tag: 'Owners', access: { callers: ['agency'] } } as const
const all = { ...common, path: '/owners' } as const
const one = { ...common, path: '/owners/:uid' } as const
const fieldErrors = ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ALREADY_EXISTS'] as const

const query = Type.Object({
  agencyUid: Type.Optional(uid()),
  propertyUid: Type.Optional(uid()),
})
const added = Type.Object({ agencyUid: uid(), ...legacyOwnerFields })
const whole = Type.Object(legacyOwnerFields)
const named = Type.Object({ uid: uid(), ...legacyOwnerFields })

export const legacyOwnerRoutes = [
  route({
    ...all,
    method: 'GET',
    summary: 'List owners',
    query,
    answer: Type.Array(legacyOwner),
    errors: ['REQUIRED_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) =>
      (await listOwners(ctx, await filtersOf(ctx, query))).map(presentLegacyOwner),
  }),
  route({
    ...all,
    method: 'POST',
    summary: 'Add an owner to an agency',
    tells: ['OWNER_CREATED'],
    body: added,
    http: { status: 201 },
    answer: legacyOwner,
    errors: [...fieldErrors, 'ACCESS_DENIED'],
    lifecycle: {
      ahead: async (ctx, { body }) => hashIn(body, reachedAgencyUid(ctx.caller, body.agencyUid)),
    },
    authorize: async (ctx, { body }) => reachedAgencyUid(ctx.caller, body.agencyUid),
    handler: async (ctx, { body, reached: agencyUid, ahead: hash }) =>
      presentLegacyOwner(await createOwner(ctx, agencyUid, legacyColumns(body), hash)),
  }),
  route({
    ...all,
    method: 'PUT',
    operationId: 'replaceNamedOwner',
    summary: 'Replace an owner',
    tells: ['OWNER_UPDATED'],
    body: named,
    answer: legacyOwner,
    errors: [...fieldErrors, 'OWNER_NOT_FOUND'],
    lifecycle: { ahead: async (ctx, { body }) => hashForChange(ctx, body.uid, body) },
    authorize: async (ctx, { body }) => reachedOwner(ctx, body.uid),
    handler: async (ctx, { body, reached, ahead }) => replace(ctx, reached, body, ahead),
  }),
  route({
    ...one,
    method: 'GET',
    summary: 'Get an owner',
    answer: legacyOwner,
    errors: ['OWNER_NOT_FOUND'],
    handler: async (ctx, { params }) => presentLegacyOwner(await reachedOwner(ctx, params.uid!)),
  }),
  route({
    ...one,
    method: 'PUT',
    summary: 'Replace an owner',
    tells: ['OWNER_UPDATED'],
    body: whole,
    answer: legacyOwner,
    errors: [...fieldErrors, 'OWNER_NOT_FOUND'],
    lifecycle: { ahead: async (ctx, { params, body }) => hashForChange(ctx, params.uid!, body) },
    authorize: async (ctx, { params }) => reachedOwner(ctx, params.uid!),
    handler: async (ctx, { body, reached, ahead }) => replace(ctx, reached, body, ahead),
  }),
  route({
    ...one,
    method: 'DELETE',
    summary: 'Delete an owner',
    tells: ['OWNER_DELETED'],
    http: { status: 204 },
    errors: ['OWNER_NOT_FOUND'],
    authorize: async (ctx, { params }) => reachedOwner(ctx, params.uid!),
    handler: async (ctx, { reached }) => deleteOwner(ctx, reached),
  }),
]

/** Reads which agency, property or both owners are listed for. */
async function filtersOf(ctx: Context, { agencyUid, propertyUid }: Static<typeof query>) {
  if (agencyUid === undefined && propertyUid === undefined) {
    throw oneOfRequired(['agencyUid', 'propertyUid'])
  }
  const agency = agencyUid === undefined ? undefined : reachedAgencyUid(ctx.caller, agencyUid)
  const property = propertyUid === undefined ? undefined : await reachedProperty(ctx, propertyUid)
  return { agencyUid: agency, propertyUid: property?.uid }
}

/** The hash of the password that a body gives, if it does. */
async function hashIn(body: Static<typeof whole>, agencyUid: string): Promise<string | null> {
  const password = passwordIn(body)
  if (password === null) return null
  return hashPassword(password, undefined, { name: agencyUid, isKnown: true })
}

/** Nobody has a password hashed for an owner out of reach. */
async function hashForChange(ctx: Context, text: string, body: Static<typeof whole>) {
  if (passwordIn(body) === null) return null
  return hashIn(body, (await reachedOwner(ctx, text)).agency_uid)
}

async function replace(
  ctx: Context,
  owner: Owner,
  body: Static<typeof whole>,
  hash: string | null,
) {
  return presentLegacyOwner(await changeOwner(ctx, owner, legacyColumns(body), hash))
}
