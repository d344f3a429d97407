/** `lead` and `leads` of `POST /api/v3.x/graphql`: contract/leadsql.md §9. */
import { sql } from 'kysely'
import { readLimit } from '../../../platform/db/page.ts'
import { accessDenied, oneOfRequired } from '../../../platform/errors.ts'
import {
  joined,
  localTime,
  orNull,
  plain,
  type Row,
  type ScalarField,
  type Sql,
  sameRow,
  slot,
  type Types,
  text,
  utcTime,
  word,
} from '../../../platform/graphql/fields.ts'
import type { ListRoot, Roots, SingleRoot, Source } from '../../../platform/graphql/roots.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import {
  knownAgency,
  ofCallerSlot,
  reachedAgencyUid,
  tenantShape,
  tenantValues,
} from '../../access/agencies/tenant.sql.ts'
import { propertyOfLead } from '../../properties/properties/properties.ts'
import { statusAt } from '../leads/lead.ts'
import type { filterSlots } from '../leads/lead-filters.sql.ts'
import { passportPlace } from '../leads/sealed-passport.ts'
import { belongings, belongingTypes } from './lead-belongings.sql.ts'
import { agencyLeads, personalOf, propertyLeads, selectLeads } from './lead-sources.sql.ts'
import { readOrder, slotsOf } from './read-lead-args.ts'

/** How a version reads the fields of a lead. Hidden personal data is null. */
export function leadTypesOf(version: Version): Types {
  return {
    Lead: {
      ...leadFields,
      ...belongings,
      status: word(lead => statusOf(lead, version)),
    },
    LeadAssignee: { uid: orNull(word('assignee_uid')), type: word(() => sql`'EMPLOYEE'`) },
    LeadCancellation: {
      cancelledBy: word(lead => sql`coalesce(${lead('cancelled_by')}, 'AGENCY')`),
      reason: text('cancelled_reason'),
      cancelledUtcDateTime: utcTime('cancelled_at'),
    },
    LeadMetadata: {
      createdUtcDateTime: utcTime('created_at'),
      updatedUtcDateTime: utcTime('updated_at'),
      creationCircumstances: text('creation_circumstances'),
    },
    GuestInformation: guestFields,
    ...belongingTypes,
  }
}

const leadFields: Types[string] = {
  uid: word('uid'),
  type: word('type'),
  source: word('source'),
  channel: text('channel'),
  agencyUid: word('agency_uid'),
  propertyUid: orNull(word('property_uid')),
  unitUid: orNull(word('unit_uid')),
  hotelUid: orNull(word('hotel_uid')),
  groupUid: orNull(word('group_uid')),
  checkInZonedDateTime: word(lead => zoned(lead('check_in_local'), lead('check_in_at'))),
  checkOutZonedDateTime: word(lead => zoned(lead('check_out_local'), lead('check_out_at'))),
  checkInLocalDateTime: localTime('check_in_local'),
  checkOutLocalDateTime: localTime('check_out_local'),
  bookedUtcDateTime: orNull(utcTime('booked_at')),
  externalBookingId: text('external_booking_id'),
  notes: personal('notes'),
  extraNotes: personal('extra_notes'),
  referrer: text('referrer'),
  assignee: sameRow('LeadAssignee'),
  rentalAgreementUrl: text('rental_agreement_url'),
  agreementSigned: plain('agreement_signed'),
  hasCompletedPreArrivalForm: plain(lead => sql`${lead('paf_completed_at')} is not null`),
  holdExpiresUtcDateTime: orNull(utcTime('timer_ends_at')),
  closeReason: text('close_reason'),
  declineReason: text('decline_reason'),
  cancellation: joined(
    'LeadCancellation',
    lead => sql`select ${lead('uid')} as uid, ${lead('cancelled_by')} as cancelled_by,
      ${lead('cancelled_reason')} as cancelled_reason, ${lead('cancelled_at')} as cancelled_at
      where ${lead('status')} = 'CANCELLED' and ${lead('cancelled_at')} is not null`,
  ),
  guestInformation: sameRow('GuestInformation'),
  metadata: sameRow('LeadMetadata'),
  property: joined('Property', propertyOfLead),
}

