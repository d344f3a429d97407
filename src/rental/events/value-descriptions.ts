/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const eventValues = {
  ActorType: {
    API_KEY: 'API key of an agency.',
    PARTNER: 'Partner.',
    EMPLOYEE: 'Employee of the agency.',
    OWNER: 'Owner of a property.',
    GUEST: 'Guest.',
    CHANNEL: 'Channel.',
    ICAL: 'Import of an external calendar.',
    SYSTEM: 'The server itself, such as for an expired hold.',
  },
  AttemptOutcome: {
    SUCCESS: 'Status 2xx.',
    HTTP_ERROR: 'Status 4xx or 5xx.',
    REDIRECT: 'Status 3xx. Redirects are not followed.',
    TIMEOUT: 'Timeout.',
    DNS_ERROR: 'The host name could not be resolved.',
    TLS_ERROR: 'TLS error, such as an invalid certificate.',
    CONNECTION_ERROR: 'The connection failed or was closed.',
    ADDRESS_REFUSED: 'Address that the server does not call, such as a private one.',
  },
  DeliveryStatus: {
    PENDING: 'Waiting for the first attempt. Becomes DELIVERED or RETRYING.',
    RETRYING: 'The last attempt failed; the next one is scheduled.',
    DELIVERED: 'The receiver accepted it.',
    EXHAUSTED: 'All attempts failed. Can be replayed.',
    HELD: 'The webhook is disabled. When the webhook is enabled, becomes PENDING or SKIPPED.',
    SKIPPED:
      'Not attempted any more: the webhook was enabled without its backlog, the replay was ' +
      'cancelled, or the partner had lost access.',
    ABANDONED: 'The webhook was deleted.',
  },
  NoticeType: {
    WEBHOOK_FAILING: 'No delivery of a webhook has succeeded for a day.',
    WEBHOOK_DISABLED: 'A webhook was disabled because its deliveries failed.',
    CALENDAR_FAILING: 'An external calendar cannot be imported, or only in part.',
    MAIL_FAILING: 'An email to a guest could not be delivered.',
  },
  ReplayStatus: {
    RUNNING: 'Deliveries are being queued or sent.',
    DONE: 'All deliveries have succeeded or failed permanently.',
    CANCELLED: 'Cancelled. Deliveries that had not been sent are dropped.',
  },
  WebhookDisabledReason: {
    MANUAL: 'Disabled by a user.',
    GONE: 'The receiver answered with status 410.',
    FAILING: 'No delivery has succeeded for five days.',
    ACCESS_REVOKED: 'The partner lost access. Enabled again when it regains access.',
  },
  WebhookStatus: {
    ACTIVE: 'Events are delivered.',
    DISABLED: 'Events are held until the webhook is enabled.',
  },
  WebhookType: {
    POST_JSON: 'JSON body.',
    POST_FORM: 'Form-encoded body.',
  },
} as const
