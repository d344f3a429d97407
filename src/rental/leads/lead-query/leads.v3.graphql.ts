/** `lead` and `leads` of `POST /api/v3.x/graphql`: contract/leadsql.md §9. */
import { sql } from 'kysely'
import { readLimit } from '../../../platform/db/pagination.ts'
import { accessDenied, oneOfRequired } from '../../../platform/errors.ts'
import {
  joined,
  literal,
  localTime,
  nullableText,
  orNull,
  type Row,
  type ScalarField,
  type Sql,
  sameRow,
  slot,
  type Types,
  unescaped,
  utcTime,
} from '../../../platform/graphql/fields.ts'
import type { ListRoot, Roots, SingleRoot, Source } from '../../../platform/graphql/root-fields.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  inCallerTenantSlot,
  knownAgency,
  requireAgencyUid,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { statusAt } from '../../prices/occupancies/lead-status.ts'
import { selectLeadProperty } from '../../properties/properties/properties.ts'
import type { LeadFilterSlots } from '../leads/lead-filters.sql.ts'
import { passportContextPrefix } from '../leads/passport-encryption.ts'
import { leadRelations, leadRelationTypes } from './lead-relations.sql.ts'
import {
  agencyLeadsSource,
  personalColumn,
  propertyLeadsSource,
  selectLeads,
} from './lead-sources.sql.ts'
import { createFilterSlots, readSort } from './read-lead-args.ts'

/** Returns the GraphQL types of a lead in an API version. Hidden personal data is null. */
export function leadGraphQLTypes(version: Version): Types {
  return {
    Lead: {
      ...leadFields,
      ...leadRelations,
      status: unescaped(lead => statusInVersion(lead, version)),
    },
    LeadAssignee: {
      uid: orNull(unescaped('assignee_uid')),
      type: unescaped(() => sql`'EMPLOYEE'`),
    },
    LeadCancellation: {
      cancelledBy: unescaped(lead => sql`coalesce(${lead('cancelled_by')}, 'AGENCY')`),
      reason: nullableText('cancelled_reason'),
      cancelledUtcDateTime: utcTime('cancelled_at'),
    },
    LeadMetadata: {
      createdUtcDateTime: utcTime('created_at'),
      updatedUtcDateTime: utcTime('updated_at'),
      creationCircumstances: nullableText('creation_circumstances'),
    },
    GuestInformation: guestFields,
    ...leadRelationTypes,
  }
}

const leadFields: Types[string] = {
  uid: unescaped('uid'),
  type: unescaped('type'),
  source: unescaped('source'),
  channel: nullableText('channel'),
  agencyUid: unescaped('agency_uid'),
  propertyUid: orNull(unescaped('property_uid')),
  unitUid: orNull(unescaped('unit_uid')),
  hotelUid: orNull(unescaped('hotel_uid')),
  groupUid: orNull(unescaped('group_uid')),
  checkInZonedDateTime: unescaped(lead =>
    zonedDateTime(lead('check_in_local'), lead('check_in_at')),
  ),
  checkOutZonedDateTime: unescaped(lead =>
    zonedDateTime(lead('check_out_local'), lead('check_out_at')),
  ),
  checkInLocalDateTime: localTime('check_in_local'),
  checkOutLocalDateTime: localTime('check_out_local'),
  bookedUtcDateTime: orNull(utcTime('booked_at')),
  externalBookingId: nullableText('external_booking_id'),
  notes: textOrNull('notes'),
  extraNotes: textOrNull('extra_notes'),
  referrer: nullableText('referrer'),
  assignee: sameRow('LeadAssignee'),
  rentalAgreementUrl: nullableText('rental_agreement_url'),
  agreementSigned: literal('agreement_signed'),
  hasCompletedPreArrivalForm: literal(lead => sql`${lead('paf_completed_at')} is not null`),
  holdExpiresUtcDateTime: orNull(utcTime('timer_ends_at')),
  closeReason: nullableText('close_reason'),
  declineReason: nullableText('decline_reason'),
  cancellation: joined(
    'LeadCancellation',
    lead => sql`select ${lead('uid')} as uid, ${lead('cancelled_by')} as cancelled_by,
      ${lead('cancelled_reason')} as cancelled_reason, ${lead('cancelled_at')} as cancelled_at
      where ${lead('status')} = 'CANCELLED' and ${lead('cancelled_at')} is not null`,
  ),
  guestInformation: sameRow('GuestInformation'),
  metadata: sameRow('LeadMetadata'),
  property: joined('Property', selectLeadProperty),
}

