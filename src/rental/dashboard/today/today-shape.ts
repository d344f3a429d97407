/** Agenda of a day: contract/resources.md §11.1. */
import Big from 'big.js'
import { utcText } from '../../../platform/dates/dates.ts'
import {
  bool,
  count,
  date,
  listOf,
  localDateTime,
  named,
  nullable,
  number,
  oneOf,
  personal,
  shape,
  type TSchema,
  Type,
  text,
  uid,
  utcDateTime,
} from '../../../platform/rest/fields.ts'
import { notice } from '../../events/notices/notice-shape.ts'
import { jobStatuses } from '../../operations/jobs/job.ts'
import { leadStatuses, leadTypes } from '../../prices/occupancies/lead-status.ts'
import type { TodayJob, TodayLead, TodayRows, TodayThread } from './today.sql.ts'

/** Maximum number of items per list. */
export const itemsMax = 500

const leadFields = {
  leadUid: uid(),
  propertyUid: nullable(uid()),
  unitUid: nullable(uid()),
  type: named('LeadType', oneOf(leadTypes)),
  status: named('LeadStatus', oneOf(leadStatuses)),
  channel: text(),
  guestName: personal(nullable(text({ max: 511 }))),
  guests: count(),
  assigneeUid: nullable(uid()),
  checkInLocalDateTime: localDateTime(),
  checkOutLocalDateTime: localDateTime(),
  expiresUtcDateTime: nullable(utcDateTime()),
  totalAmount: nullable(number()),
  balanceAmount: nullable(number()),
  currency: nullable(text()),
}

const job = shape('TodayJob', {
  jobUid: uid(),
  propertyUid: uid(),
  unitUid: nullable(uid()),
  leadUid: nullable(uid()),
  serviceProviderUid: nullable(uid()),
  status: named('JobStatus', oneOf(jobStatuses)),
  startLocalDateTime: localDateTime(),
  endLocalDateTime: localDateTime(),
})

const thread = shape('TodayThread', {
  threadUid: uid(),
  leadUid: nullable(uid()),
  propertyUid: nullable(uid()),
  unitUid: nullable(uid()),
  guestName: personal(nullable(text({ max: 511 }))),
  updatedUtcDateTime: utcDateTime(),
})

const lead = shape('TodayLead', leadFields)

const turnover = shape('TodayTurnover', {
  ...leadFields,
  nextLeadUid: nullable(uid()),
  isReady: bool(),
  jobs: listOf(job),
})

function section<T extends TSchema>(items: T) {
  return Type.Object({ count: count(), items: listOf(items, itemsMax) })
}

const leads = named('TodayLeads', section(lead))

export const today = shape('Today', {
  date: date(),
  asOfSeq: count(),
  arrivals: leads,
  departures: leads,
  inStay: leads,
  turnovers: named('TodayTurnovers', section(turnover)),
  requests: leads,
  holds: leads,
  due: leads,
  unreadThreads: named('TodayThreads', section(thread)),
  lateJobs: named('TodayJobs', section(job)),
  failing: named('TodayNotices', section(notice)),
})

/** Presents an agenda, except `failing`. */
export function presentToday(rows: TodayRows) {
  return {
    arrivals: presentSection(rows.arrivals, presentLead),
    departures: presentSection(rows.departures, presentLead),
    inStay: presentSection(rows.in_stay, presentLead),
    turnovers: presentSection(rows.turnovers, presentTurnover),
    requests: presentSection(rows.requests, presentLead),
    holds: presentSection(rows.holds, presentLead),
    due: presentSection(rows.due, presentLead),
    unreadThreads: presentSection(rows.unread, presentThread),
    lateJobs: presentSection(rows.late_jobs, presentJob),
  }
}

function presentSection<Item, Result>(
  { count, items }: { count: number; items: Item[] },
  presentItem: (item: Item) => Result,
) {
  return { count, items: items.map(presentItem) }
}

function presentLead(row: TodayLead) {
  const hasOrder = row.total_amount !== null
  return {
    leadUid: row.uid,
    propertyUid: row.property_uid,
    unitUid: row.unit_uid,
    type: row.type,
    status: row.status,
    channel: row.channel,
    ...presentGuestName(row),
    guests: row.adult_count + row.children_count,
    assigneeUid: row.assignee_uid,
    checkInLocalDateTime: row.check_in_local,
    checkOutLocalDateTime: row.check_out_local,
    expiresUtcDateTime: row.timer_ends_at && utcText(new Date(row.timer_ends_at)),
    totalAmount: row.total_amount,
    balanceAmount: hasOrder ? new Big(row.total_amount!).minus(row.paid ?? 0).toNumber() : null,
    currency: row.currency,
  }
}

function presentThread(row: TodayThread) {
  return {
    threadUid: row.uid,
    leadUid: row.lead_uid,
    propertyUid: row.property_uid,
    unitUid: row.unit_uid,
    ...presentGuestName(row),
    updatedUtcDateTime: utcText(new Date(row.updated_at)),
  }
}

/** Returns the guest name, or no field if the caller may not read guest data. */
function presentGuestName(row: Pick<TodayLead, 'personal' | 'first_name' | 'last_name'>) {
  const name = [row.first_name, row.last_name].filter(name => name).join(' ')
  return row.personal ? { guestName: name || null } : {}
}

/** Presents a turnover: it is ready if there are jobs for the day and all are done. */
function presentTurnover(row: TodayLead) {
  const jobs = row.jobs ?? []
  return {
    ...presentLead(row),
    nextLeadUid: row.next_lead_uid ?? null,
    isReady: jobs.length > 0 && jobs.every(({ status }) => status === 'DONE'),
    jobs: jobs.map(presentJob),
  }
}

function presentJob(row: TodayJob) {
  return {
    jobUid: row.uid,
    propertyUid: row.property_uid,
    unitUid: row.unit_uid,
    leadUid: row.lead_uid,
    serviceProviderUid: row.service_provider_uid,
    status: row.status,
    startLocalDateTime: row.start_local,
    endLocalDateTime: row.end_local,
  }
}
