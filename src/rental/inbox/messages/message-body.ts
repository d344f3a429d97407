/** Bodies of new messages and their validation: contract/messaging.md §4.2, §13. */
import type { Static } from 'typebox'
import type { FieldError } from '../../../platform/errors.ts'
import {
  bool,
  checked,
  emailAddress,
  emptyIsNull,
  named,
  nullable,
  oneOf,
  oneOfOrAlias,
  passedThrough,
  since,
  Type,
  text,
  uid,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import { existsIn, type Version } from '../../../platform/rest/version.ts'
import { channelAliases } from '../../leads/leads/lead.ts'
import { behaviourSince } from '../../versions.ts'
import { fileInputs } from '../attachments/attachment-shape.ts'
import { type MessageKind, messageKinds, messageTypes, subjectMax, textMax } from './message.ts'

/** Maximum length of a received text or subject; longer than stored, because it is truncated. */
const receivedTextMax = 1_048_576

/** Content of a message: a text, a subject or an attachment is enough. */
function messageContent(textLengthMax: number, subjectLengthMax: number) {
  return Type.Optional(
    nullable(
      Type.Object({
        text: Type.Optional(nullable(text({ max: textLengthMax }))),
        subject: Type.Optional(nullable(text({ max: subjectLengthMax }))),
      }),
    ),
  )
}

/** Returns the subject and the text of a message, which is empty if absent. */
export function readContent({ content }: Pick<MessageInput, 'content'>) {
  return { subject: content?.subject ?? null, text: content?.text ?? '' }
}

const outgoing = Type.Object({
  type: Type.Optional(passedThrough(named('MessageKind', oneOf(messageKinds)))),
  content: messageContent(textMax, subjectMax),
  leadUid: Type.Optional(nullable(uid())),
  threadUid: Type.Optional(since('3.2', nullable(uid()))),
  attachments: Type.Optional(since('3.3', nullable(fileInputs))),
})

export type MessageInput = Static<typeof outgoing>

/** Message to send. Errors are listed in the order of the contract. */
export const messageInput = named(
  'MessageInput',
  checked(outgoing, (body, errors, version) => {
    const isRequired = existsIn(version, { since: behaviourSince.messageTypeRequired })
    const typeErrors = isRequired && readKind(body.type) === null ? [wrongKind(body.type)] : []
    const contentErrors = [...typeErrors, ...checkContent(body, errors)]
    return [...contentErrors, ...(isAddressed(body, errors) ? [] : [missingRecipient(version)])]
  }),
)

const received = Type.Object({
  type: named('MessageType', oneOfOrAlias(messageTypes, channelAliases)),
  content: messageContent(receivedTextMax, receivedTextMax),
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
  attachments: Type.Optional(nullable(fileInputs)),
})

export type ReceivedBody = Static<typeof received>

/** Message received from a guest. */
export const receivedBody = named(
  'InboundMessageInput',
  checked(received, (body, errors) => {
    const hasRecipient =
      isAddressed(body, errors) || body.guest != null || hasError(errors, 'guest')
    return [
      ...checkContent(body, errors),
      ...(hasRecipient ? [] : [missingOneOf(['leadUid', 'threadUid', 'guest'])]),
      ...(lacksGuestDetails(body, errors)
        ? [missingOneOf(guestFields.map(name => `guest.${name}`))]
        : []),
    ]
  }),
)

/** Returns the kind of a message, or null for an unknown one. */
export function readKind(type: unknown): MessageKind | null {
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

/** Adds an error for a message without text, subject and attachment. */
function checkContent(body: Partial<MessageInput>, errors: FieldError[]): FieldError[] {
  // An invalid field already has an error, and counts as present.
  const isInvalid = hasError(errors, 'content') || hasError(errors, 'attachments')
  if (isInvalid || (body.attachments?.length ?? 0) > 0) return errors
  const { subject, text } = readContent(body)
  // A direct message has no visible subject.
  const hasSubject = body.type !== 'DIRECT_MESSAGE' && subject?.trim()
  if (text.trim() !== '' || hasSubject) return errors
  const message = "Invalid parameter 'content.text' must not be null"
  return [{ field: 'content.text', code: 'REQUIRED_PARAMETER', message }, ...errors]
}

const guestFields = ['firstName', 'lastName', 'email', 'phoneNumber'] as const

/** Returns true if a message is addressed by its guest only, whose details are all empty. */
function lacksGuestDetails(
  { leadUid, threadUid, guest }: Partial<ReceivedBody>,
  errors: FieldError[],
): boolean {
  if (leadUid != null || threadUid != null || guest == null || hasError(errors, 'guest'))
    return false
  return guestFields.every(name => !guest[name]?.trim())
}

/** Returns true if a message names its lead or thread, even by an invalid uid. */
function isAddressed(
  { leadUid, threadUid }: { leadUid?: string | null; threadUid?: string | null },
  errors: FieldError[],
): boolean {
  const isInvalid = hasError(errors, 'leadUid') || hasError(errors, 'threadUid')
  return leadUid != null || threadUid != null || isInvalid
}

function hasError(errors: FieldError[], name: string): boolean {
  return errors.some(({ field }) => field === name || field.startsWith(`${name}.`))
}

function missingRecipient(version: Version): FieldError {
  if (existsIn(version, { since: '3.2' })) return missingOneOf(['leadUid', 'threadUid'])
  const message = 'leadUid is required'
  return {
    field: 'leadUid',
    code: 'REQUIRED_PARAMETER',
    message,
    members: { parameter: 'leadUid' },
  }
}

function missingOneOf(oneOf: string[]): FieldError {
  const message = `One of [${oneOf.map(name => `'${name}'`).join(', ')}] is required`
  return { field: oneOf[0]!, code: 'REQUIRED_PARAMETER', message, members: { oneOf } }
}
