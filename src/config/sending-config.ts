/** How messages leave the house: contract/general.md §13, contract/messaging.md §12. */

import type { MessageKind } from '../rental/inbox/messages/message.ts'
import { isPlainAddress } from '../rental/inbox/transports/mail.ts'
import type { SmtpSettings } from '../rental/inbox/transports/smtp-transport.ts'
import type { SendingSettings, TransportName } from '../rental/inbox/transports/transport-choice.ts'
import { type Environment, unfit } from './environment.ts'

const kinds: Record<string, { kind: MessageKind; transports: TransportName[] }> = {
  email: { kind: 'EMAIL', transports: ['outbox', 'smtp'] },
  direct: { kind: 'DIRECT_MESSAGE', transports: ['outbox', 'adapter'] },
}

/**
 * Reads MESSAGE_TRANSPORTS, SMTP_URL and MAIL_FROM.
 *
 * @param extraCa certificates in PEM that are trusted besides those of the system
 * @throws Error naming the variable that does not fit and what would
 */
export function readSending(env: Environment, extraCa: string[]): SendingSettings {
  const smtp = env.SMTP_URL ? smtpSettings(env.SMTP_URL, mailFrom(env), extraCa) : null
  const transports = readTransports(env, smtp === null ? 'outbox' : 'smtp')
  if (smtp === null && transports.EMAIL.includes('smtp')) {
    throw new Error('SMTP_URL is required with email=smtp in MESSAGE_TRANSPORTS')
  }
  return { transports, smtp }
}

/** What is to be said where a password may be read on its way. */
export function mailWarnings({ smtp }: SendingSettings): string[] {
  if (!smtp?.login || smtp.isSecure || smtp.requiresTls) return []
  return [
    '?tls=optional lets the password of SMTP_URL be sent in clear if the mail server offers no ' +
      'TLS, and accepts any certificate. Use ?tls=required',
  ]
}

/**
 * What is to be said at the start of a server that is no demo: which messages reach nobody.
 *
 * @returns null: all are sent
 */
export function outboxWarning({ transports }: SendingSettings): string | null {
  const recorded = Object.entries(kinds).filter(([, { kind }]) =>
    transports[kind].includes('outbox'),
  )
  if (recorded.length === 0) return null
  const pairs = recorded.map(([word]) => `${word}=outbox`).join(' and ')
  return `MESSAGE_TRANSPORTS has ${pairs}: these messages may be recorded instead of sent`
}

/** A kind that is not named has its standard; one that is named again has several. */
function readTransports(env: Environment, standardOfEmail: TransportName) {
  const given: Record<MessageKind, TransportName[]> = { EMAIL: [], DIRECT_MESSAGE: [] }
  for (const item of (env.MESSAGE_TRANSPORTS ?? '').split(',')) {
    if (item.trim() === '') continue
    const [word = '', name = '', ...rest] = item.split('=').map(part => part.trim())
    const known = Object.hasOwn(kinds, word) ? kinds[word]! : null
    const transport = known?.transports.find(transport => transport === name)
    if (!known || !transport || rest.length > 0) {
      throw unfit('MESSAGE_TRANSPORTS', item.trim(), `one of ${allowedPairs().join(', ')}`)
    }
    if (!given[known.kind].includes(transport)) given[known.kind].push(transport)
  }
  if (given.EMAIL.length === 0) given.EMAIL.push(standardOfEmail)
  if (given.DIRECT_MESSAGE.length === 0) given.DIRECT_MESSAGE.push('outbox')
  return given
}

function allowedPairs(): string[] {
  return Object.entries(kinds).flatMap(([word, { transports }]) =>
    transports.map(name => `${word}=${name}`),
  )
}

function mailFrom(env: Environment): string {
  const text = env.MAIL_FROM
  if (!text) throw new Error('MAIL_FROM is required with SMTP_URL: the sender address of mails')
  if (isPlainAddress(text)) return text
  throw unfit('MAIL_FROM', text, 'an e-mail address')
}

const standardPorts: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }

function smtpSettings(text: string, mailFrom: string, extraCa: string[]): SmtpSettings {
  const url = URL.canParse(text) ? new URL(text) : null
  const port = url && standardPorts[url.protocol]
  const isSecure = url?.protocol === 'smtps:'
  const known = ['', '?tls=required', ...(isSecure ? [] : ['?tls=optional'])]
  const isKnown = url !== null && known.includes(url.search)
  const isBare = url !== null && /^\/?$/.test(url.pathname) && url.hash === ''
  const [user, pass] = [url?.username, url?.password].map(decodedOrNull)
  // The text is not shown: it may have a password.
  if (!url?.hostname || !port || !isKnown || !isBare || user === null || pass === null) {
    throw new Error(
      'SMTP_URL is invalid: it must be of the form smtp://user:password@host:port, or ' +
        'smtps://…, and may end in ?tls=required, smtp:// also in ?tls=optional',
    )
  }
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port) || port,
    isSecure,
    requiresTls: url.search === '' ? user !== '' : url.search === '?tls=required',
    login: user ? { user, pass: pass ?? '' } : null,
    mailFrom,
    extraCa,
  }
}

function decodedOrNull(text = ''): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
