/** Outgoing messages as mails: contract/messaging.md §12. Pure. */
import type { SendMailOptions } from 'nodemailer'
import { html } from '../../../platform/web/html.ts'
import type { OutgoingMessage, OwnMail } from './transport.ts'

/** Maximum number of earlier mails in `References`; the oldest are omitted. */
export const referencesMax = 20

/**
 * Returns a mail from the agency, with the server's address as sender. Its id derives from the
 * delivery: a retry after a failure has the same id, a resend has a new one.
 */
export function buildMail(message: OutgoingMessage, mailFrom: string): SendMailOptions {
  const { from, to, subject, text, earlier } = message
  const replyTo = from.email !== null && isPlainAddress(from.email) ? from.email : null
  const references = earlier.slice(-referencesMax).map(mail => toMessageId(mail, mailFrom))
  return {
    from: { name: from.name, address: mailFrom },
    to: { name: to.name, address: to.email! },
    ...(replyTo ? { replyTo: { name: from.name, address: replyTo } } : {}),
    envelope: { from: mailFrom, to: [to.email!] },
    messageId: toMessageId(message, mailFrom),
    ...(references.length > 0 ? { inReplyTo: references.at(-1)!, references } : {}),
    subject: subject ?? '',
    text,
    html: toHtml(text),
  }
}

/** Returns a mail of the server itself, with headers that suppress automatic replies. */
export function buildOwnMail(
  { uid, to, subject, text }: OwnMail,
  mailFrom: string,
): SendMailOptions {
  return {
    from: { name: 'Lodgepole', address: mailFrom },
    to: { name: '', address: to },
    envelope: { from: mailFrom, to: [to] },
    messageId: toMessageId({ uid, sendingNumber: 1 }, mailFrom),
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject,
    text,
    html: toHtml(text),
  }
}

function toMessageId(mail: { uid: string; sendingNumber: number }, mailFrom: string): string {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const number = mail.sendingNumber === 1 ? '' : `.${mail.sendingNumber}`
  return `<${mail.uid}${number}@${domain}>`
}

/** Returns the text as HTML. A blank line separates paragraphs. */
function toHtml(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map(paragraph => {
    const [firstLine, ...otherLines] = paragraph.split('\n')
    return html`<p>${firstLine}${otherLines.map(line => html`<br>\n${line}`)}</p>\n`
  })
  return html`<!doctype html>\n<html><body>\n${paragraphs}</body></html>\n`.text
}

const localPart = /^[^\s@<>()[\]\\,;:"]+$/
const host = /^[^\s@<>()[\]\\,;:"']+$/

/** Returns true if a text is one address only, without a name and not a list. */
export function isPlainAddress(text: string): boolean {
  const atSign = text.lastIndexOf('@')
  return atSign > 0 && localPart.test(text.slice(0, atSign)) && host.test(text.slice(atSign + 1))
}
