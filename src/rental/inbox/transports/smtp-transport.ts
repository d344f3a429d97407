import { getCACertificates } from 'node:tls'
import { madeOnce } from '../../../platform/concurrency/made-once.ts'
import { refuseInTransaction } from '../../../platform/db/in-transaction.ts'
import { isPlainAddress, mailOf, ownMailOf } from './mail.ts'
import type { Mailer, OutgoingMessage, SendResult, Transport } from './transport.ts'

/** The mail server that everything goes through. */
export interface SmtpSettings {
  host: string
  port: number
  /** TLS from the beginning. */
  isSecure: boolean
  /** TLS is taken when it is offered; if it has to be, the certificate has to be right, too. */
  requiresTls: boolean
  login: { user: string; pass: string } | null
  /** The address that mails are from. */
  mailFrom: string
  /** Certificates in PEM that are trusted besides those of the system. */
  extraCa: string[]
}

/** How long the server may leave us waiting, in milliseconds. */
export interface SmtpPatience {
  /** For a connection, its greeting, its TLS. */
  connectMs: number
  /** For an answer, later. */
  answerMs: number
}

const standardPatience: SmtpPatience = { connectMs: 15_000, answerMs: 60_000 }
const closeMs = 1_000
const reasonMax = 500

/** Sends e-mails by SMTP, each by a connection of its own: contract/messaging.md §12. */
export function smtpTransport(settings: SmtpSettings, patience?: SmtpPatience): Transport {
  const { mailFrom } = settings
  const mailer = madeOnce(() => openMailer(settings, patience))
  return {
    name: 'smtp',
    supports: ({ kind }) => kind === 'EMAIL',
    async send(message, signal) {
      refuseInTransaction('The mail server')
      const { email } = message.to
      if (email === null || !isPlainAddress(email)) {
        return { result: 'FAILED', reason: 'The guest has no valid e-mail address' }
      }
      const attachments = await attachmentsOf(message)
      try {
        const mail = { ...mailOf(message, mailFrom), attachments, signal }
        const sent = await (await mailer()).sendMail(mail)
        return { result: 'SENT', externalId: sent.messageId }
      } catch (error) {
        return refusalOf(error as SmtpError)
      }
    },
  }
}

/** Sends what the server itself has to say by SMTP. */
export function smtpMailer(settings: SmtpSettings, patience?: SmtpPatience): Mailer {
  const mailer = madeOnce(() => openMailer(settings, patience))
  return {
    async send(mail, signal) {
      refuseInTransaction('The mail server')
      if (!isPlainAddress(mail.to)) return { result: 'FAILED', reason: 'No valid e-mail address' }
      try {
        const own = { ...ownMailOf(mail, settings.mailFrom), signal }
        const sent = await (await mailer()).sendMail(own)
        return { result: 'SENT', externalId: sent.messageId }
      } catch (error) {
        return refusalOf(error as SmtpError)
      }
    },
  }
}

/**
 * Connects to the mail server and signs in, without sending anything.
 *
 * @param answerMs how long each step may take, in milliseconds
 * @throws Error with the code of the library, and of the server's response
 */
export async function trySmtp(settings: SmtpSettings, answerMs: number): Promise<void> {
  const mailer = await openMailer(settings, { connectMs: answerMs, answerMs })
  await mailer.verify()
}

/** Its library is loaded only where there is a mail server, and something to send. */
async function openMailer(
  settings: SmtpSettings,
  { connectMs, answerMs }: SmtpPatience = standardPatience,
) {
  const { host, port, isSecure, requiresTls, login, extraCa } = settings
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: isSecure,
    requireTLS: requiresTls,
    ...(login ? { auth: login } : {}),
    // Who could show a wrong certificate could as well not offer TLS at all.
    tls: { rejectUnauthorized: isSecure || requiresTls, ...caOf(extraCa) },
    connectionTimeout: connectMs,
    dnsTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: answerMs,
    socketCloseTimeout: closeMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** What is trusted besides replaces what is trusted as such, so that has to be named as well. */
function caOf(extraCa: string[]): { ca?: string[] } {
  return extraCa.length === 0 ? {} : { ca: [...getCACertificates('default'), ...extraCa] }
}

async function attachmentsOf({ attachments }: OutgoingMessage) {
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

/** An address or mail that the library does not even offer to the server. */
const unsendable = new Set(['EENVELOPE', 'EMESSAGE'])

/** 5xx is for good; 4xx, a refusal of TLS and whatever else happens to the connection may pass. */
function refusalOf({ code, responseCode, response, message }: SmtpError): SendResult {
  const isAnswer = responseCode !== undefined && code !== 'ETLS'
  const isForGood = isAnswer ? responseCode >= 500 : unsendable.has(code ?? '')
  const reason = (response ?? message).replace(/\s+/g, ' ').slice(0, reasonMax)
  return { result: isForGood ? 'FAILED' : 'RETRY', reason }
}
