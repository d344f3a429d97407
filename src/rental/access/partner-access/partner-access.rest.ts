/** Access of partners to an agency, for signed-in managers: contract/resources.md §8.6. */
import { type Context, route } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { asUid } from '../../../platform/uid.ts'
import { disconnectPartner } from '../authorizations/disconnect-partner.ts'
import { listUses } from '../credential-uses/credential-uses.ts'
import type { Grant } from '../grants/grant.ts'
import { listGrantables, listGrants } from '../grants/grants.ts'
import { listPartnersByUid } from '../partners/partners.ts'
import { requireSession } from '../sessions/require-session.ts'
import { changeGrant } from './change-grant.ts'
import {
  connectedPartnerSchema,
  grantInputSchema,
  grantResponse,
  presentConnectedPartner,
  presentGrant,
} from './connected-partner-shape.ts'
import { revokeGrant } from './revoke-grant.ts'

const commonOptions = {
  since: '3.3',
  tag: 'Partners',
  access: {
    callers: ['agency'],
    permit: async ({ caller }: Context) => void requireSession(caller),
  },
} as const

export const partnerAccessRoutes = [
  route({
    ...commonOptions,
    method: 'GET',
    path: '/partners',
    operationId: 'listPartners',
    summary: 'List connected partners',
    response: unpagedResponse('partners', connectedPartnerSchema),
    errors: ['OPERATION_NOT_PERMITTED'],
    handler: async ctx => {
      const { agencyUid } = requireSession(ctx.caller)
      const grants = Map.groupBy(await listGrants(ctx, agencyUid), grant => grant.partner_uid)
      const partners = await listPartnersByUid(ctx, [...grants.keys()])
      const uses = await listUses(ctx, agencyUid, 'PARTNER')
      const presented = partners.map(partner => {
        const { partner_uid: uid } = partner
        return presentConnectedPartner(partner, { grants: grants.get(uid)!, usedAt: uses.get(uid) })
      })
      return unpaged('partners', presented)
    },
  }),
  route({
    ...commonOptions,
    method: 'PUT',
    path: '/partners/:partnerUid/grants/:objectUid',
    operationId: 'putGrant',
    summary: 'Set the access of a partner to a property or multi-unit property',
    description:
      'Grants a connected partner access to another property, or changes its access. The ' +
      'agency is notified by email of new access.',
    emits: ['PROPERTY_ACCESS_GRANTED', 'CHANNEL_ACTIVATED'],
    body: grantInputSchema,
    response: grantResponse,
    errors: ['PARTNER_NOT_FOUND', 'PROPERTY_NOT_FOUND', 'OPERATION_NOT_PERMITTED'],
    authorize: async (ctx, { params }) => {
      const [grant] = await requireGrants(ctx, params.partnerUid!)
      const { agency_uid: agencyUid, partner_uid: partnerUid } = grant!
      const uid = asUid(params.objectUid!)
      const [object] = uid === null ? [] : await listGrantables(ctx, agencyUid, [uid])
      if (!object) throw notFound('PROPERTY_NOT_FOUND', params.objectUid!)
      return { agencyUid, partnerUid, objectUid: object.uid }
    },
    handler: async (ctx, { body, authorized: { objectUid, ...party } }) => {
      const { access, personalData } = body
      const input = { objectUid, access, personalData: personalData ?? false }
      return { grant: presentGrant(await changeGrant(ctx, party, input)) }
    },
  }),
  route({
    ...commonOptions,
    method: 'DELETE',
    path: '/partners/:partnerUid/grants/:objectUid',
    operationId: 'endGrant',
    summary: 'Revoke the access of a partner to a property or multi-unit property',
    http: { status: 204 },
    errors: ['PARTNER_NOT_FOUND', 'GRANT_NOT_FOUND', 'OPERATION_NOT_PERMITTED'],
    authorize: async (ctx, { params }) => {
      const grants = await requireGrants(ctx, params.partnerUid!)
      const uid = asUid(params.objectUid!)
      const grant = grants.find(({ object_uid }) => object_uid === uid)
      if (!grant) throw notFound('GRANT_NOT_FOUND', params.objectUid!)
      return grant
    },
    handler: async (ctx, { authorized }) => revokeGrant(ctx, authorized),
  }),
  route({
    ...commonOptions,
    method: 'DELETE',
    path: '/partners/:partnerUid/connection',
    operationId: 'disconnectPartner',
    summary: 'Disconnect a partner',
    http: { status: 204 },
    errors: ['PARTNER_NOT_FOUND', 'OPERATION_NOT_PERMITTED'],
    authorize: async (ctx, { params }) => requireGrants(ctx, params.partnerUid!),
    handler: async (ctx, { authorized: [grant] }) => {
      const { agency_uid: agencyUid, partner_uid: partnerUid } = grant!
      await disconnectPartner(ctx, { agencyUid, partnerUid })
    },
  }),
]

/**
 * Returns the grants of a partner, at least one.
 *
 * @throws ApiError PARTNER_NOT_FOUND for a partner without grants
 */
async function requireGrants(ctx: Context, uidText: string): Promise<Grant[]> {
  const uid = asUid(uidText)
  const grants =
    uid === null ? [] : await listGrants(ctx, requireSession(ctx.caller).agencyUid, uid)
  if (grants.length === 0) throw notFound('PARTNER_NOT_FOUND', uidText)
  return grants
}
