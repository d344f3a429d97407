/** Split of a stay between two properties or units: contract/leads.md §9.5. */
import type { Static } from 'typebox'
import { route } from '../../../context.ts'
import { oneOfRequired } from '../../../platform/errors.ts'
import {
  localDateOrTime,
  nullable,
  oneRequired,
  shape,
  Type,
  uid,
} from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { requireLeadProperty, writableLead } from '../lead-writes/read-lead.ts'
import { leadSchema, presentLead } from '../leads/lead-shape.ts'
import { requireLead } from '../leads/leads.ts'
import { splitLead } from './split-lead.ts'

const splitBody = oneRequired(
  ['propertyUid', 'unitUid'],
  shape('SplitInput', {
    splitLocalDate: localDateOrTime(),
    propertyUid: Type.Optional(nullable(uid())),
    unitUid: Type.Optional(nullable(uid())),
  }),
)

export const splitRoutes = [
  route({
    method: 'POST',
    path: '/leads/:uid/split',
    since: '3.3',
    operationId: 'splitLead',
    summary: 'Split a stay',
    description:
      'The lead keeps the nights before `splitLocalDate`; a second lead of the same guest ' +
      'gets the others, at another property or unit. The price is divided, not recalculated.',
    emits: [
      'BOOKING_UPDATED',
      'PROPERTY_AVAILABILITY_UPDATED',
      'LEAD_DATES_CHANGED',
      'INQUIRY_UPDATED',
      'ORDER_UPDATED',
      'NEW_BOOKING',
      'NEW_HOLD',
      'NEW_BOOKING_REQUEST',
      'NEW_BLOCKED_DATES',
      'ORDER_CREATED',
      'TRANSACTION_CREATED',
    ],
    tag: 'Leads',
    body: splitBody,
    http: { status: 201 },
    response: unpagedResponse('leads', leadSchema),
    errors: [
      'LEAD_NOT_FOUND',
      'ACCESS_DENIED',
      'READ_ONLY_GRANT',
      'LEAD_READ_ONLY',
      'ILLEGAL_TRANSITION',
      'STATE_CONFLICT',
      'TOO_MANY_GUESTS',
      'MASTER_NOT_BOOKABLE',
      'NOT_AVAILABLE',
    ],
    authorize: async (ctx, { params, body }) => {
      const lead = await writableLead(ctx, params.uid!)
      const { propertyUid } = body
      const target =
        propertyUid == null ? null : await requireLeadProperty(ctx, lead.agency_uid, propertyUid)
      return { lead, propertyUid: target?.uid ?? null }
    },
    handler: async (ctx, { body, version, authorized }) => {
      checkTarget(body)
      const { first, second } = await splitLead(ctx, authorized.lead, {
        date: body.splitLocalDate.slice(0, 10),
        propertyUid: authorized.propertyUid,
        unitUid: body.unitUid ?? null,
        version,
      })
      // Read again: access to the guest's data may differ at the other property.
      const leads = [await requireLead(ctx, first.uid), await requireLead(ctx, second.uid)]
      return unpaged(
        'leads',
        leads.map(row => presentLead(ctx, row, version)),
      )
    },
  }),
]

/** @throws ApiError REQUIRED_PARAMETER */
function checkTarget({ propertyUid, unitUid }: Static<typeof splitBody>): void {
  if (propertyUid == null && unitUid == null) throw oneOfRequired(['propertyUid', 'unitUid'])
}
