/** The lead query, `POST /v2/leadsql`: contract/leadsql.md §2–§5. */
import { sql } from 'kysely'
import { newestFirst, readLimit, type SortOrder } from '../../../platform/db/page.ts'
import {
  accessDenied,
  exactlyOne,
  invalidParameter,
  oneOfRequired,
} from '../../../platform/errors.ts'
import type { Selected } from '../../../platform/graphql/collect.ts'
import {
  inList,
  joined,
  localTime,
  orNull,
  plain,
  type Row,
  type ScalarField,
  slot,
  type Types,
  text,
  utcTime,
  word,
} from '../../../platform/graphql/fields.ts'
import type { Args, ListRoot, Roots, Source } from '../../../platform/graphql/roots.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { reachedAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { assigneeOfLead } from '../../access/employees/employees.ts'
import { propertyOfLead } from '../../properties/properties/properties.ts'
import {
  countdownOf,
  legacyChange,
  legacySource,
  legacyStatus,
  legacyType,
  percentGone,
} from '../leads/legacy-words.ts'
import { orderOfLead } from '../orders/orders.ts'
import { agencyLeads, propertyLeads } from './lead-sources.sql.ts'

const now = slot('now', 'timestamptz')

/** A personal text: who may not see it reads "HIDDEN", unless it is unknown anyway. */
function hiddenText(column: (row: Row) => ReturnType<Row>): ScalarField {
  return text(row => {
    const value = column(row)
    if (row.personal === null) return value
    return sql`case when ${value} is null or ${row.personal} then ${value} else 'HIDDEN' end`
  })
}

function personal(column: string): ScalarField {
  return hiddenText(row => row(column))
}

function personalNumber(column: string): ScalarField {
  return orNull(
    plain(row =>
      row.personal === null ? row(column) : sql`case when ${row.personal} then ${row(column)} end`,
    ),
  )
}

export const leadQueryTypes: Types = {
  LeadGraphQLTO: {
    leadType: word(legacyType),
    uid: word('uid'),
    propertyUid: orNull(word('property_uid')),
    checkInDateTimeString: localTime('check_in_local'),
    checkOutDateTimeString: localTime('check_out_local'),
    status: word(lead => legacyStatus(lead, now)),
    source: word(legacySource),
    bookedDateTimeString: orNull(utcTime('booked_at')),
    externalBookingID: text('external_booking_id'),
    firstName: personal('first_name'),
    lastName: personal('last_name'),
    adultCount: plain('adult_count'),
    petCount: plain('pet_count'),
    childrenCount: plain('children_count'),
    infantCount: plain('infant_count'),
    riskScore: personalNumber('risk_score'),
    notes: personal('notes'),
    email: personal('email'),
    phoneNumber: hiddenText(
      lead => sql`coalesce(${lead('phone_number')}, ${lead('cell_phone_number')})`,
    ),
    flightNumber: personal('flight_number'),
    reasonForTrip: personal('reason_for_trip'),
    preferredCurrency: text('preferred_currency'),
    preferredLocale: text('preferred_locale'),
    city: text('city'),
    state: text('state'),
    countdown: inList(joined('CountDownGraphQLTO', lead => countdownOf(lead, now))),
    order: inList(joined('OrderGraphQLTO', orderOfLead)),
    hasCompletedPreArrivalForm: plain(lead => sql`${lead('paf_completed_at')} is not null`),
    agreementSigned: plain('agreement_signed'),
    assignee: inList(joined('AssigneeGraphQLTO', assigneeOfLead)),
    property: inList(joined('PropertyGraphQLTO', propertyOfLead)),
  },
  CountDownGraphQLTO: {
    countingDown: plain(span => sql`coalesce(${now} < ${span('ends_at')}, false)`),
    nextStatus: orNull(word('next_status')),
    countdownPercentage: orNull(plain(percentage)),
    overdue: plain(
      span => sql`coalesce(${span('is_due')} and ${now} >= ${span('ends_at')}, false)`,
    ),
    startDateTimeString: orNull(utcTime('starts_at')),
    endDateTimeString: orNull(utcTime('ends_at')),
  },
}

/** ⌊100·(now − start)/(end − start)⌋ within 0 and 100; 100 for an empty span, null without one. */
function percentage(span: Row) {
  const [start, end] = [span('starts_at'), span('ends_at')]
  return sql`case
    when ${end} is null then null
    when ${start} >= ${end} then 100
    else least(100, greatest(0, ${percentGone([start, end], now)}))::int end`
}

const forms = ['agencyUid', 'propertyUid', 'propertyUids'] as const
const propertyUidsMax = 500
const limitMax = 1_000

const leads: ListRoot<Caller> = {
  kind: 'list',
  type: 'LeadGraphQLTO',
  assumedLimit: 1_000,
  sort: (): SortOrder => newestFirst,
  limit: args => (args._limit == null ? null : readLimit(args._limit, limitMax, limitMax)),
  source: (args, caller) => {
    const given = forms.filter(form => args[form] != null)
    if (given.length === 0) throw oneOfRequired([...forms])
    if (given.length > 1) throw exactlyOne([...forms])
    const isActive = args.isActiveOrHasActiveSubUnits as boolean | null | undefined
    const source =
      given[0] === 'agencyUid'
        ? ofAgency(args.agencyUid as string, caller, isActive)
        : ofProperties(args, caller, isActive)
    return { ...source, changes }
  },
}

export const leadQueryRoots: Roots<Caller> = { leads }

/** Status and countdown go by the clock. */
function changes(lead: Row, selection: Selected[]) {
  const showsCountdown = selection.some(({ name }) => name === 'countdown')
  return legacyChange(lead, now, showsCountdown)
}

function ofAgency(agencyUid: string, caller: Caller, isActive?: boolean | null): Source {
  return agencyLeads(caller, reachedAgencyUid(caller, agencyUid), { isActive })
}

function ofProperties(args: Args, caller: Caller, isActive?: boolean | null): Source {
  const one = args.propertyUid as string | null
  const asked = one == null ? uniqueUids(args.propertyUids as (string | null)[]) : [one]
  const parameter = one == null ? 'propertyUids' : 'propertyUid'
  const uids = asked.flatMap(uid => asUid(uid) ?? [])
  const source = propertyLeads(caller, uids, { isActive })
  return {
    ...source,
    check(reachable) {
      const missing = asked.filter(uid => !reachable.includes(asUid(uid) ?? ''))
      if (asked.length > 0 && missing.length === asked.length) {
        return { refusal: accessDenied(parameter, asked.join(', ')) }
      }
      return missing.length === 0 ? {} : { extensions: { inaccessiblePropertyUids: missing } }
    },
  }
}

/** @throws ApiError INVALID_PARAMETER when there are too many, or a null among them */
function uniqueUids(uids: (string | null)[]): string[] {
  if (uids.includes(null)) throw invalidParameter('propertyUids', 'must not contain null')
  const byUid = new Map(uids.map(uid => [asUid(uid!) ?? uid!, uid!]))
  if (byUid.size > propertyUidsMax) {
    throw invalidParameter('propertyUids', `must have at most ${propertyUidsMax} items`)
  }
  return [...byUid.values()]
}
