/** What bodies say of new messages, and what is wrong with it: contract/messaging.md §4.2, §13. */
import type { Static } from 'typebox'
import type { FieldError } from '../../../platform/errors.ts'
import {
  asSent,
  bool,
  checked,
  emailAddress,
  emptyIsNull,
  named,
  nullable,
  oneOf,
  oneOfOrAlias,
  since,
  Type,
  text,
  uid,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { channelAliases } from '../../leads/leads/lead.ts'
import { behaviourSince } from '../../versions.ts'
import { sentFiles } from '../attachments/attachment-shape.ts'
import { type MessageKind, messageKinds, messageTypes, subjectMax, textMax } from './message.ts'

/** What is longer than this is no message. */
const bodyMax = 1_048_576

/** Content of a message: a text, a subject or an attachment is enough. */
function messageContent(textMax: number, subjectMax: number) {
  return Type.Optional(
    nullable(
      Type.Object({
        text: Type.Optional(nullable(text({ max: textMax }))),
        subject: Type.Optional(nullable(text({ max: subjectMax }))),
      }),
    ),
  )
}

/** Returns the subject and the text of a message; without words the text is empty. */
export function contentOf({ content }: Pick<MessageInput, 'content'>) {
  return { subject: content?.subject ?? null, text: content?.text ?? '' }
}

const outgoing = Type.Object({
  type: Type.Optional(asSent(named('MessageKind', oneOf(messageKinds)))),
  content: messageContent(textMax, subjectMax),
  leadUid: Type.Optional(nullable(uid())),
  threadUid: Type.Optional(since('3.2', nullable(uid()))),
  attachments: Type.Optional(since('3.3', nullable(sentFiles))),
})

export type MessageInput = Static<typeof outgoing>

/** A message that is to be sent. What is wrong is told in the order of the contract. */
export const messageInput = named(
  'MessageInput',
  checked(outgoing, (body, errors, version) => {
    const isRequired = existsIn(version, { since: behaviourSince.messageTypeRequired })
    const wrongType = isRequired && kindFrom(body.type) === null ? [wrongKind(body.type)] : []
    const found = [...wrongType, ...ofContent(body, errors)]
    return [...found, ...(isAddressed(body, errors) ? [] : [unaddressed(version)])]
  }),
)

const received = Type.Object({
  type: named('MessageType', oneOfOrAlias(messageTypes, channelAliases)),
  content: messageContent(bodyMax, bodyMax),
  leadUid: Type.Optional(nullable(uid())),
  threadUid: Type.Optional(nullable(uid())),
  guest: Type.Optional(
    nullable(
      Type.Object({
        firstName: Type.Optional(nullable(text())),
        lastName: Type.Optional(nullable(text())),
        email: Type.Optional(emptyIsNull(nullable(emailAddress('sender')))),
        phoneNumber: Type.Optional(nullable(text({ max: 64 }))),
      }),
    ),
  ),
  agencyUid: Type.Optional(nullable(uid())),
  externalId: Type.Optional(nullable(text({ min: 1 }))),
  createdUtcDateTime: Type.Optional(nullable(utcInstant())),
  historic: Type.Optional(nullable(bool())),
  attachments: Type.Optional(nullable(sentFiles)),
})

export type ReceivedBody = Static<typeof received>

/** A message that a guest has sent. */
export const receivedBody = named(
  'InboundMessageInput',
  checked(received, (body, errors) => {
    const isGiven = isAddressed(body, errors) || body.guest != null || wrong(errors, 'guest')
    return [
      ...ofContent(body, errors),
      ...(isGiven ? [] : [oneOfMissing(['leadUid', 'threadUid', 'guest'])]),
      ...(isNobody(body, errors) ? [oneOfMissing(guestNames.map(name => `guest.${name}`))] : []),
    ]
  }),
)

/** How a message is to be sent, or null for what names no way. */
export function kindFrom(type: unknown): MessageKind | null {
  return messageKinds.find(kind => kind === type) ?? null
}

function wrongKind(type: unknown): FieldError {
  const value = typeof type === 'string' ? `'${type}'` : JSON.stringify(type ?? null)
  const allowed = messageKinds.join(', ')
  return {
    field: 'type',
    code: 'INVALID_MESSAGE_TYPE',
    message:
      `Incorrect message.type value ${value}. ` +
      `Wrong enum value, allowed values are: ${allowed}`,
    members: { parameter: 'type', allowedValues: messageKinds },
  }
}

/** Adds what is wrong with a message that says nothing: no text, no subject, no attachment. */
function ofContent(body: Partial<MessageInput>, errors: FieldError[]): FieldError[] {
  const isWrong = wrong(errors, 'content') || wrong(errors, 'attachments')
  if (isWrong || (body.attachments?.length ?? 0) > 0) return errors
  const { subject, text } = contentOf(body)
  // The subject of a direct message is not shown.
  const saysSubject = body.type !== 'DIRECT_MESSAGE' && subject?.trim()
  if (text.trim() !== '' || saysSubject) return errors
  const message = "Invalid parameter 'content.text' must not be null"
  return [{ field: 'content.text', code: 'REQUIRED_PARAMETER', message }, ...errors]
}

const guestNames = ['firstName', 'lastName', 'email', 'phoneNumber'] as const

/** Whether a message names nothing of its guest. */
function isNobody(
  { leadUid, threadUid, guest }: Partial<ReceivedBody>,
  errors: FieldError[],
): boolean {
  if (leadUid != null || threadUid != null || guest == null || wrong(errors, 'guest')) return false
  return guestNames.every(name => !guest[name]?.trim())
}

function isAddressed(
  { leadUid, threadUid }: { leadUid?: string | null; threadUid?: string | null },
  errors: FieldError[],
): boolean {
  const isWrong = wrong(errors, 'leadUid') || wrong(errors, 'threadUid')
  return leadUid != null || threadUid != null || isWrong
}

function wrong(errors: FieldError[], name: string): boolean {
  return errors.some(({ field }) => field === name || field.startsWith(`${name}.`))
}

function unaddressed(version: Version): FieldError {
  if (existsIn(version, { since: '3.2' })) return oneOfMissing(['leadUid', 'threadUid'])
  const message = 'leadUid is required'
  return {
    field: 'leadUid',
    code: 'REQUIRED_PARAMETER',
    message,
    members: { parameter: 'leadUid' },
  }
}

function oneOfMissing(oneOf: string[]): FieldError {
  const message = `One of [${oneOf.map(name => `'${name}'`).join(', ')}] is required`
  return { field: oneOf[0]!, code: 'REQUIRED_PARAMETER', message, members: { oneOf } }
}
