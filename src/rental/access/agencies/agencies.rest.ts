/** Agencies and their settings: contract/resources.md §11. */
import type { Static } from 'typebox'
import { type Context, route } from '../../../context.ts'
import { Type } from '../../../platform/rest/fields.ts'
import { unpaged, unpagedResponse } from '../../../platform/rest/list.ts'
import { contentReader } from '../content-states/content-state.sql.ts'
import {
  type Agency,
  type AgencySettings,
  findSettings,
  listAgencies,
  requireAgency,
  updateAgency,
  updateSettings,
} from './agencies.ts'
import { agencyPatch, agencySchema, agencySettingsPatch, agencySettingsSchema } from './agency.ts'

const settingsPath = '/agencies/:uid/settings'
const agencyState = { findState: contentReader('agency', { table: 'agencies' }) }
const settingsState = { findState: contentReader('agency', { table: 'agency_settings' }) }
const settingsResponse = Type.Object({ agencySettings: agencySettingsSchema })

export const agencyRoutes = [
  route({
    method: 'GET',
    path: '/agencies',
    summary: 'List agencies',
    tag: 'Agencies',
    response: unpagedResponse('agencies', agencySchema),
    errors: [],
    handler: async ctx => {
      return unpaged('agencies', (await listAgencies(ctx)).map(presentAgency))
    },
  }),
  route({
    method: 'GET',
    path: '/agencies/:uid',
    http: agencyState,
    summary: 'Get an agency',
    tag: 'Agencies',
    response: Type.Object({ agency: agencySchema }),
    errors: ['AGENCY_NOT_FOUND'],
    handler: async (ctx, { params }) => ({
      agency: presentAgency(await requireAgency(ctx, params.uid!)),
    }),
  }),
  route({
    method: 'PATCH',
    path: '/agencies/:uid',
    http: agencyState,
    since: '3.3',
    summary: 'Update an agency',
    tag: 'Agencies',
    access: { callers: ['agency'] },
    body: agencyPatch,
    response: Type.Object({ agency: agencySchema }),
    errors: ['AGENCY_NOT_FOUND', 'OPERATION_NOT_PERMITTED'],
    handler: async (ctx, { params, body }) => {
      const current = await requireAgency(ctx, params.uid!)
      return { agency: presentAgency(await updateAgency(ctx, current, agencyColumns(body))) }
    },
  }),
  route({
    method: 'GET',
    path: settingsPath,
    http: settingsState,
    since: '3.3',
    operationId: 'getAgencySettings',
    summary: 'Get the settings of an agency',
    tag: 'Agencies',
    access: { callers: ['agency'] },
    response: settingsResponse,
    errors: ['AGENCY_NOT_FOUND', 'OPERATION_NOT_PERMITTED'],
    handler: async (ctx, { params }) => {
      const { agency_uid } = await requireAgency(ctx, params.uid!)
      return { agencySettings: presentSettings(ctx, await findSettings(ctx, agency_uid)) }
    },
  }),
  route({
    method: 'PATCH',
    path: settingsPath,
    http: settingsState,
    since: '3.3',
    operationId: 'changeAgencySettings',
    summary: 'Update the settings of an agency',
    tag: 'Agencies',
    access: { callers: ['agency'] },
    body: agencySettingsPatch,
    response: settingsResponse,
    errors: ['AGENCY_NOT_FOUND', 'OPERATION_NOT_PERMITTED'],
    handler: async (ctx, { params, body }) => {
      const { agency_uid } = await requireAgency(ctx, params.uid!)
      const row = await updateSettings(ctx, agency_uid, settingsColumns(body))
      return { agencySettings: presentSettings(ctx, row) }
    },
  }),
]

export function presentAgency(row: Agency) {
  return {
    uid: row.agency_uid,
    name: row.name,
    agencyEmailAddress: row.agency_email_address,
    phoneNumber: row.phone_number,
    website: row.website,
    address1: row.address1,
    city: row.city,
    zipCode: row.zip_code,
    state: row.state,
    countryCode: row.country_code,
    currency: row.currency,
    currencyCode: row.currency,
    defaultCheckInTime: row.default_check_in_time,
    defaultCheckOutTime: row.default_check_out_time,
    rentalCondition: row.rental_condition,
    timeZone: row.time_zone,
  }
}

function agencyColumns(body: Static<typeof agencyPatch>): Partial<Agency> {
  return omitUndefined({
    name: body.name?.trim(),
    agency_email_address: body.agencyEmailAddress,
    phone_number: body.phoneNumber,
    website: body.website,
    address1: body.address1,
    city: body.city,
    zip_code: body.zipCode,
    state: body.state,
    country_code: body.countryCode,
    currency: body.currency ?? body.currencyCode,
    default_check_in_time: body.defaultCheckInTime,
    default_check_out_time: body.defaultCheckOutTime,
    rental_condition: body.rentalCondition,
    time_zone: body.timeZone,
  })
}

function presentSettings(ctx: Context, row: AgencySettings): Static<typeof agencySettingsSchema> {
  return {
    holdHours: row.hold_hours,
    requestHours: row.request_hours,
    paymentHours: row.payment_hours,
    requestNeedsConfirmation: row.request_needs_confirmation,
    inquiryResponseHours: row.inquiry_response_hours,
    quoteValidityHours: row.quote_validity_hours,
    v2LeadWrites: row.v2_lead_writes ?? ctx.settings.sandbox,
    personalDataRetentionDays: row.personal_data_retention_days,
    messageRetentionDays: row.message_retention_days,
  }
}

function settingsColumns(body: Static<typeof agencySettingsPatch>): Partial<AgencySettings> {
  return omitUndefined({
    hold_hours: body.holdHours,
    request_hours: body.requestHours,
    payment_hours: body.paymentHours,
    request_needs_confirmation: body.requestNeedsConfirmation,
    inquiry_response_hours: body.inquiryResponseHours,
    quote_validity_hours: body.quoteValidityHours,
    v2_lead_writes: body.v2LeadWrites,
    personal_data_retention_days: body.personalDataRetentionDays,
    message_retention_days: body.messageRetentionDays,
  })
}

function omitUndefined<T extends object>(values: T): Partial<T> {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined),
  ) as Partial<T>
}
