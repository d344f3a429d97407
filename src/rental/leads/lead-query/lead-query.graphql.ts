/** Lead query, `POST /v2/leadsql`: contract/leadsql.md §2–§5. */
import { sql } from 'kysely'
import { newestFirst, readLimit, type SortOrder } from '../../../platform/db/pagination.ts'
import {
  accessDenied,
  exactlyOne,
  invalidParameter,
  oneOfRequired,
} from '../../../platform/errors.ts'
import type { SelectedField } from '../../../platform/graphql/collect-fields.ts'
import {
  inList,
  joined,
  literal,
  localTime,
  nullableText,
  orNull,
  type Row,
  type ScalarField,
  type Sql,
  slot,
  type Types,
  unescaped,
  utcTime,
} from '../../../platform/graphql/fields.ts'
import type { Args, ListRoot, Roots, Source } from '../../../platform/graphql/root-fields.ts'
import { asUid } from '../../../platform/uid.ts'
import type { Caller } from '../../access/agencies/caller.ts'
import { requireAgencyUid } from '../../access/agencies/tenant.sql.ts'
import { selectAssigneeOfLead } from '../../access/employees/employees.ts'
import { selectLeadProperty } from '../../properties/properties/properties.ts'
import {
  elapsedPercent,
  legacySource,
  legacyStatus,
  legacyType,
  nextLegacyChange,
  selectCountdown,
} from '../leads/legacy-state.ts'
import { selectOrderOfLead } from '../orders/orders.ts'
import { agencyLeadsSource, propertyLeadsSource } from './lead-sources.sql.ts'

/** Time of the request, a parameter of the plan. */
const now = slot('now', 'timestamptz')

/** Returns a field with a text, or the text HIDDEN without access to personal data; or null. */
function expressionOrHidden(select: (lead: Row) => Sql): ScalarField {
  return nullableText(lead => {
    const value = select(lead)
    if (lead.personal === null) return value
    return sql`case when ${value} is null or ${lead.personal} then ${value} else 'HIDDEN' end`
  })
}

function textOrHidden(column: string): ScalarField {
  return expressionOrHidden(lead => lead(column))
}

function numberOrNull(column: string): ScalarField {
  return orNull(
    literal(lead =>
      lead.personal === null
        ? lead(column)
        : sql`case when ${lead.personal} then ${lead(column)} end`,
    ),
  )
}

export const leadQueryTypes: Types = {
  LeadGraphQLTO: {
    leadType: unescaped(legacyType),
    uid: unescaped('uid'),
    propertyUid: orNull(unescaped('property_uid')),
    checkInDateTimeString: localTime('check_in_local'),
    checkOutDateTimeString: localTime('check_out_local'),
    status: unescaped(lead => legacyStatus(lead, now)),
    source: unescaped(legacySource),
    bookedDateTimeString: orNull(utcTime('booked_at')),
    externalBookingID: nullableText('external_booking_id'),
    firstName: textOrHidden('first_name'),
    lastName: textOrHidden('last_name'),
    adultCount: literal('adult_count'),
    petCount: literal('pet_count'),
    childrenCount: literal('children_count'),
    infantCount: literal('infant_count'),
    riskScore: numberOrNull('risk_score'),
    notes: textOrHidden('notes'),
    email: textOrHidden('email'),
    phoneNumber: expressionOrHidden(
      lead => sql`coalesce(${lead('phone_number')}, ${lead('cell_phone_number')})`,
    ),
    flightNumber: textOrHidden('flight_number'),
    reasonForTrip: textOrHidden('reason_for_trip'),
    preferredCurrency: nullableText('preferred_currency'),
    preferredLocale: nullableText('preferred_locale'),
    city: nullableText('city'),
    state: nullableText('state'),
    countdown: inList(joined('CountDownGraphQLTO', lead => selectCountdown(lead, now))),
    order: inList(joined('OrderGraphQLTO', selectOrderOfLead)),
    hasCompletedPreArrivalForm: literal(lead => sql`${lead('paf_completed_at')} is not null`),
    agreementSigned: literal('agreement_signed'),
    assignee: inList(joined('AssigneeGraphQLTO', selectAssigneeOfLead)),
    property: inList(joined('PropertyGraphQLTO', selectLeadProperty)),
  },
  CountDownGraphQLTO: {
    countingDown: literal(countdown => sql`coalesce(${now} < ${countdown('ends_at')}, false)`),
    nextStatus: orNull(unescaped('next_status')),
    countdownPercentage: orNull(literal(countdownPercentage)),
    overdue: literal(
      countdown =>
        sql`coalesce(${countdown('is_due')} and ${now} >= ${countdown('ends_at')}, false)`,
    ),
    startDateTimeString: orNull(utcTime('starts_at')),
    endDateTimeString: orNull(utcTime('ends_at')),
  },
}