const guestFields: Types[string] = {
  firstName: textOrNull('first_name'),
  lastName: textOrNull('last_name'),
  email: textOrNull('email'),
  secondaryEmail: textOrNull('secondary_email'),
  phoneNumber: textOrNull('phone_number'),
  cellPhoneNumber: textOrNull('cell_phone_number'),
  address1: textOrNull('address1'),
  address2: textOrNull('address2'),
  zipCode: textOrNull('zip_code'),
  city: nullableText('city'),
  state: nullableText('state'),
  countryCode: nullableText('country_code'),
  passportId: {
    kind: 'encrypted',
    plaintext: lead => visibleOrNull(lead, 'passport_id'),
    encrypted: lead => visibleOrNull(lead, 'passport_sealed'),
    keyId: lead => lead('passport_key_id'),
    context: lead => sql`${sql.lit(passportContextPrefix)} || ${lead('uid')}::text`,
  },
  passportCountryCode: textOrNull('passport_country_code'),
  adultCount: literal('adult_count'),
  childrenCount: literal('children_count'),
  petCount: literal('pet_count'),
  infantCount: literal('infant_count'),
  riskScore: orNull(literal(lead => visibleOrNull(lead, 'risk_score'))),
  flightNumber: textOrNull('flight_number'),
  reasonForTrip: textOrNull('reason_for_trip'),
  willHaveParty: orNull(literal('will_have_party')),
  willHaveVisit: orNull(literal('will_have_visit')),
  preferredCurrency: nullableText('preferred_currency'),
  preferredLocale: nullableText('preferred_locale'),
  arrivalLocalDateTime: orNull(localTime('arrival_local')),
  departureLocalDateTime: orNull(localTime('departure_local')),
}

function textOrNull(column: string): ScalarField {
  return nullableText(lead => visibleOrNull(lead, column))
}

function visibleOrNull(lead: Row, column: string): Sql {
  const value = lead(column)
  return lead.personal === null ? value : sql`case when ${lead.personal} then ${value} end`
}

/** Maps PENDING_APPROVED to its name in the version. */
function statusInVersion(lead: Row, version: Version): Sql {
  const pendingApproved = sql.lit(statusAt(version, 'PENDING_APPROVED'))
  return sql`case ${lead('status')} when 'PENDING_APPROVED' then ${pendingApproved}
    else ${lead('status')} end`
}

/** Formats a local time with its offset from UTC: `+00:00`, never `Z`. */
function zonedDateTime(local: Sql, instant: Sql): Sql {
  const minutes = sql`(extract(epoch from ${local} - (${instant} at time zone 'UTC')) / 60)::int`
  const twoDigits = (value: Sql) => sql`lpad((${value})::text, 2, '0')`
  return sql`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when ${minutes} < 0 then '-' else '+' end
    || ${twoDigits(sql`abs(${minutes}) / 60`)} || ':' || ${twoDigits(sql`abs(${minutes}) % 60`)}`
}

const leadRoot: SingleRoot<Caller> = {
  kind: 'single',
  type: 'Lead',
  source: (args, caller): Source => ({
    planKey: tenantShape(caller),
    values: { ...tenantValues(caller), uid: asUid(args.uid as string) },
    tenants: () => sql`select l.agency_uid from leads l where ${inCallerTenantSlot(caller, 'l')}
      and l.uid = ${slot('uid', 'uuid')}`,
    personal: alias => personalColumn(caller, alias),
    knownOfRelated: knownAgency(caller),
    select: (alias, page, requested) =>
      selectLeads(
        caller,
        { alias, page, requested },
        sql`${inCallerTenantSlot(caller, alias)}
          and ${sql.ref(`${alias}.uid`)} = ${slot('uid', 'uuid')}`,
      ),
  }),
}

/** Arguments of which at least one is required. Several may be combined. */
const sourceArguments = ['propertyUid', 'agencyUid', 'leadUids'] as const

const defaultLimit = 20
const limitMax = 100

function leadListRoot(version: Version): ListRoot<Caller> {
  return {
    kind: 'list',
    type: 'Lead',
    rowsForCost: defaultLimit,
    sort: readSort,
    limit: args => readLimit(args._limit ?? args.limit, defaultLimit, limitMax),
    source: (args, caller) => {
      if (sourceArguments.every(name => args[name] == null))
        throw oneOfRequired([...sourceArguments])
      const { propertyUid, agencyUid } = args as Record<string, string | undefined>
      const accessibleAgencyUid = agencyUid == null ? null : requireAgencyUid(caller, agencyUid)
      const filters = createFilterSlots(args, caller, version)
      if (propertyUid != null) return propertySource(caller, propertyUid, filters)
      return accessibleAgencyUid === null
        ? allAgenciesSource(caller, filters)
        : agencyLeadsSource(caller, accessibleAgencyUid, { filters })
    },
  }
}

/** Returns the root fields `lead` and `leads` of an API version. */
export function leadGraphQLRoots(version: Version): Roots<Caller> {
  return { lead: leadRoot, leads: leadListRoot(version) }
}

function propertySource(caller: Caller, propertyUid: string, filters: LeadFilterSlots): Source {
  const uid = asUid(propertyUid)
  if (uid === null) throw accessDenied('propertyUid', propertyUid)
  return {
    // The agency can still read the leads of a property that it has deleted.
    ...propertyLeadsSource(caller, [uid], { filters, includeDeleted: true }),
    check: accessible =>
      accessible.length > 0 ? {} : { refusal: accessDenied('propertyUid', propertyUid) },
  }
}

function allAgenciesSource(caller: Caller, filters: LeadFilterSlots): Source {
  return {
    planKey: ['all', tenantShape(caller), filters.shape].join(' '),
    values: { ...tenantValues(caller), ...filters.values },
    personal: alias => personalColumn(caller, alias),
    knownOfRelated: knownAgency(caller),
    select: (alias, page, requested) => {
      const filter = filters.where(alias, knownAgency(caller))
      const where = sql`${inCallerTenantSlot(caller, alias)} ${filter}`
      return selectLeads(caller, { alias, page, requested }, where)
    },
  }
}
