/**
 * Invariants of the database. The nights of leads are computed from the leads and the rules of
 * contract/pricing.md §3 and contract/leads.md §9.1 alone, independently of the occupancy rows that
 * the server writes and of the constraint on those rows.
 */
import type { Query } from './shared/query.ts'
import { toViolations, type Violation } from './shared/violation.ts'

interface Check {
  rule: string
  /** Selects rows that violate the rule. */
  sql: string
  /** True if the rule holds at every moment, also during requests. */
  always?: true
}

/** A single instant for the whole statement, after the commit of all rows that it reads. */
const moment = 'moment as materialized (select clock_timestamp() as at)'

/** Condition that the timer of a lead has ended, recorded or not: the lead no longer blocks. */
const expired = `(l.status in ('ON_HOLD', 'PENDING', 'PENDING_APPROVED')
  and coalesce(l.timer_ends_at <= (select at from moment), false))`

/**
 * Condition that other leads of the group hold the nights of a lead: it is the main lead of a group
 * at a hotel, or a sub-lead on a sub of the master whose main lead holds the same nights.
 */
const heldByGroup = `(l.group_uid is not null and (l.hotel_uid is not null
    and l.group_role = 'MAIN'
  or l.hotel_uid is null and l.group_role = 'SUB' and exists (select 1 from leads main
    where main.agency_uid = l.agency_uid and main.group_uid = l.group_uid
    and main.group_role = 'MAIN' and main.property_uid = p.parent_uid and main.deleted_at is null
    and main.status in ('BOOKED', 'BLOCKED', 'PENDING', 'PENDING_APPROVED', 'ON_HOLD')
    and main.check_in_local::date <= l.check_in_local::date
    and main.check_out_local::date >= l.check_out_local::date)))`

/** Turnover in nights; a sub-lead that takes over nights of the main lead keeps what remained. */
const turnover = `case
  when l.type = 'BLOCK' then 0
  when l.group_role = 'SUB' and l.hotel_uid is null then least(l.turn_over_days,
    coalesce((select min(o.turnover_nights + o.turnover_after) from occupancies o
      where o.agency_uid = l.agency_uid and o.lead_uid = l.uid), 0))
  else coalesce(l.turn_over_days, 0) end`

/** Blocking leads, and one row for each unit that such a lead has to hold, with its range. */
const held = `with ${moment}, blocking as materialized (
  select l.*, p.hotel_uid as type_of, p.turn_over_days,
    l.check_in_local::date as first_night, l.check_out_local::date as last_day
  from leads l join properties p on p.agency_uid = l.agency_uid and p.uid = l.property_uid
  where l.deleted_at is null and not ${expired} and not ${heldByGroup}
  and l.status in ('BOOKED', 'BLOCKED', 'PENDING', 'PENDING_APPROVED', 'ON_HOLD')
), held as (
  select l.agency_uid, l.uid as lead_uid, u.uid as unit_uid, first_night, last_day,
    ${turnover} as turnover
  from blocking l join units u on u.agency_uid = l.agency_uid and case
    when l.type_of is not null then u.uid = l.unit_uid and u.property_uid = l.property_uid
    when exists (select 1 from properties s where s.agency_uid = l.agency_uid
      and s.parent_uid = l.property_uid and s.deleted_at is null)
    then u.property_uid in (select s.uid from properties s where s.agency_uid = l.agency_uid
      and s.parent_uid = l.property_uid and s.deleted_at is null)
    else u.property_uid = l.property_uid end
  where u.deleted_at is null
)`

/** Returns the range of an occupancy without its turnover, whichever release wrote it. */
const nightsWithoutTurnover = (alias: string) =>
  `daterange(lower(${alias}.occupied), upper(${alias}.occupied) - ${alias}.turnover_nights)`

const occupied = `select o.agency_uid, o.lead_uid, o.unit_uid, ${nightsWithoutTurnover('o')},
    o.turnover_nights + o.turnover_after
  from occupancies o
  join leads l on l.agency_uid = o.agency_uid and l.uid = o.lead_uid where not ${expired}`

const shouldBeOccupied = `select agency_uid, lead_uid, unit_uid,
  daterange(first_night, last_day), turnover from held`