/**
 * Returns ⌊100·(now − start)/(end − start)⌋, clamped to 0–100; 100 for an empty span, null without
 * an end.
 */
function countdownPercentage(countdown: Row) {
  const [start, end] = [countdown('starts_at'), countdown('ends_at')]
  return sql`case
    when ${end} is null then null
    when ${start} >= ${end} then 100
    else least(100, greatest(0, ${elapsedPercent([start, end], now)}))::int end`
}

/** Arguments of which exactly one selects the leads. */
const sourceArguments = ['agencyUid', 'propertyUid', 'propertyUids'] as const
const propertyUidsMax = 500
const limitMax = 1_000

const leads: ListRoot<Caller> = {
  kind: 'list',
  type: 'LeadGraphQLTO',
  rowsForCost: limitMax,
  sort: (): SortOrder => newestFirst,
  limit: args => (args._limit == null ? null : readLimit(args._limit, limitMax, limitMax)),
  source: (args, caller) => {
    const [sourceArgument, ...others] = sourceArguments.filter(name => args[name] != null)
    if (sourceArgument === undefined) throw oneOfRequired([...sourceArguments])
    if (others.length > 0) throw exactlyOne([...sourceArguments])
    const isActive = args.isActiveOrHasActiveSubUnits as boolean | null | undefined
    const source =
      sourceArgument === 'agencyUid'
        ? agencySource(args.agencyUid as string, caller, isActive)
        : propertiesSource(args, caller, isActive)
    return { ...source, nextChangeAt: selectNextChange }
  },
}

export const leadQueryRoots: Roots<Caller> = { leads }

/** Selects the instant at which status or countdown of a lead changes next. */
function selectNextChange(lead: Row, selection: SelectedField[]) {
  const hasCountdown = selection.some(({ name }) => name === 'countdown')
  return nextLegacyChange(lead, now, hasCountdown)
}

function agencySource(agencyUid: string, caller: Caller, isActive?: boolean | null): Source {
  return agencyLeadsSource(caller, requireAgencyUid(caller, agencyUid), { isActive })
}

function propertiesSource(args: Args, caller: Caller, isActive?: boolean | null): Source {
  const propertyUid = args.propertyUid as string | null
  const requested =
    propertyUid == null ? uniqueUids(args.propertyUids as (string | null)[]) : [propertyUid]
  const parameter = propertyUid == null ? 'propertyUids' : 'propertyUid'
  // Malformed uids are reported like inaccessible ones.
  const uids = requested.flatMap(uid => asUid(uid) ?? [])
  const source = propertyLeadsSource(caller, uids, { isActive })
  return {
    ...source,
    check(accessible) {
      const missing = requested.filter(uid => !accessible.includes(asUid(uid) ?? ''))
      if (requested.length > 0 && missing.length === requested.length) {
        return { refusal: accessDenied(parameter, requested.join(', ')) }
      }
      return missing.length === 0 ? {} : { extensions: { inaccessiblePropertyUids: missing } }
    },
  }
}

/**
 * Returns each uid once, in the spelling that was sent last.
 *
 * @throws ApiError INVALID_PARAMETER for more than 500 uids, or a null among them
 */
function uniqueUids(uids: (string | null)[]): string[] {
  if (uids.includes(null)) throw invalidParameter('propertyUids', 'must not contain null')
  const sentByUid = new Map(uids.map(uid => [asUid(uid!) ?? uid!, uid!]))
  if (sentByUid.size > propertyUidsMax) {
    throw invalidParameter('propertyUids', `must have at most ${propertyUidsMax} items`)
  }
  return [...sentByUid.values()]
}
