import { getCACertificates } from 'node:tls'
import { memoizeAsync } from '../../../platform/concurrency/memoize-async.ts'
import { refuseInTransaction } from '../../../platform/db/transaction-context.ts'
import { buildMail, buildOwnMail, isPlainAddress } from './mail.ts'
import type { Mailer, OutgoingMessage, SendResult, Transport } from './transport.ts'

/** Mail server for all outgoing mail. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the beginning. */
  isSecure: boolean
  /** True if TLS with a valid certificate is required; otherwise TLS is used if offered. */
  requiresTls: boolean
  login: { user: string; pass: string } | null
  /** Sender address of mails. */
  mailFrom: string
  /** Certificates in PEM that are trusted in addition to those of the system. */
  extraCa: string[]
}

/** Timeouts of the mail server, in milliseconds. */
export interface SmtpTimeouts {
  /** Timeout of a connection, its greeting and TLS. */
  connectMs: number
  /** Timeout of later replies. */
  replyMs: number
}

const defaultTimeouts: SmtpTimeouts = { connectMs: 15_000, replyMs: 60_000 }
/** Milliseconds for closing a connection. */
const closeMs = 1_000
/** Maximum length of the reason of a failure. */
const reasonMax = 500

/** Sends e-mails by SMTP, each over its own connection: contract/messaging.md §12. */
export function smtpTransport(settings: SmtpSettings, timeouts?: SmtpTimeouts): Transport {
  const { mailFrom } = settings
  const mailer = memoizeAsync(() => openMailer(settings, timeouts))
  return {
    name: 'smtp',
    supports: ({ kind }) => kind === 'EMAIL',
    async send(message, signal) {
      refuseInTransaction('The mail server')
      const { email } = message.to
      if (email === null || !isPlainAddress(email)) {
        return { result: 'FAILED', reason: 'The guest has no valid e-mail address' }
      }
      const attachments = await readAttachments(message)
      try {
        const mail = { ...buildMail(message, mailFrom), attachments, signal }
        const sent = await (await mailer()).sendMail(mail)
        return { result: 'SENT', externalId: sent.messageId }
      } catch (error) {
        return toFailure(error as SmtpError)
      }
    },
  }
}

/** Sends the server's own mails by SMTP. */
export function smtpMailer(settings: SmtpSettings, timeouts?: SmtpTimeouts): Mailer {
  const mailer = memoizeAsync(() => openMailer(settings, timeouts))
  return {
    async send(mail, signal) {
      refuseInTransaction('The mail server')
      if (!isPlainAddress(mail.to)) return { result: 'FAILED', reason: 'No valid e-mail address' }
      try {
        const content = { ...buildOwnMail(mail, settings.mailFrom), signal }
        const sent = await (await mailer()).sendMail(content)
        return { result: 'SENT', externalId: sent.messageId }
      } catch (error) {
        return toFailure(error as SmtpError)
      }
    },
  }
}

/**
 * Connects to the mail server and signs in, without sending anything.
 *
 * @param timeoutMs maximum time of each step, in milliseconds
 * @throws Error with the code of the library, and of the server's response
 */
export async function trySmtp(settings: SmtpSettings, timeoutMs: number): Promise<void> {
  const mailer = await openMailer(settings, { connectMs: timeoutMs, replyMs: timeoutMs })
  await mailer.verify()
}

/** Creates the client. Loads its library on first use, as servers without mail do not need it. */
async function openMailer(
  settings: SmtpSettings,
  { connectMs, replyMs }: SmtpTimeouts = defaultTimeouts,
) {
  const { host, port, isSecure, requiresTls, login, extraCa } = settings
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: requiresTls,
    ...(login ? { auth: login } : {}),
    // An attacker with an invalid certificate could also withhold STARTTLS.
    tls: { rejectUnauthorized: isSecure || requiresTls, ...trustedCertificates(extraCa) },
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: replyMs,
    socketCloseTimeout: closeMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The option `ca` replaces the default certificates, so the list includes those as well. */
function trustedCertificates(extraCa: string[]): { ca?: string[] } {
  return extraCa.length === 0 ? {} : { ca: [...getCACertificates('default'), ...extraCa] }
}

async function readAttachments({ attachments }: OutgoingMessage) {
  return Promise.all(
    attachments.map(async ({ fileName, fileType, read }) => ({
      filename: fileName,
      contentType: fileType,
      content: await read(),
    })),
  )
}

interface SmtpError extends Error {
  code?: string
  responseCode?: number
  response?: string
}

/** Error codes of addresses and mails that the library rejects before sending. */
const unsendable = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Returns FAILED for a 5xx reply or a mail that cannot be sent; RETRY for 4xx, refused TLS and
 * errors of the connection.
 */
function toFailure({ code, responseCode, response, message }: SmtpError): SendResult {
  const isReply = responseCode !== undefined && code !== 'ETLS'
  const isPermanent = isReply ? responseCode >= 500 : unsendable.has(code ?? '')
  const reason = (response ?? message).replace(/\s+/g, ' ').slice(0, reasonMax)
  return { result: isPermanent ? 'FAILED' : 'RETRY', reason }
}