const checks: Check[] = [
  {
    rule: 'No night of a unit, turnover included, belongs to two leads',
    always: true,
    sql: `${held}, taken as (
        select agency_uid, unit_uid, lead_uid, first_night + n as night
        from held, generate_series(0, last_day + turnover - first_night - 1) n)
      select unit_uid, night::text, array_agg(lead_uid) as leads from taken
      group by agency_uid, unit_uid, night having count(*) > 1`,
  },
  {
    rule: 'Every blocking lead holds a unit',
    always: true,
    sql: `${held} select uid, status from blocking where (agency_uid, uid) not in
      (select agency_uid, lead_uid from held)`,
  },
  {
    rule: 'Every blocking lead has its occupancies',
    always: true,
    sql: `${held} ${shouldBeOccupied} except ${occupied}`,
  },
  {
    rule: 'No other lead has occupancies',
    always: true,
    sql: `${held} ${occupied} except ${shouldBeOccupied}`,
  },
  {
    rule: 'Every timer that has ended is written',
    sql: `with ${moment} select l.uid, l.status, l.timer_ends_at from leads l
      where ${expired} and l.deleted_at is null`,
  },
  {
    rule: 'Every lead with its own unit has one order of its nights, a block none',
    sql: `select l.uid, l.type, count(o.uid) as orders, min(o.rent_breakdowns::text) as nights
      from leads l left join orders o on o.agency_uid = l.agency_uid and o.lead_uid = l.uid
      where l.property_uid is not null
        and (l.hotel_uid is null or l.group_role is distinct from 'MAIN')
      group by l.uid, l.type, l.check_in_local, l.check_out_local
      having count(o.uid) <> case l.type when 'BLOCK' then 0 else 1 end
      or bool_or(o.uid is not null and (select array_agg(night ->> 'nightlyDate')
          from jsonb_array_elements(o.rent_breakdowns) night)
        is distinct from (select array_agg((l.check_in_local::date + n)::text)
          from generate_series(0, l.check_out_local::date - l.check_in_local::date - 1) n))`,
  },
  {
    rule: 'The history of a lead leads from its creation to its status without gaps',
    sql: `with states as (
        select agency_uid, lead_uid, type_after || ' ' || status_after as state, 1 as step
        from lead_acts where status_after is not null
        union all
        select agency_uid, lead_uid, type_before || ' ' || status_before, -1
        from lead_acts where status_before is not null)
      select l.uid, l.status, s.state, sum(s.step) as times
      from leads l left join states s on s.agency_uid = l.agency_uid and s.lead_uid = l.uid
      group by l.uid, l.type, l.status, l.deleted_at, s.state
      having coalesce(sum(s.step), -1) <>
        case when l.deleted_at is null and s.state = l.type || ' ' || l.status then 1 else 0 end`,
  },
  {
    rule: 'Every lead was created once',
    sql: `select l.uid, count(a.uid) as creations from leads l left join lead_acts a
        on a.agency_uid = l.agency_uid and a.lead_uid = l.uid and a.status_before is null
      group by l.uid having count(a.uid) <> 1`,
  },
  {
    rule: 'The history of nights matches the occupancies',
    sql: `with nights as (
        select agency_uid, unit_uid, lead_uid, lower(occupied) + n as night,
          case change when 'TAKEN' then 1 else -1 end as step
        from night_changes,
          generate_series(0, upper(occupied) + turnover_after - lower(occupied) - 1) n
        union all
        select agency_uid, unit_uid, lead_uid, lower(occupied) + n, -1
        from occupancies,
          generate_series(0, upper(occupied) + turnover_after - lower(occupied) - 1) n)
      select unit_uid, lead_uid, night::text, sum(step) as surplus from nights
      group by agency_uid, unit_uid, lead_uid, night having sum(step) <> 0`,
  },
]

const tables = [
  ...['leads', 'properties', 'units', 'occupancies', 'orders', 'lead_acts', 'night_changes'],
]

/**
 * Restricts a check to one agency, by subqueries with the names of the tables: a cluster can run
 * it.
 */
function inAgency(agencyUid: unknown, sql: string): string {
  const own = tables.map(table => {
    return `${table} as (select * from public.${table} where agency_uid = '${agencyUid}')`
  })
  return `with ${own.join(', ')}${sql.startsWith('with ') ? `, ${sql.slice(5)}` : ` ${sql}`}`
}

/** Finds violations of the rules; `onlyAlways` checks only the rules that hold at every moment. */
export async function checkDatabase(
  query: Query,
  { onlyAlways = false }: { onlyAlways?: boolean } = {},
): Promise<Violation[]> {
  const violations: Violation[] = []
  const agencies = await query('select agency_uid from agencies')
  for (const { rule, sql, always = false } of checks) {
    if (onlyAlways && !always) continue
    const rows: unknown[] = []
    for (const { agency_uid } of agencies) rows.push(...(await query(inAgency(agency_uid, sql))))
    violations.push(...toViolations(rule, rows))
  }
  return violations
}
