/** Legacy `/v2/leads`: contract/leads.md §10. */
import { type Context, route } from '../../../context.ts'
import { ApiError, oneOfRequired } from '../../../platform/errors.ts'
import { Type, uid } from '../../../platform/rest/fields.ts'
import { offsetQuery, readOffsetPage } from '../../../platform/rest/list.ts'
import { tagsFrom } from '../../../platform/rest/tags-from.ts'
import { findSettings } from '../../access/agencies/agencies.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { stayRefusals } from '../../prices/stays/stay.ts'
import { reachedProperty } from '../../properties/properties/properties.ts'
import { moveLead } from '../lead-actions/move-lead.ts'
import { createLead } from '../lead-writes/create-lead.ts'
import { deleteLeadRoute } from '../lead-writes/lead-deletion-routes.ts'
import { writableLead } from '../lead-writes/read-lead.ts'
import { listLegacyLeads, reachedLegacyLead } from '../leads/leads.ts'
import { changeLegacyLead } from './change-legacy-lead.ts'
import { legacyLeadChange, newLegacyLeadBody } from './legacy-body.ts'
import { legacyLead, presentLegacyLead } from './legacy-lead.ts'
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
    answer: Type.Array(legacyLead),
    http: { cache: { tagsOf: tagsFrom('propertyUid', ['limit', 'offset']) } },
    errors: ['REQUIRED_PARAMETER', 'INVALID_PARAMETER', 'ACCESS_DENIED'],
    handler: async (ctx, { query }) => {
      const { agencyUid, propertyUid } = query
      if (agencyUid === undefined && propertyUid === undefined) {
        throw oneOfRequired(['propertyUid', 'agencyUid'])
      }
      if (agencyUid !== undefined) reachedAgencyUid(ctx.caller, agencyUid)
      if (propertyUid !== undefined) await reachedProperty(ctx, propertyUid, { orDeleted: true })
      const page = readOffsetPage(query, 1_000)
      const rows = await listLegacyLeads(ctx, { agencyUid, propertyUid }, page)
      return rows.map(presentLegacyLead)
    },
  }),
  route({
    method: 'GET',
    path: '/leads/:uid',
    summary: 'Get a lead',
    tag: 'Leads',
    answer: legacyLead,
    http: { cache: {} },
    errors: ['LEAD_NOT_FOUND'],
    handler: async (ctx, { params }) =>
      presentLegacyLead(await reachedLegacyLead(ctx, params.uid!)),
  }),
  route({
    method: 'POST',
    path: '/leads',
    summary: 'Create a lead',
    tells: [
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
    answer: legacyLead,
    errors: [...writeErrors, 'MASTER_NOT_BOOKABLE', 'NOT_AVAILABLE'],
    access: { permit: checkOwnSwitch },
    authorize: async (ctx, { body }) => {
      const property = await reachedProperty(ctx, body.propertyUid, { access: 'READ_WRITE' })
      await checkSwitch(ctx, property.agency_uid)
      return property
    },
    handler: async (ctx, { body, version, reached: { agency_uid, uid } }) => {
      const told = await readNewLegacyLead(ctx, body)
      const lead = await createLead(ctx, agency_uid, { ...told, propertyUid: uid, version })
      return presentLegacyLead(await reachedLegacyLead(ctx, lead.uid))
    },
  }),
  route({
    method: 'PUT',
    path: '/leads/:uid',
    operationId: 'changeLead',
    summary: 'Update a lead',
    tells: [
      'BOOKING_UPDATED',
      'INQUIRY_UPDATED',
      'ORDER_UPDATED',
      'NEW_BOOKING',
      'PROPERTY_AVAILABILITY_UPDATED',
      'LEAD_STATUS_CHANGED',
    ],
    tag: 'Leads',
    body: legacyLeadChange,
    answer: legacyLead,
    errors: [
      ...writeErrors,
      'LEAD_NOT_FOUND',
      'LEAD_READ_ONLY',
      'ILLEGAL_TRANSITION',
      'STATE_CONFLICT',
      ...stayRefusals,
    ],
    access: { permit: checkOwnSwitch },
    authorize: async (ctx, { params, body }) => {
      const lead = await writableLead(ctx, params.uid!)
      const change = await readLegacyChange(ctx, lead, body)
      await checkSwitch(ctx, lead.agency_uid)
      return { lead, change }
    },
    handler: async (ctx, { version, reached: { lead, change } }) => {
      const changed = await changeLegacyLead(ctx, lead, change, version)
      return presentLegacyLead(changed)
    },
  }),
  route({
    method: 'POST',
    path: '/leads/:uid/mark-paf-completed',
    operationId: 'markPreArrivalFormCompleted',
    summary: 'Mark the pre-arrival form as completed',
    tells: ['BOOKING_UPDATED', 'PRE_ARRIVAL_FORM_COMPLETED'],
    tag: 'Leads',
    answer: legacyLead,
    errors: ['LEAD_NOT_FOUND', 'READ_ONLY_GRANT', 'LEAD_READ_ONLY', 'ILLEGAL_TRANSITION'],
    authorize: async (ctx, { params }) => writableLead(ctx, params.uid!),
    handler: async (ctx, { version, reached }) => {
      const { uid } = await moveLead(ctx, reached, { action: 'mark-paf-completed', version })
      return presentLegacyLead(await reachedLegacyLead(ctx, uid))
    },
  }),
  deleteLeadRoute,
]

/**
 * Creating and changing leads by v2 was a beta, which an agency's setting turns on.
 *
 * @throws ApiError OPERATION_NOT_PERMITTED
 */
async function checkSwitch(ctx: Context, agencyUid: string): Promise<void> {
  const { v2_lead_writes } = await findSettings(ctx, agencyUid)
  if (v2_lead_writes ?? ctx.settings.sandbox) return
  const text = 'Writing leads through v2 is disabled for the agency; use v3.3'
  throw new ApiError('OPERATION_NOT_PERMITTED', text, { members: { requires: 'v2LeadWrites' } })
}

/** Checks the switch of the caller's only agency, whatever the request names. */
async function checkOwnSwitch(ctx: Context): Promise<void> {
  const [only, ...others] = ctx.caller.agencyUids
  if (only !== undefined && others.length === 0) await checkSwitch(ctx, only)
}
