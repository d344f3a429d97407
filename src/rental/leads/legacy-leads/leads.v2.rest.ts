/** Routes of legacy `/v2/leads`: contract/leads.md §10. */
import { type Context, route } from '../../../context.ts'
import { ApiError, oneOfRequired } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { findSettings } from '../../access/agencies/agencies.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stayViolations } from '../../prices/stays/stay.ts'
import { requireProperty } from '../../properties/properties/properties.ts'
import { transitionLead } from '../lead-actions/transition-lead.ts'
import { createLead } from '../lead-writes/create-lead.ts'
import { deleteLeadRoute } from '../lead-writes/lead-deletion-routes.ts'
import { writableLead } from '../lead-writes/read-lead.ts'
import { listLegacyLeads, requireLegacyLead } from '../leads/leads.ts'
import { changeLegacyLead } from './change-legacy-lead.ts'
import { legacyLeadChange, newLegacyLeadBody } from './legacy-body.ts'
import { legacyLeadSchema, presentLegacyLead } from './legacy-lead.ts'
import { readLegacyChange, readNewLegacyLead } from './read-legacy-lead.ts'

const writeErrors = [
  'REQUIRED_PARAMETER',
  'INVALID_PARAMETER',
  'INVALID_ENUM_VALUE',
  'INVALID_DATE_RANGE',
  'ACCESS_DENIED',
  'READ_ONLY_GRANT',
  'OPERATION_NOT_PERMITTED',
] as const

export const legacyLeadRoutes = [
  route({
    method: 'GET',
    path: '/leads',
    summary: 'List leads',
    tag: 'Leads',
    query: Type.Object({
      agencyUid: Type.Optional(uid()),
      propertyUid: Type.Optional(uid()),
      ...offsetQuery,
    }),
    response: Type.Array(legacyLeadSchema),
    http: { cache: { tagsOf: tagsFrom('propertyUid', ['limit', 'offset']) } },
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { agencyUid, propertyUid } = query
      if (agencyUid === undefined && propertyUid === undefined) {
        throw oneOfRequired(['propertyUid', 'agencyUid'])
      }
      if (agencyUid !== undefined) requireAgencyUid(ctx.caller, agencyUid)
      if (propertyUid !== undefined) await requireProperty(ctx, propertyUid, { orDeleted: true })
      const page = readOffsetPage(query)
      const rows = await listLegacyLeads(ctx, { agencyUid, propertyUid }, page)
      return rows.map(presentLegacyLead)
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:uid',
    summary: 'Get a lead',
    tag: 'Leads',
    response: legacyLeadSchema,
    http: { cache: {} },
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      presentLegacyLead(await requireLegacyLead(ctx, params.uid!)),
  }),
  route({
    method: 'POST',
    path: '/leads',
    summary: 'Create a lead',
    emits: [
      'NEW_BOOKING_REQUEST',
      'PROPERTY_AVAILABILITY_UPDATED',
      'ORDER_CREATED',
      'NEW_INQUIRY',
      'NEW_HOLD',
      'NEW_BOOKING',
      'NEW_BLOCKED_DATES',
    ],
    tag: 'Leads',
    body: newLegacyLeadBody,
    http: { status: 201 },
    response: legacyLeadSchema,
    errors: [...writeErrors, 'MASTER_NOT_BOOKABLE', 'NOT_AVAILABLE'],
    access: { permit: checkOwnLeadWrites },
    authorize: async (ctx, { body }) => {
      const property = await requireProperty(ctx, body.propertyUid, { access: 'READ_WRITE' })
      await checkLeadWrites(ctx, property.agency_uid)
      return property
    },
    handler: async (ctx, { body, version, authorized: { agency_uid, uid } }) => {
      const input = await readNewLegacyLead(ctx, body)
      const lead = await createLead(ctx, agency_uid, { ...input, propertyUid: uid, version })
      return presentLegacyLead(await requireLegacyLead(ctx, lead.uid))
    },
  }),
  route({
    method: 'PUT',
    path: '/leads/:uid',
    operationId: 'changeLead',
    summary: 'Update a lead',
    emits: [
      'BOOKING_UPDATED',
      'INQUIRY_UPDATED',
      'ORDER_UPDATED',
      'NEW_BOOKING',
      'PROPERTY_AVAILABILITY_UPDATED',
      'LEAD_STATUS_CHANGED',
    ],
    tag: 'Leads',
    body: legacyLeadChange,
    response: legacyLeadSchema,
    errors: [
      ...writeErrors,
      'LEAD_NOT_FOUND',
      'LEAD_READ_ONLY',
      'ILLEGAL_TRANSITION',
      'STATE_CONFLICT',
      ...stayViolations,
    ],
    access: { permit: checkOwnLeadWrites },
    authorize: async (ctx, { params, body }) => {
      const lead = await writableLead(ctx, params.uid!)
      const change = await readLegacyChange(ctx, lead, body)
      await checkLeadWrites(ctx, lead.agency_uid)
      return { lead, change }
    },
    handler: async (ctx, { version, authorized: { lead, change } }) => {
      const changed = await changeLegacyLead(ctx, lead, change, version)
      return presentLegacyLead(changed)
    },
  }),
  route({
    method: 'POST',
    path: '/leads/:uid/mark-paf-completed',
    operationId: 'markPreArrivalFormCompleted',
    summary: 'Mark the pre-arrival form as completed',
    emits: ['BOOKING_UPDATED', 'PRE_ARRIVAL_FORM_COMPLETED'],
    tag: 'Leads',
    response: legacyLeadSchema,
    errors: ['LEAD_NOT_FOUND', 'READ_ONLY_GRANT', 'LEAD_READ_ONLY', 'ILLEGAL_TRANSITION'],
    authorize: async (ctx, { params }) => writableLead(ctx, params.uid!),
    handler: async (ctx, { version, authorized }) => {
      const { uid } = await transitionLead(ctx, authorized, {
        action: 'mark-paf-completed',
        version,
      })
      return presentLegacyLead(await requireLegacyLead(ctx, uid))
    },
  }),
  deleteLeadRoute,
]

/**
 * Checks the agency's setting for writes through v2, which were a beta feature.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
async function checkLeadWrites(ctx: Context, agencyUid: string): Promise<void> {
  const { v2_lead_writes } = await findSettings(ctx, agencyUid)
  if (v2_lead_writes ?? ctx.settings.sandbox) return
  const message = 'Writing leads through v2 is disabled for the agency; use v3.3'
  throw new ApiError('OPERATION_NOT_PERMITTED', message, { members: { requires: 'v2LeadWrites' } })
}

/** Checks the setting before the request is validated, if the caller has only one agency. */
async function checkOwnLeadWrites(ctx: Context): Promise<void> {
  const [agencyUid, ...otherUids] = ctx.caller.agencyUids
  if (agencyUid !== undefined && otherUids.length === 0) await checkLeadWrites(ctx, agencyUid)
}
