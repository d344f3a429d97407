/** Routes that create, update, alter and delete leads: contract/leads.md §5, §8. */
import { route } from '../../../context.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { requireAgencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { stateReader } from '../../events/events/object-states.sql.ts'
import { stayViolations } from '../../prices/stays/stay.ts'
import { alterLead } from '../lead-actions/alter-lead.ts'
import { ignoredFieldsWarning } from '../leads/ignored-keys.ts'
import { alterationBody, leadPatch, newLeadBody } from '../leads/lead-body.ts'
import { leadResponse, presentLead } from '../leads/lead-shape.ts'
import { requireLead } from '../leads/leads.ts'
import { changeLead } from './change-lead.ts'
import { createLead } from './create-lead.ts'
import { deleteLeadRoute } from './lead-deletion-routes.ts'
import {
  readAlteration,
  readNewLead,
  readPatch,
  requireLeadProperty,
  writableLead,
} from './read-lead.ts'

const bodyErrors = ['INVALID_DATE_RANGE'] as const
const calendarErrors = ['NOT_AVAILABLE', 'MASTER_NOT_BOOKABLE'] as const

export const leadWriteRoutes = [
  route({
    method: 'POST',
    path: '/leads',
    summary: 'Create a lead',
    emits: [
      'NEW_BOOKING',
      'PROPERTY_AVAILABILITY_UPDATED',
      'ORDER_CREATED',
      'NEW_INQUIRY',
      'NEW_HOLD',
      'NEW_BOOKING_REQUEST',
      'NEW_BLOCKED_DATES',
    ],
    tag: 'Leads',
    body: newLeadBody,
    http: { status: 201 },
    response: leadResponse,
    errors: [
      ...bodyErrors,
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'OPERATION_NOT_PERMITTED',
      'EMPLOYEE_NOT_FOUND',
      'FEE_NOT_FOUND',
      'PRICE_CHANGED',
      ...calendarErrors,
    ],
    authorize: async (ctx, { body }) => {
      const agencyUid = requireAgencyUidOrOnly(ctx.caller, body.agencyUid)
      return requireLeadProperty(ctx, agencyUid, body.propertyUid)
    },
    handler: async (ctx, { body, version, authorized: { agency_uid, uid } }) => {
      const input = await readNewLead(ctx, agency_uid, body)
      const lead = await createLead(ctx, agency_uid, { ...input, propertyUid: uid, version })
      return { lead: presentLead(ctx, lead, version) }
    },
  }),
  route({
    method: 'PATCH',
    path: '/leads/:uid',
    http: { findState: stateReader('leads', 'LEAD') },
    summary: 'Update a lead',
    emits: ['BOOKING_UPDATED', 'INQUIRY_UPDATED'],
    tag: 'Leads',
    body: leadPatch,
    response: leadResponse,
    errors: [
      'LEAD_NOT_FOUND',
      'READ_ONLY_GRANT',
      'OPERATION_NOT_PERMITTED',
      'EMPLOYEE_NOT_FOUND',
      'LEAD_READ_ONLY',
    ],
    authorize: async (ctx, { params }) => writableLead(ctx, params.uid!),
    handler: async (ctx, { body, sent, version, authorized }) => {
      const input = await readPatch(ctx, authorized, body)
      const lead = await changeLead(ctx, authorized, input, version)
      const warning = ignoredFieldsWarning(sent, version)
      const responseBody = {
        lead: presentLead(ctx, { ...lead, personal: authorized.personal }, version),
      }
      return new Reply(
        200,
        responseBody,
        warning === null ? {} : { 'x-lodgepole-warning': warning },
      )
    },
  }),
  route({
    method: 'POST',
    path: '/leads/:uid/alteration',
    operationId: 'alterLead',
    summary: 'Alter dates, property, unit, guests or price of a lead',
    description:
      'Changes the fields that are sent and recalculates the price where necessary. Rejected ' +
      'with 409 if the new nights are occupied. Stay rules such as minimum nights apply to ' +
      'partners, not to agencies. Jobs and pin codes of the lead move with the stay; pin ' +
      'codes are deleted if the property or unit changes.',
    emits: [
      'BOOKING_UPDATED',
      'PROPERTY_AVAILABILITY_UPDATED',
      'LEAD_DATES_CHANGED',
      'ORDER_UPDATED',
      'INQUIRY_UPDATED',
      'LEAD_PROPERTY_CHANGED',
      'UNIT_CHANGED',
      'NEW_BLOCKED_DATES',
    ],
    tag: 'Leads',
    body: alterationBody,
    response: leadResponse,
    errors: [
      ...bodyErrors,
      'CONFLICTING_PARAMETERS',
      'LEAD_NOT_FOUND',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'FEE_NOT_FOUND',
      'LEAD_READ_ONLY',
      'ILLEGAL_TRANSITION',
      'STATE_CONFLICT',
      'PRICE_CHANGED',
      ...stayViolations,
    ],
    authorize: async (ctx, { params, body }) => {
      const lead = await writableLead(ctx, params.uid!)
      const { propertyUid } = body
      const target =
        propertyUid == null ? null : await requireLeadProperty(ctx, lead.agency_uid, propertyUid)
      return { lead, propertyUid: target?.uid ?? null }
    },
    handler: async (ctx, { body, version, authorized }) => {
      const alteration = readAlteration(body, authorized.propertyUid)
      const { uid } = await alterLead(ctx, authorized.lead, alteration, version)
      // Read again: access to the guest's data may differ at the other property.
      return { lead: presentLead(ctx, await requireLead(ctx, uid), version) }
    },
  }),
  deleteLeadRoute,
]
