import type { Context } from '../../../context.ts'
import type { Telling } from '../../events/events/record-event.ts'
import { endNotices } from '../../events/notices/notices.ts'
import { hasReopened, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import { isEnding, type LeadRow } from '../../leads/leads/lead.ts'
import { upsertConversation } from '../conversations/conversations.ts'
import { keepFormerEmails } from '../inbound-messages/former-emails.sql.ts'
import { bindThread } from './bind-thread.ts'
import { recordThreadUpdate } from './record-thread-update.ts'
import { statusBy } from './thread.ts'
import {
  listThreadsOfGuest,
  listThreadsOfLeads,
  listThreadsToBind,
  moveThreads,
} from './threads.ts'

/**
 * Keeps threads with their leads (contract/messaging.md §5, §7, §13): binds what a guest wrote
 * before there was a lead or while it was closed, goes along when a lead turns out to be of another
 * guest, and emits when an action on a lead opens or closes its thread. Runs after guests are
 * matched.
 */
export async function followLeadChanges(
  ctx: Telling & Pick<Context, 'tasks'>,
  changes: LeadChange[],
): Promise<void> {
  await keepFormerEmails(ctx, changes)
  const told = changes.filter(tellsContact)
  await followGuests(
    ctx,
    told.flatMap(({ before, after }) => (before && after ? [after] : [])),
  )
  const reopened = changes.filter(change => hasReopened(change) && !told.includes(change))
  await bindThreads(ctx, [...told.filter(mayHaveWritten), ...reopened])
  await followStatuses(ctx, changes)
  await endNoticesOf(ctx, changes)
}

/** Mails that came back may get through to another address. */
async function endNoticesOf(
  ctx: Telling & Pick<Context, 'tasks'>,
  changes: LeadChange[],
): Promise<void> {
  const readdressed = changes.flatMap(({ before, after }) =>
    before && after && before.email !== after.email ? [after] : [],
  )
  const [first] = readdressed
  if (!first) return
  const threads = await listThreadsOfLeads(ctx, first.agency_uid, uidsOf(readdressed))
  await endNotices(
    ctx,
    first.agency_uid,
    threads.map(({ uid }) => uid),
  )
}

const contact = ['email', 'phone_number', 'cell_phone_number'] as const

/** Whether a lead says by the change, and did not before, by what its guest is known. */
function tellsContact({ before, after }: LeadChange): boolean {
  if (after === null || after.type === 'BLOCK') return false
  const isTold = contact.some(column => after[column] !== null)
  return isTold && (before === null || contact.some(column => before[column] !== after[column]))
}

async function followGuests(ctx: Telling, leads: LeadRow[]): Promise<void> {
  const [first] = leads
  if (!first) return
  const moved = await moveThreads(ctx, first.agency_uid, uidsOf(leads))
  for (const thread of moved) await upsertConversation(ctx, thread)
}

/** A guest that is new with the lead has written nothing. */
function mayHaveWritten({ guest }: LeadChange): boolean {
  return !guest?.made
}

async function bindThreads(ctx: Telling, changes: LeadChange[]): Promise<void> {
  const leads = changes.flatMap(({ after, guest }) => (after ? [{ ...after, guest }] : []))
  const open = leads.filter(({ status }) => status !== 'SAMPLE' && !isEnding(status))
  const [first] = open
  if (!first) return
  const { agency_uid } = first
  const found =
    open.length === 1 && first.guest
      ? await listThreadsOfGuest(ctx, first, first.guest.uid)
      : await listThreadsToBind(ctx, agency_uid, uidsOf(open))
  for (const { thread, lead_uid } of found) {
    await bindThread(ctx, thread, { agency_uid, uid: lead_uid })
  }
}

async function followStatuses(ctx: Telling, changes: LeadChange[]): Promise<void> {
  const now = ctx.clock.now()
  const turned = new Map(
    changes.flatMap(({ before, after }) => {
      if (before === null || after === null) return []
      const statuses = [statusBy(before, now), statusBy(after, now)] as const
      return statuses[0] === statuses[1] ? [] : [[after.uid, statuses] as const]
    }),
  )
  const lead = changes.find(({ after }) => after !== null && turned.has(after.uid))?.after
  if (!lead) return
  for (const thread of await listThreadsOfLeads(ctx, lead.agency_uid, [...turned.keys()])) {
    const [was, is] = turned.get(thread.lead_uid!)!
    recordThreadUpdate(ctx, thread, { changes: { status: [was, is] } })
  }
}

function uidsOf(leads: Pick<LeadRow, 'uid'>[]): string[] {
  return leads.map(({ uid }) => uid)
}
