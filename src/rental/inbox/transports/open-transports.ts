import type { Context } from '../../../context.ts'
import type { MessageKind } from '../messages/message.ts'
import { outboxTransport } from '../outbox-messages/outbox-transport.ts'
import { channelTransport } from './channel-transport.ts'
import { smtpMailer, smtpTransport } from './smtp-transport.ts'
import type { Transport } from './transport.ts'
import type { MessageTransports, TransportName, TransportSettings } from './transport-choice.ts'

const waitMsDefault = 2_000

/** Creates the transports that the settings name, without connecting them. */
export function openTransports(
  ctx: Pick<Context, 'db' | 'clock'>,
  { transports, smtp }: TransportSettings,
  {
    adapters = [],
    waitMs = waitMsDefault,
  }: Partial<Pick<MessageTransports, 'adapters' | 'waitMs'>> = {},
): MessageTransports {
  const open: Record<TransportName, () => Transport> = {
    outbox: () => outboxTransport(ctx),
    smtp: () => smtpTransport(smtp!),
    adapter: () => channelTransport(adapters),
  }
  const openAll = (kind: MessageKind) => transports[kind].map(name => open[name]())
  const byKind = { EMAIL: openAll('EMAIL'), DIRECT_MESSAGE: openAll('DIRECT_MESSAGE') }
  const mailer = smtp && transports.EMAIL.includes('smtp') ? smtpMailer(smtp) : null
  return { transports: byKind, mailer, adapters, waitMs }
}
