/** Drafts: messages of the agency that are read from a request and not stored yet. */
import type { Context } from '../../../context.ts'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import type { LeadRow } from '../../leads/leads/lead.ts'
import type { StoredFiles } from '../attachments/attachment-files.ts'
import { findAdapter } from '../transports/channel-transport.ts'
import { supportsAttachments } from '../transports/transport-choice.ts'
import { type MessageKind, supportsDirectMessages } from './message.ts'
import type { Recipient } from './require-recipient.ts'

export interface MessageDraft {
  recipient: Recipient
  kind: MessageKind
  /** Subject of an e-mail; null for the subject of its thread. */
  subject: string | null
  text: string
  files: StoredFiles
}

/**
 * Checks that a draft may be sent now (contract/messaging.md §4.2).
 *
 * @throws ApiError INVALID_PARAMETER, REQUIRED_PARAMETER, UNSUPPORTED_FOR_SOURCE
 */
export function validateDraft(ctx: Pick<Context, 'sending'>, draft: MessageDraft): void {
  const { recipient, kind, text } = draft
  const files = draft.files.attachments
  validateDelivery(ctx, recipient, { kind, files })
  if (kind === 'DIRECT_MESSAGE' && text.trim() === '' && files.length === 0) {
    throw new ApiError('REQUIRED_PARAMETER', 'content.text is required')
  }
}

/**
 * Checks that a message of this kind with these files may be sent to a recipient now.
 *
 * @throws ApiError INVALID_PARAMETER, UNSUPPORTED_FOR_SOURCE
 */
export function validateDelivery(
  { sending }: Pick<Context, 'sending'>,
  { lead, thread, email }: Recipient,
  { kind, files }: { kind: MessageKind; files: unknown[] },
): void {
  refuseBlock(lead)
  if (kind === 'DIRECT_MESSAGE' && !hasChannel(sending, lead)) {
    throw unsupported('Message type DIRECT_MESSAGE is', lead)
  }
  if (kind === 'EMAIL' && email === null) {
    const owner = lead ? `lead ${lead.uid}` : `thread ${thread!.uid}`
    throw invalidParameter('type', `must not be EMAIL: ${owner} has no guest e-mail address`)
  }
  if (files.length > 0 && !supportsAttachments(sending, { kind }, lead)) {
    throw unsupported('Attachments are', lead)
  }
}

/** @throws ApiError INVALID_PARAMETER for a block, which has no guest */
export function refuseBlock(lead: LeadRow | null): void {
  if (lead?.type !== 'BLOCK') return
  throw invalidParameter('leadUid', 'is a BLOCK, messages are not supported')
}

/**
 * Returns the kind of a message without one: DIRECT_MESSAGE if the channel of the lead accepts it.
 */
export function defaultKind(
  { sending }: Pick<Context, 'sending'>,
  { lead }: Recipient,
): MessageKind {
  return hasChannel(sending, lead) ? 'DIRECT_MESSAGE' : 'EMAIL'
}

/** Returns true if the channel of a lead accepts messages, itself or through an adapter. */
function hasChannel({ adapters }: Context['sending'], lead: LeadRow | null): boolean {
  if (lead === null) return false
  return supportsDirectMessages(lead) || findAdapter(adapters, lead.channel) !== undefined
}

function unsupported(subject: string, lead: LeadRow | null): ApiError {
  const text = `${subject} not supported for this lead due to its source`
  return new ApiError('UNSUPPORTED_FOR_SOURCE', text, {
    members: { source: lead?.source ?? null },
  })
}
