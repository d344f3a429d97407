/** What bodies say of new messages, and what is wrong with it: contract/messaging.md §4.2, §13. */
import type { Static } from 'typebox'
import type { FieldError } from '../../../platform/errors.ts'
import {
  asSent,
  bool,
  checked,
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

const letter = Type.Object({
  type: Type.Optional(asSent(named('MessageKind', oneOf(messageKinds)))),
  content: Type.Object({
    text: text({ min: 1, max: textMax }),
    subject: Type.Optional(nullable(text({ max: subjectMax }))),
  }),
  leadUid: Type.Optional(nullable(uid())),
  threadUid: Type.Optional(since('3.2', nullable(uid()))),
  attachments: Type.Optional(since('3.3', nullable(sentFiles))),
})

export type LetterBody = Static<typeof letter>

/** A message that is to be sent. What is wrong is told in the order of the contract. */
export const letterBody = named(
  'MessageInput',
  checked(letter, (body, errors, version) => {
    const isRequired = existsIn(version, { since: behaviourSince.messageTypeRequired })
    const wrongType = isRequired && kindFrom(body.type) === null ? [wrongKind(body.type)] : []
    const found = [...wrongType, ...ofContent(errors)]
    return [...found, ...(isAddressed(body, errors) ? [] : [unaddressed(version)])]
  }),
)

const received = Type.Object({
  type: named('MessageType', oneOfOrAlias(messageTypes, channelAliases)),
  content: Type.Object({
    text: text({ min: 1, max: bodyMax }),
    subject: Type.Optional(nullable(text({ max: bodyMax }))),
  }),
  leadUid: Type.Optional(nullable(uid())),
  threadUid: Type.Optional(nullable(uid())),
  guest: Type.Optional(
    nullable(
      Type.Object({
        firstName: Type.Optional(nullable(text())),
        lastName: Type.Optional(nullable(text())),
        email: Type.Optional(nullable(text())),
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
      ...ofContent(errors),
      ...(isGiven ? [] : [oneOfMissing(['leadUid', 'threadUid', 'guest'])]),
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

/** A text that is missing, null or blank is a text that is missing. */
function ofContent(errors: FieldError[]): FieldError[] {
  const lacks = errors.some(
    ({ field, code, message }) =>
      (field === 'content' && code === 'REQUIRED_PARAMETER') ||
      (field === 'content.text' && (code === 'REQUIRED_PARAMETER' || message.endsWith('be blank'))),
  )
  if (!lacks) return errors
  const message = "Invalid parameter 'content.text' must not be null"
  const missing: FieldError = { field: 'content.text', code: 'REQUIRED_PARAMETER', message }
  return [missing, ...errors.filter(({ field }) => field !== 'content' && field !== 'content.text')]
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
