/** A notice: contract/events.md §12. Pure. */
import type { Selectable } from 'kysely'
import { hourMs, utcText } from '../../../platform/dates/dates.ts'
import type { NoticesTable } from '../../tables.ts'

export type Notice = Selectable<NoticesTable>

export const noticeTypes = [
  'WEBHOOK_FAILING',
  'WEBHOOK_DISABLED',
  'CALENDAR_FAILING',
  'MAIL_FAILING',
] as const
export type NoticeType = (typeof noticeTypes)[number]

/** Time of failure after which a webhook gets a notice, and a reminder: contract/events.md §8.5. */
export const failingMs = { first: 24 * hourMs, again: 72 * hourMs }

/** Minimum time between two mails about one topic. */
export const quietMs = 24 * hourMs

/** Retention in days of ended notices, and of notices about returned mails. */
export const [retentionDays, mailRetentionDays] = [90, 30]

/** Returns the text of a notice, one or two sentences. */
export function noticeText({ type, about, since, reason }: Notice): string {
  const texts: Record<NoticeType, () => string> = {
    WEBHOOK_FAILING: () =>
      `${about} has not accepted any event since ${utcText(since)} UTC. Lodgepole keeps retrying ` +
      'and turns the webhook off after five days of failures.',
    WEBHOOK_DISABLED: () =>
      `${about} ${reason === 'GONE' ? 'answered 410 Gone' : 'accepted no event'}, so its webhook ` +
      'was turned off. Events are kept until you turn it on again.',
    CALENDAR_FAILING: () => `The calendar '${about}' could not be imported: ${reason}`,
    MAIL_FAILING: () => 'An e-mail to a guest could not be delivered. Open the message to see why.',
  }
  return texts[type as NoticeType]()
}
