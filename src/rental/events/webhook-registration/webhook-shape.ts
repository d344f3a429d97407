import { catalogue, eventTypes } from '../../../pending-events/event.ts'
import { utcText } from '../../../platform/dates/dates.ts'
import type { FieldError } from '../../../platform/errors.ts'
import { targetUrlLengthMax } from '../../../platform/http/target-url.ts'
import {
  checked,
  named,
  nullable,
  oneOf,
  rawText,
  shape,
  since,
  Type,
  text,
  uid,
  utcDateTime,
  withAlias,
} from '../../../platform/rest/fields.ts'
import {
  disabledReasons,
  type PayloadFormat,
  payloadFormats,
  type Webhook,
  type WebhookType,
  webhookStatuses,
  webhookTypes,
} from '../webhooks/webhook.ts'
import { maskedUrl } from './read-callback-url.ts'

const optionalType = () =>
  Type.Optional(withAlias('webHookType', nullable(named('WebhookType', oneOf(webhookTypes)))))
const optionalFormat = () =>
  Type.Optional(since('3.3', nullable(named('PayloadFormat', oneOf(payloadFormats)))))
const optionalDescription = () => Type.Optional(since('3.3', nullable(text())))

/** Field for the event type, by version. */
const eventTypeField = () =>
  named(
    'EventType',
    oneOf(eventTypes, Object.fromEntries(eventTypes.map(type => [type, catalogue[type].since]))),
  )

export const newWebhook = named(
  'WebhookInput',
  checked(
    Type.Object({
      agencyUid: Type.Optional(nullable(uid())),
      creatorIdentifier: Type.Optional(nullable(rawText())),
      objectUid: Type.Optional(nullable(text())),
      eventType: eventTypeField(),
      webhookType: optionalType(),
      callbackUrl: withAlias('url', rawText()),
      payloadFormat: optionalFormat(),
      description: optionalDescription(),
    }),
    (body, errors) => [...errors, ...(isLabel(body.creatorIdentifier) ? [] : [notALabel])],
  ),
)

export const webhookPatch = named(
  'WebhookPatch',
  Type.Object({
    callbackUrl: Type.Optional(withAlias('url', rawText())),
    webhookType: Type.Optional(withAlias('webHookType', named('WebhookType', oneOf(webhookTypes)))),
    payloadFormat: Type.Optional(named('PayloadFormat', oneOf(payloadFormats))),
    description: Type.Optional(nullable(text())),
  }),
)

function isLabel(text: string | null | undefined): boolean {
  return text == null || /^[\x21-\x7e]{1,255}$/.test(text)
}

const notALabel: FieldError = {
  field: 'creatorIdentifier',
  code: 'INVALID_PARAMETER',
  message: "Invalid parameter 'creatorIdentifier' must be 1 to 255 visible ASCII characters",
}

const common = {
  uid: uid(),
  agencyUid: nullable(uid()),
  objectUid: text(),
  eventType: text(),
}
const callbackUrl = text({ max: targetUrlLengthMax })

/** Webhook in v3.x. */
export const webhook = shape('Webhook', {
  ...common,
  webhookType: named('WebhookType', oneOf(webhookTypes)),
  callbackUrl,
  creatorIdentifier: text(),
  status: since('3.3', named('WebhookStatus', oneOf(webhookStatuses))),
  disabledReason: since('3.3', nullable(named('WebhookDisabledReason', oneOf(disabledReasons)))),
  payloadFormat: since('3.3', named('PayloadFormat', oneOf(payloadFormats))),
  description: since('3.3', nullable(text())),
  createdUtcDateTime: since('3.3', utcDateTime()),
})

/** New webhook: the only response with its secret. */
export const registeredWebhook = shape('NewWebhook', {
  ...webhook.properties,
  secret: since('3.3', text()),
})

/** Webhook in v2. */
export const legacyWebhook = shape('Webhook', {
  ...common,
  webHookType: named('WebhookType', oneOf(webhookTypes)),
  callbackUrl,
  creatorIdentifier: text(),
})

/** Returns a webhook with the keys of all versions; the shape of each version selects its own. */
export function presentWebhook(row: Webhook) {
  return {
    uid: row.uid,
    agencyUid: row.agency_uid,
    objectUid: row.object_uid,
    eventType: row.event_type,
    webHookType: row.webhook_type as WebhookType,
    webhookType: row.webhook_type as WebhookType,
    callbackUrl: maskedUrl(row.callback_url, row.userinfo_sealed !== null),
    creatorIdentifier: row.creator_identifier,
    status: row.status,
    disabledReason: row.disabled_reason,
    payloadFormat: row.payload_format as PayloadFormat,
    description: row.description,
    createdUtcDateTime: utcText(row.created_at),
  }
}
