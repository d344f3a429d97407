/** A notice: contract/events.md §12. Pure. */
import type { Selectable } from 'kysely'
import { utcText } from '../../../platform/dates.ts'
import type { NoticesTable } from '../../tables.ts'

export type Notice = Selectable<NoticesTable>

export const noticeTypes = [
  'WEBHOOK_FAILING',
  'WEBHOOK_DISABLED',
  'CALENDAR_FAILING',
  'MAIL_FAILING',
] as const
export type NoticeType = (typeof noticeTypes)[number]

const hourMs = 3_600_000

/** After what time of failing a webhook is noticed, and told of again: contract/events.md §8.5. */
export const failingMs = { first: 24 * hourMs, again: 72 * hourMs }

/** About one topic at most one mail goes out within this time. */
export const quietMs = 24 * hourMs

/** For how long it is kept that there was something, and that mails to a guest came back. */
export const [keptDays, mailDays] = [90, 30]

/** What is the matter, in a sentence or two. */
export function textOf({ type, about, since, reason }: Notice): string {
  const texts: Record<NoticeType, () => string> = {
    WEBHOOK_FAILING: () =>
      `${about} has not accepted any event since ${utcText(since)} UTC. Lodgepole keeps retrying ` +
      'and turns the webhook off after five days of failures.',
    WEBHOOK_DISABLED: () =>
      `${reason === 'GONE' ? `${about} returned 410 Gone` : `${about} accepted no event`}, so ` +
      'its webhook was turned off. Events are kept until you turn it on again.',
    CALENDAR_FAILING: () => `The calendar '${about}' could not be imported: ${reason}`,
    MAIL_FAILING: () => 'An e-mail to a guest could not be delivered. Open the message to see why.',
  }
  return texts[type as NoticeType]()
}
