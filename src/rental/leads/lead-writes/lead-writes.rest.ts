/** Creating, changing and deleting leads: contract/leads.md §5, §8. */
import { route } from '../../../context.ts'
import { Reply } from '../../../platform/rest/route.ts'
import { agencyUidOrOnly } from '../../access/agencies/tenant.sql.ts'
import { stateOfRows } from '../../events/events/object-states.sql.ts'
import { stayRefusals } from '../../prices/stays/stay.ts'
import { alterLead } from '../lead-actions/alter-lead.ts'
import { alterationBody, leadPatch, newLeadBody } from '../leads/lead-body.ts'
import { leadAnswer, presentLead } from '../leads/lead-shape.ts'
import { reachedLead } from '../leads/leads.ts'
import { unpatchedWarning } from '../leads/unpatched-keys.ts'
import { changeLead } from './change-lead.ts'
import { createLead } from './create-lead.ts'
import { deleteLeadRoute } from './lead-deletion-routes.ts'
import { placeOf, readAlteration, readNewLead, readPatch, writableLead } from './read-lead.ts'

const bodyErrors = ['INVALID_DATE_RANGE'] as const
const calendarErrors = ['NOT_AVAILABLE', 'MASTER_NOT_BOOKABLE'] as const

export const leadWriteRoutes = [
  route({
    method: 'POST',
    path: '/leads',
    summary: 'Create a lead',
    tells: [
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
    answer: leadAnswer,
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
      const agencyUid = agencyUidOrOnly(ctx.caller, body.agencyUid)
      return placeOf(ctx, agencyUid, body.propertyUid)
    },
    handler: async (ctx, { body, version, reached: { agency_uid, uid } }) => {
      const told = await readNewLead(ctx, agency_uid, body)
      const lead = await createLead(ctx, agency_uid, { ...told, propertyUid: uid, version })
      return { lead: presentLead(ctx, lead, version) }
    },
  }),
  route({
    method: 'PATCH',
    path: '/leads/:uid',
    http: { findState: stateOfRows('leads', 'LEAD') },
    summary: 'Update a lead',
    tells: ['BOOKING_UPDATED', 'INQUIRY_UPDATED'],
    tag: 'Leads',
    body: leadPatch,
    answer: leadAnswer,
    errors: [
      'LEAD_NOT_FOUND',
      'READ_ONLY_GRANT',
      'OPERATION_NOT_PERMITTED',
      'EMPLOYEE_NOT_FOUND',
      'LEAD_READ_ONLY',
    ],
    authorize: async (ctx, { params }) => writableLead(ctx, params.uid!),
    handler: async (ctx, { body, sent, version, reached }) => {
      const told = await readPatch(ctx, reached, body)
      const lead = await changeLead(ctx, reached, told, version)
      const warning = unpatchedWarning(sent, version)
      const answer = { lead: presentLead(ctx, { ...lead, personal: reached.personal }, version) }
      return new Reply(200, answer, warning === null ? {} : { 'x-lodgepole-warning': warning })
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
    tells: [
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
    answer: leadAnswer,
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
      ...stayRefusals,
    ],
    authorize: async (ctx, { params, body }) => {
      const lead = await writableLead(ctx, params.uid!)
      const { propertyUid } = body
      const target = propertyUid == null ? null : await placeOf(ctx, lead.agency_uid, propertyUid)
      return { lead, propertyUid: target?.uid ?? null }
    },
    handler: async (ctx, { body, version, reached }) => {
      const alteration = readAlteration(body, reached.propertyUid)
      const { uid } = await alterLead(ctx, reached.lead, alteration, version)
      // Read again: another property may let the caller see less of the guest.
      return { lead: presentLead(ctx, await reachedLead(ctx, uid), version) }
    },
  }),
  deleteLeadRoute,
]
