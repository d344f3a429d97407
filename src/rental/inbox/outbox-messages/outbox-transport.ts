import type { Context } from '../../../context.ts'
import type { OutgoingMessage, Transport } from '../transports/transport.ts'
import { insertOutboxMessage } from './outbox-messages.ts'

/** Recipients that a server is tried out with. */
const refused = '@fail.invalid'
const postponed = '@retry.invalid'

/** Records messages instead of sending them: contract/messaging.md §12. */
export function outboxTransport(ctx: Pick<Context, 'db' | 'clock'>): Transport {
  return {
    name: 'outbox',
    supports: () => true,
    async send(message) {
      const { to } = message
      if (to.email?.endsWith(refused)) {
        return { result: 'FAILED', reason: `Recipients at ${refused.slice(1)} are refused` }
      }
      if (to.email?.endsWith(postponed)) {
        return { result: 'RETRY', reason: `Recipients at ${postponed.slice(1)} are deferred` }
      }
      await insertOutboxMessage(ctx, {
        agency_uid: message.agencyUid,
        uid: message.sendingUid,
        message_uid: message.uid,
        lead_uid: message.leadUid,
        kind: message.kind,
        sender: addressed(message.from),
        recipient: recipientOf(message),
        subject: message.subject,
        text: message.text,
        file_names: message.attachments.map(({ fileName }) => fileName),
        created_at: ctx.clock.now(),
      })
      return { result: 'SENT' }
    },
  }
}

function addressed({ name, email }: OutgoingMessage['from']): string {
  return email === null ? name : `${name} <${email}>`
}

/** A direct message goes to the conversation that the channel has for a booking. */
function recipientOf({ kind, to, channel, leadUid }: OutgoingMessage): string {
  return kind === 'EMAIL' ? (to.email ?? '') : `${channel} lead ${leadUid}`
}
