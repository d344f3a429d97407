/** What a lead of the v3 GraphQL has besides itself: contract/leadsql.md §9. */
import { sql } from 'kysely'
import {
  type Asked,
  columnsOf,
  joined,
  localTime,
  many,
  orNull,
  plain,
  type Row,
  type Sql,
  type Types,
  text,
  word,
} from '../../../platform/graphql/fields.ts'
import { tagsOf } from '../../around/tags/tags.ts'
import { orderOfLead } from '../orders/orders.ts'
import { paidOf } from '../payments/paid.sql.ts'

/** The fields of a lead that lead to others. */
export const belongings: Types[string] = {
  order: joined('LeadOrder', orderOfLead),
  tags: plain(tagsOf),
  unit: joined('LeadUnit', unitOf),
  thread: joined('LeadThread', threadOf),
  jobs: many('LeadJob', jobsOf, job => sql`${job('start_local')}, ${job('uid')}`),
}

export const belongingTypes: Types = {
  LeadOrder: {
    uid: word('uid'),
    totalAmount: word(order => sql`${order('total_amount')}::text`),
    paidAmount: word(order => sql`${inDigitsOf(order, paidOf(order))}::text`),
    balanceAmount: word(
      order => sql`(${order('total_amount')} - ${inDigitsOf(order, paidOf(order))})::text`,
    ),
    currency: text('currency'),
  },
  LeadUnit: { uid: word('uid'), name: text('name'), isActive: plain('is_active') },
  LeadThread: { uid: word('uid'), isUnread: plain(t => sql`${t('agency_read_at')} is null`) },
  LeadJob: {
    uid: word('uid'),
    status: word('status'),
    startLocalDateTime: localTime('start_local'),
    endLocalDateTime: localTime('end_local'),
    serviceUid: word('service_uid'),
    serviceProviderUid: orNull(word('service_provider_uid')),
    unitUid: orNull(word('unit_uid')),
  },
}

/** An amount with as many digits as those of the order have. */
function inDigitsOf(order: Row, amount: Sql): Sql {
  return sql`round(${amount}, scale(${order('total_amount')}))`
}

function unitOf(lead: Row): Sql {
  return sql`select u.uid, u.name, u.is_active from units u
    where u.agency_uid = ${lead('agency_uid')} and u.uid = ${lead('unit_uid')}`
}

function threadOf(lead: Row): Sql {
  return sql`select t.uid, t.agency_read_at from threads t
    where t.agency_uid = ${lead('agency_uid')} and t.lead_uid = ${lead('uid')}`
}

function jobsOf(lead: Row, asked: Asked): Sql {
  return sql`select ${columnsOf('j', asked)} from jobs j
    where j.agency_uid = ${lead('agency_uid')} and j.lead_uid = ${lead('uid')}`
}
