/** Settings of message delivery: contract/general.md §13, contract/messaging.md §12. */

import type { MessageKind } from '../rental/inbox/messages/message.ts'
import { isPlainAddress } from '../rental/inbox/transports/mail.ts'
import type { SmtpSettings } from '../rental/inbox/transports/smtp-transport.ts'
import type {
  TransportName,
  TransportSettings,
} from '../rental/inbox/transports/transport-choice.ts'
import { type Environment, invalidSetting } from './environment.ts'

const kindsByName: Record<string, { kind: MessageKind; transports: TransportName[] }> = {
  email: { kind: 'EMAIL', transports: ['outbox', 'smtp'] },
  direct: { kind: 'DIRECT_MESSAGE', transports: ['outbox', 'adapter'] },
}

/**
 * Reads MESSAGE_TRANSPORTS, SMTP_URL and MAIL_FROM.
 *
 * @param extraCa PEM certificates trusted in addition to those of the system
 * @throws Error naming the invalid variable and the expected value
 */
export function readMessageDelivery(env: Environment, extraCa: string[]): TransportSettings {
  const smtp = env.SMTP_URL ? smtpSettings(env.SMTP_URL, mailFrom(env), extraCa) : null
  const transports = readTransports(env, smtp === null ? 'outbox' : 'smtp')
  if (smtp === null && transports.EMAIL.includes('smtp')) {
    throw new Error('SMTP_URL is required with email=smtp in MESSAGE_TRANSPORTS')
  }
  return { transports, smtp }
}

/** Returns warnings about passwords on unencrypted connections. */
export function mailWarnings({ smtp }: TransportSettings): string[] {
  if (!smtp?.login || smtp.isSecure || smtp.requiresTls) return []
  return [
    '?tls=optional lets the password of SMTP_URL be sent in clear if the mail server offers no ' +
      'TLS, and accepts any certificate. Use ?tls=required',
  ]
}

/**
 * Returns a warning about messages that are not sent, for a server that is not a demo.
 *
 * @returns null if all are sent
 */
export function outboxWarning({ transports }: TransportSettings): string | null {
  const recorded = Object.entries(kindsByName).filter(([, { kind }]) =>
    transports[kind].includes('outbox'),
  )
  if (recorded.length === 0) return null
  const pairs = recorded.map(([kindName]) => `${kindName}=outbox`).join(' and ')
  return `MESSAGE_TRANSPORTS has ${pairs}: these messages may be recorded instead of sent`
}

/**
 * Parses the transports of each kind of message. A missing kind has its default; the first
 * transport of a repeated kind has the others as fallbacks.
 */
function readTransports(env: Environment, emailDefault: TransportName) {
  const transports: Record<MessageKind, TransportName[]> = { EMAIL: [], DIRECT_MESSAGE: [] }
  for (const pair of (env.MESSAGE_TRANSPORTS ?? '').split(',')) {
    if (pair.trim() === '') continue
    const [kindName = '', name = '', ...extraParts] = pair.split('=').map(part => part.trim())
    const messageKind = Object.hasOwn(kindsByName, kindName) ? kindsByName[kindName]! : null
    const transport = messageKind?.transports.find(allowed => allowed === name)
    if (!messageKind || !transport || extraParts.length > 0) {
      throw invalidSetting('MESSAGE_TRANSPORTS', pair.trim(), `one of ${allowedPairs().join(', ')}`)
    }
    if (!transports[messageKind.kind].includes(transport))
      transports[messageKind.kind].push(transport)
  }
  if (transports.EMAIL.length === 0) transports.EMAIL.push(emailDefault)
  if (transports.DIRECT_MESSAGE.length === 0) transports.DIRECT_MESSAGE.push('outbox')
  return transports
}

function allowedPairs(): string[] {
  return Object.entries(kindsByName).flatMap(([kindName, { transports }]) =>
    transports.map(name => `${kindName}=${name}`),
  )
}

function mailFrom(env: Environment): string {
  const address = env.MAIL_FROM
  if (!address) throw new Error('MAIL_FROM is required with SMTP_URL: the sender address of mails')
  if (isPlainAddress(address)) return address
  throw invalidSetting('MAIL_FROM', address, 'an e-mail address')
}

const standardPorts: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }

function smtpSettings(text: string, mailFrom: string, extraCa: string[]): SmtpSettings {
  const url = URL.canParse(text) ? new URL(text) : null
  const port = url && standardPorts[url.protocol]
  const isSecure = url?.protocol === 'smtps:'
  const allowedQueries = ['', '?tls=required', ...(isSecure ? [] : ['?tls=optional'])]
  const isQueryAllowed = url !== null && allowedQueries.includes(url.search)
  const hasOnlyHost = url !== null && /^\/?$/.test(url.pathname) && url.hash === ''
  const [user, pass] = [url?.username, url?.password].map(decodeOrNull)
  // The value is omitted, because it may contain a password.
  if (
    !url?.hostname ||
    !port ||
    !isQueryAllowed ||
    !hasOnlyHost ||
    user === null ||
    pass === null
  ) {
    throw new Error(
      'SMTP_URL is invalid: it must be of the form smtp://user:password@host:port, or ' +
        'smtps://…, and may end in ?tls=required, smtp:// also in ?tls=optional',
    )
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || port,
    isSecure,
    // Default: TLS is required to send a password.
    requiresTls: url.search === '' ? user !== '' : url.search === '?tls=required',
    login: user ? { user, pass: pass ?? '' } : null,
    mailFrom,
    extraCa,
  }
}

function decodeOrNull(text = ''): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
