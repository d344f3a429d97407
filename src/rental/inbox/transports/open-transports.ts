import type { Context } from '../../../context.ts'
import type { MessageKind } from '../messages/message.ts'
import { outboxTransport } from '../outbox-messages/outbox-transport.ts'
import { channelTransport } from './channel-transport.ts'
import { smtpMailer, smtpTransport } from './smtp-transport.ts'
import type { Transport } from './transport.ts'
import type { Sending, SendingSettings, TransportName } from './transport-choice.ts'

const waitMsStandard = 2_000

/** Opens the transports that the settings name; nothing is connected yet. */
export function openSending(
  ctx: Pick<Context, 'db' | 'clock'>,
  { transports, smtp }: SendingSettings,
  { adapters = [], waitMs = waitMsStandard }: Partial<Pick<Sending, 'adapters' | 'waitMs'>> = {},
): Sending {
  const open: Record<TransportName, () => Transport> = {
    outbox: () => outboxTransport(ctx),
    smtp: () => smtpTransport(smtp!),
    adapter: () => channelTransport(adapters),
  }
  const opened = (kind: MessageKind) => transports[kind].map(name => open[name]())
  const byKind = { EMAIL: opened('EMAIL'), DIRECT_MESSAGE: opened('DIRECT_MESSAGE') }
  const mailer = smtp && transports.EMAIL.includes('smtp') ? smtpMailer(smtp) : null
  return { transports: byKind, mailer, adapters, waitMs }
}
