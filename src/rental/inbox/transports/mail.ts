/** An outgoing message as a mail: contract/messaging.md §12. Pure. */
import type { SendMailOptions } from 'nodemailer'
import { html } from '../../../platform/html.ts'
import type { OutgoingMessage, OwnMail } from './transport.ts'

/** Beyond these, the oldest are not named in `References`. */
export const referencesMax = 20

/**
 * A mail from the agency, in the name of the server's address. Its id comes from the message, so
 * that a mail which is sent once more after a failure is known to be the same, but one that was
 * asked for again is not.
 */
export function mailOf(message: OutgoingMessage, mailFrom: string): SendMailOptions {
  const { from, to, subject, text, earlier } = message
  const answerTo = from.email !== null && isPlainAddress(from.email) ? from.email : null
  const references = earlier.slice(-referencesMax).map(mail => messageIdOf(mail, mailFrom))
  return {
    from: { name: from.name, address: mailFrom },
    to: { name: to.name, address: to.email! },
    ...(answerTo ? { replyTo: { name: from.name, address: answerTo } } : {}),
    envelope: { from: mailFrom, to: [to.email!] },
    messageId: messageIdOf(message, mailFrom),
    ...(references.length > 0 ? { inReplyTo: references.at(-1)!, references } : {}),
    subject: subject ?? '',
    text,
    html: htmlOf(text),
  }
}

/** A mail of the server itself, which nobody answers to and no machine should. */
export function ownMailOf({ uid, to, subject, text }: OwnMail, mailFrom: string): SendMailOptions {
  return {
    from: { name: 'Lodgepole', address: mailFrom },
    to: { name: '', address: to },
    envelope: { from: mailFrom, to: [to] },
    messageId: messageIdOf({ uid, sendingNumber: 1 }, mailFrom),
    headers: { 'Auto-Submitted': 'auto-generated' },
    subject,
    text,
    html: htmlOf(text),
  }
}

function messageIdOf(mail: { uid: string; sendingNumber: number }, mailFrom: string): string {
  const domain = mailFrom.slice(mailFrom.lastIndexOf('@') + 1)
  const number = mail.sendingNumber === 1 ? '' : `.${mail.sendingNumber}`
  return `<${mail.uid}${number}@${domain}>`
}

/** A blank line parts paragraphs. */
function htmlOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).map(paragraph => {
    const [first, ...others] = paragraph.split('\n')
    return html`<p>${first}${others.map(line => html`<br>\n${line}`)}</p>\n`
  })
  return html`<!doctype html>\n<html><body>\n${paragraphs}</body></html>\n`.text
}

const local = /^[^\s@<>()[\]\\,;:"]+$/
const host = /^[^\s@<>()[\]\\,;:"']+$/

/** Whether a text is one address and nothing else, such as a list or a name with an address. */
export function isPlainAddress(text: string): boolean {
  const at = text.lastIndexOf('@')
  return at > 0 && local.test(text.slice(0, at)) && host.test(text.slice(at + 1))
}
