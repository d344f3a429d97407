/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const eventValues = {
  ActorType: {
    API_KEY: 'A key of the agency.',
    PARTNER: 'A partner.',
    EMPLOYEE: 'Somebody of the agency.',
    OWNER: 'The owner of a property.',
    GUEST: 'The guest.',
    CHANNEL: 'A channel.',
    ICAL: 'The import of an external calendar.',
    SYSTEM: 'The server itself, such as a hold that lapsed.',
  },
  AttemptOutcome: {
    SUCCESS: 'Answered with 2xx.',
    HTTP_ERROR: 'Answered with 4xx or 5xx.',
    REDIRECT: 'Answered with 3xx, which is not followed.',
    TIMEOUT: 'No answer in time.',
    DNS_ERROR: 'The host has no address.',
    TLS_ERROR: 'No secure connection, such as by a bad certificate.',
    CONNECTION_ERROR: 'No connection, or it broke.',
    ADDRESS_REFUSED: 'An address that must not be called, such as a private one.',
  },
  DeliveryStatus: {
    PENDING: 'The first attempt is due; then DELIVERED or RETRYING.',
    RETRYING: 'An attempt failed, the next one is planned.',
    DELIVERED: 'The receiver has taken it.',
    EXHAUSTED: 'All attempts failed; it can be replayed.',
    HELD: 'Waits until the webhook is enabled; then PENDING or SKIPPED.',
    SKIPPED: 'Was forgotten when the webhook was enabled.',
    ABANDONED: 'The webhook was deleted before.',
  },
  NoticeType: {
    WEBHOOK_FAILING: 'Nothing has got through to a webhook for a day.',
    WEBHOOK_DISABLED: 'A webhook was switched off because it failed.',
    CALENDAR_FAILING: 'An external calendar cannot be imported, or only in part.',
    MAIL_FAILING: 'An e-mail to a guest could not be delivered.',
  },
  ReplayStatus: {
    RUNNING: 'Deliveries are being planned or sent.',
    DONE: 'All were sent or given up.',
    CANCELLED: 'What was not yet sent never will be.',
  },
  WebhookDisabledReason: {
    MANUAL: 'Somebody disabled it.',
    GONE: 'The receiver answered 410.',
    FAILING: 'Nothing got through for five days.',
    ACCESS_REVOKED: 'The partner no longer has access; it is enabled by getting it again.',
  },
  WebhookStatus: {
    ACTIVE: 'Events are sent.',
    DISABLED: 'Events are held.',
  },
  WebhookType: {
    POST_JSON: 'As a JSON body.',
    POST_FORM: 'As a form.',
  },
} as const
