import type { Context } from '../../../context.ts'
import type { OutgoingMessage, Transport } from '../transports/transport.ts'
import { insertOutboxMessage } from './outbox-messages.ts'

/** Domains of recipients for trying out failures. */
const refusedDomain = '@fail.invalid'
const deferredDomain = '@retry.invalid'

/** Records messages instead of sending them: contract/messaging.md §12. */
export function outboxTransport(ctx: Pick<Context, 'db' | 'clock'>): Transport {
  return {
    name: 'outbox',
    supports: () => true,
    async send(message) {
      const { to } = message
      if (to.email?.endsWith(refusedDomain)) {
        return { result: 'FAILED', reason: `Recipients at ${refusedDomain.slice(1)} are refused` }
      }
      if (to.email?.endsWith(deferredDomain)) {
        return { result: 'RETRY', reason: `Recipients at ${deferredDomain.slice(1)} are deferred` }
      }
      await insertOutboxMessage(ctx, {
        agency_uid: message.agencyUid,
        uid: message.sendingUid,
        message_uid: message.uid,
        lead_uid: message.leadUid,
        kind: message.kind,
        sender: formatAddress(message.from),
        recipient: formatRecipient(message),
        subject: message.subject,
        text: message.text,
        file_names: message.attachments.map(({ fileName }) => fileName),
        created_at: ctx.clock.now(),
      })
      return { result: 'SENT' }
    },
  }
}

function formatAddress({ name, email }: OutgoingMessage['from']): string {
  return email === null ? name : `${name} <${email}>`
}

/** Returns the recipient of a message: for a direct message, the conversation of the channel. */
function formatRecipient({ kind, to, channel, leadUid }: OutgoingMessage): string {
  return kind === 'EMAIL' ? (to.email ?? '') : `${channel} lead ${leadUid}`
}