const guestFields: Types[string] = {
  firstName: personal('first_name'),
  lastName: personal('last_name'),
  email: personal('email'),
  secondaryEmail: personal('secondary_email'),
  phoneNumber: personal('phone_number'),
  cellPhoneNumber: personal('cell_phone_number'),
  address1: personal('address1'),
  address2: personal('address2'),
  zipCode: personal('zip_code'),
  city: text('city'),
  state: text('state'),
  countryCode: text('country_code'),
  passportId: {
    kind: 'sealed',
    clear: lead => ifPersonal(lead, 'passport_id'),
    sealed: lead => ifPersonal(lead, 'passport_sealed'),
    keyId: lead => lead('passport_key_id'),
    place: lead => sql`${sql.lit(passportPlace)} || ${lead('uid')}::text`,
  },
  passportCountryCode: personal('passport_country_code'),
  adultCount: plain('adult_count'),
  childrenCount: plain('children_count'),
  petCount: plain('pet_count'),
  infantCount: plain('infant_count'),
  riskScore: orNull(plain(lead => ifPersonal(lead, 'risk_score'))),
  flightNumber: personal('flight_number'),
  reasonForTrip: personal('reason_for_trip'),
  willHaveParty: orNull(plain('will_have_party')),
  willHaveVisit: orNull(plain('will_have_visit')),
  preferredCurrency: text('preferred_currency'),
  preferredLocale: text('preferred_locale'),
  arrivalLocalDateTime: orNull(localTime('arrival_local')),
  departureLocalDateTime: orNull(localTime('departure_local')),
}

function personal(column: string): ScalarField {
  return text(lead => ifPersonal(lead, column))
}

function ifPersonal(lead: Row, column: string): Sql {
  const value = lead(column)
  return lead.personal === null ? value : sql`case when ${lead.personal} then ${value} end`
}

function statusOf(lead: Row, version: Version): Sql {
  const older = statusAt(version, 'PENDING_APPROVED')
  return sql`case ${lead('status')} when 'PENDING_APPROVED' then ${sql.lit(older)}
    else ${lead('status')} end`
}

/** A local time with the offset that makes it the instant, `+00:00` for UTC. */
function zoned(local: Sql, instant: Sql): Sql {
  const minutes = sql`(extract(epoch from ${local} - (${instant} at time zone 'UTC')) / 60)::int`
  const two = (n: Sql) => sql`lpad((${n})::text, 2, '0')`
  return sql`to_char(${local}, 'YYYY-MM-DD"T"HH24:MI:SS')
    || case when ${minutes} < 0 then '-' else '+' end
    || ${two(sql`abs(${minutes}) / 60`)} || ':' || ${two(sql`abs(${minutes}) % 60`)}`
}

const lead: SingleRoot<Caller> = {
  kind: 'single',
  type: 'Lead',
  source: (args, caller): Source => ({
    shape: tenantShape(caller),
    values: { ...tenantValues(caller), uid: asUid(args.uid as string) },
    tenants: sql`select l.agency_uid from leads l where ${ofCallerSlot(caller, 'l')}
      and l.uid = ${slot('uid', 'uuid')}`,
    personal: alias => personalOf(caller, alias),
    known: knownAgency(caller),
    select: (alias, page, asked) =>
      selectLeads(
        caller,
        { alias, page, asked },
        sql`${ofCallerSlot(caller, alias)}
          and ${sql.ref(`${alias}.uid`)} = ${slot('uid', 'uuid')}`,
      ),
  }),
}

const scope = ['propertyUid', 'agencyUid', 'leadUids'] as const

function leadsOf(version: Version): ListRoot<Caller> {
  return {
    kind: 'list',
    type: 'Lead',
    assumedLimit: 20,
    sort: readOrder,
    limit: args => readLimit(args._limit ?? args.limit, 20, 100),
    source: (args, caller) => {
      if (scope.every(name => args[name] == null)) throw oneOfRequired([...scope])
      const { propertyUid, agencyUid } = args as Record<string, string | undefined>
      const agency = agencyUid == null ? null : reachedAgencyUid(caller, agencyUid)
      const filters = slotsOf(args, caller, version)
      if (propertyUid != null) return ofProperty(caller, propertyUid, { filters })
      return agency === null
        ? ofAllAgencies(caller, { filters })
        : agencyLeads(caller, agency, { filters })
    },
  }
}

/** The roots of a version's schema. */
export function leadRootsOf(version: Version): Roots<Caller> {
  return { lead, leads: leadsOf(version) }
}

interface Filtered {
  filters: ReturnType<typeof filterSlots>
}

function ofProperty(caller: Caller, propertyUid: string, filtered: Filtered): Source {
  const uid = asUid(propertyUid)
  if (uid === null) throw accessDenied('propertyUid', propertyUid)
  return {
    ...propertyLeads(caller, [uid], { ...filtered, orDeleted: true }),
    check: reachable =>
      reachable.length > 0 ? {} : { refusal: accessDenied('propertyUid', propertyUid) },
  }
}

function ofAllAgencies(caller: Caller, { filters }: Filtered): Source {
  return {
    shape: ['all', tenantShape(caller), filters.shape].join(' '),
    values: { ...tenantValues(caller), ...filters.values },
    personal: alias => personalOf(caller, alias),
    known: knownAgency(caller),
    select: (alias, page, asked) => {
      const where = sql`${ofCallerSlot(caller, alias)} ${filters.where(alias, knownAgency(caller))}`
      return selectLeads(caller, { alias, page, asked }, where)
    },
  }
}
