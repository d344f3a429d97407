/** A day of an agency on the wire: contract/resources.md §11.1. */
import Big from 'big.js'
import { utcText } from '../../../platform/dates.ts'
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
import { leadStatuses, leadTypes } from '../../leads/leads/lead.ts'
import { jobStatuses } from '../jobs/job.ts'
import type { TodayFacts, TodayJob, TodayLead, TodayThread } from './today.sql.ts'

/** How many of each list are told at most. */
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

/** All of a day but what fails. */
export function presentToday(facts: TodayFacts) {
  return {
    arrivals: each(facts.arrivals, presentLead),
    departures: each(facts.departures, presentLead),
    inStay: each(facts.in_stay, presentLead),
    turnovers: each(facts.turnovers, presentTurnover),
    requests: each(facts.requests, presentLead),
    holds: each(facts.holds, presentLead),
    due: each(facts.due, presentLead),
    unreadThreads: each(facts.unread, presentThread),
    lateJobs: each(facts.late_jobs, presentJob),
  }
}

function each<Item, Shown>(
  { count, items }: { count: number; items: Item[] },
  present: (item: Item) => Shown,
) {
  return { count, items: items.map(present) }
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
    ...guestNameOf(row),
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
    ...guestNameOf(row),
    updatedUtcDateTime: utcText(new Date(row.updated_at)),
  }
}

/** Only where the caller sees guests' data. */
function guestNameOf(row: Pick<TodayLead, 'personal' | 'first_name' | 'last_name'>) {
  const name = [row.first_name, row.last_name].filter(part => part).join(' ')
  return row.personal ? { guestName: name || null } : {}
}

/** Ready when it has jobs for the day and all are done. */
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
