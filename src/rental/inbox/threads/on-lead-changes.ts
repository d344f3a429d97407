import type { Context } from '../../../context.ts'
import type { EventContext } from '../../../pending-events/record-event.ts'
import { endNotices } from '../../events/notices/notices.ts'
import { hasReopened, type LeadChange } from '../../leads/lead-history/lead-events.ts'
import { isTerminal, type LeadRow } from '../../leads/leads/lead.ts'
import { upsertConversation } from '../conversations/conversations.ts'
import { storeFormerEmails } from '../inbound-messages/former-emails.sql.ts'
import { attachThread } from './attach-thread.ts'
import { recordThreadUpdate } from './record-thread-update.ts'
import { statusAt } from './thread.ts'
import { listAttachableThreads, listGuestThreads, listLeadThreads, moveThreads } from './threads.ts'

/**
 * Updates threads when their leads change (contract/messaging.md §5, §7, §13): attaches messages
 * that a guest wrote before there was a lead or while it was closed, moves the thread when a lead
 * gets another guest, and emits an event when the change of a lead opens or closes its thread. Runs
 * after guests are matched.
 */
export async function onLeadChanges(
  ctx: EventContext & Pick<Context, 'tasks'>,
  changes: LeadChange[],
): Promise<void> {
  await storeFormerEmails(ctx, changes)
  const contactChanges = changes.filter(changesContact)
  await moveToGuests(
    ctx,
    contactChanges.flatMap(({ before, after }) => (before && after ? [after] : [])),
  )
  const reopened = changes.filter(change => hasReopened(change) && !contactChanges.includes(change))
  await attachThreads(ctx, [...contactChanges.filter(mayHaveWritten), ...reopened])
  await emitStatuses(ctx, changes)
  await endMailNotices(ctx, changes)
}

/** Ends notices of returned mails to guests whose address was changed: the next mail may arrive. */
async function endMailNotices(
  ctx: EventContext & Pick<Context, 'tasks'>,
  changes: LeadChange[],
): Promise<void> {
  const readdressed = changes.flatMap(({ before, after }) =>
    before && after && before.email !== after.email ? [after] : [],
  )
  const agencyUid = readdressed[0]?.agency_uid
  if (agencyUid === undefined) return
  const threads = await listLeadThreads(ctx, agencyUid, listUids(readdressed))
  await endNotices(
    ctx,
    agencyUid,
    threads.map(({ uid }) => uid),
  )
}

const contactColumns = ['email', 'phone_number', 'cell_phone_number'] as const

/** Returns true if the change adds or replaces an e-mail address or phone number of the lead. */
function changesContact({ before, after }: LeadChange): boolean {
  if (after === null || after.type === 'BLOCK') return false
  const hasContact = contactColumns.some(column => after[column] !== null)
  return (
    hasContact &&
    (before === null || contactColumns.some(column => before[column] !== after[column]))
  )
}

async function moveToGuests(ctx: EventContext, leads: LeadRow[]): Promise<void> {
  const agencyUid = leads[0]?.agency_uid
  if (agencyUid === undefined) return
  const movedThreads = await moveThreads(ctx, agencyUid, listUids(leads))
  for (const thread of movedThreads) await upsertConversation(ctx, thread)
}

/** Returns false for a guest created with the lead, who has no messages. */
function mayHaveWritten({ guest }: LeadChange): boolean {
  return !guest?.newGuestKeys
}

async function attachThreads(ctx: EventContext, changes: LeadChange[]): Promise<void> {
  const leads = changes.flatMap(({ after, guest }) => (after ? [{ ...after, guest }] : []))
  const open = leads.filter(({ status }) => status !== 'SAMPLE' && !isTerminal(status))
  const [firstLead] = open
  if (!firstLead) return
  const { agency_uid, guest } = firstLead
  // The guest is present for a new lead of the agency, which is a trusted source.
  const attachable =
    open.length === 1 && guest
      ? await listGuestThreads(ctx, firstLead, guest.uid)
      : await listAttachableThreads(ctx, agency_uid, listUids(open))
  for (const { thread, lead_uid } of attachable) {
    await attachThread(ctx, thread, { agency_uid, uid: lead_uid })
  }
}

async function emitStatuses(ctx: EventContext, changes: LeadChange[]): Promise<void> {
  const now = ctx.clock.now()
  const statusChanges = new Map(
    changes.flatMap(({ before, after }) => {
      if (before === null || after === null) return []
      const statuses = [statusAt(before, now), statusAt(after, now)] as const
      return statuses[0] === statuses[1] ? [] : [[after.uid, statuses] as const]
    }),
  )
  // All leads of a transaction belong to one agency.
  const agencyUid = changes.find(({ after }) => after && statusChanges.has(after.uid))?.after
    ?.agency_uid
  if (agencyUid === undefined) return
  for (const thread of await listLeadThreads(ctx, agencyUid, [...statusChanges.keys()])) {
    const [statusBefore, statusAfter] = statusChanges.get(thread.lead_uid!)!
    recordThreadUpdate(ctx, thread, { changes: { status: [statusBefore, statusAfter] } })
  }
}

function listUids(leads: Pick<LeadRow, 'uid'>[]): string[] {
  return leads.map(({ uid }) => uid)
}
