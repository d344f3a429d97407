/** Relations of a lead in the v3 GraphQL API: contract/leadsql.md §9. */
import { sql } from 'kysely'
import {
  type ColumnNames,
  joined,
  listOf,
  literal,
  localTime,
  nullableText,
  orNull,
  type Row,
  type Sql,
  selectColumns,
  type Types,
  unescaped,
} from '../../../platform/graphql/fields.ts'
import { selectTags } from '../../properties/tags/tags.ts'
import { selectOrderOfLead } from '../orders/orders.ts'
import { selectPaidAmount } from '../payments/paid.sql.ts'

/** Fields of a lead that return related objects. */
export const leadRelations: Types[string] = {
  order: joined('LeadOrder', selectOrderOfLead),
  tags: literal(selectTags),
  unit: joined('LeadUnit', selectUnit),
  thread: joined('LeadThread', selectThread),
  jobs: listOf('LeadJob', selectJobs, job => sql`${job('start_local')}, ${job('uid')}`),
}

export const leadRelationTypes: Types = {
  LeadOrder: {
    uid: unescaped('uid'),
    totalAmount: unescaped(order => sql`${order('total_amount')}::text`),
    paidAmount: unescaped(order => sql`${withOrderScale(order, selectPaidAmount(order))}::text`),
    balanceAmount: unescaped(
      order =>
        sql`(${order('total_amount')} - ${withOrderScale(order, selectPaidAmount(order))})::text`,
    ),
    currency: nullableText('currency'),
  },
  LeadUnit: { uid: unescaped('uid'), name: nullableText('name'), isActive: literal('is_active') },
  LeadThread: {
    uid: unescaped('uid'),
    isUnread: literal(thread => sql`${thread('agency_read_at')} is null`),
  },
  LeadJob: {
    uid: unescaped('uid'),
    status: unescaped('status'),
    startLocalDateTime: localTime('start_local'),
    endLocalDateTime: localTime('end_local'),
    serviceUid: unescaped('service_uid'),
    serviceProviderUid: orNull(unescaped('service_provider_uid')),
    unitUid: orNull(unescaped('unit_uid')),
  },
}

/** Rounds an amount to the number of decimals of the order's total. */
function withOrderScale(order: Row, amount: Sql): Sql {
  return sql`round(${amount}, scale(${order('total_amount')}))`
}

function selectUnit(lead: Row): Sql {
  return sql`select u.uid, u.name, u.is_active from units u
    where u.agency_uid = ${lead('agency_uid')} and u.uid = ${lead('unit_uid')}`
}

function selectThread(lead: Row): Sql {
  return sql`select t.uid, t.agency_read_at from threads t
    where t.agency_uid = ${lead('agency_uid')} and t.lead_uid = ${lead('uid')}`
}

function selectJobs(lead: Row, requested: ColumnNames): Sql {
  return sql`select ${selectColumns('j', requested)} from jobs j
    where j.agency_uid = ${lead('agency_uid')} and j.lead_uid = ${lead('uid')}`
}
