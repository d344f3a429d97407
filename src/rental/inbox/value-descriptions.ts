/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const inboxValues = {
  MessageStatus: {
    CREATED: 'Incoming messages: always. Outgoing messages: waiting, becomes SENT or FAILED.',
    SENT: 'Accepted by the mail server or channel. Can be resent.',
    FAILED: 'Rejected, or all attempts failed. Can be resent.',
  },
  MessageKind: {
    EMAIL: 'Sent to the email address of the guest.',
    DIRECT_MESSAGE: 'Sent through the channel of the lead.',
  },
  MessageType: {
    EMAIL: 'Email.',
    SMS: 'Text message.',
    WHATSAPP: 'WhatsApp message.',
    IN_APP: 'Message from a page for guests.',
    OTHER: 'Other message.',
  },
  ParticipantType: {
    AGENCY: 'Agency.',
    LEAD: 'Guest of the lead.',
    GUEST: 'Guest, the same for all leads of the guest.',
  },
  SenderType: {
    AGENCY: 'Agency, or a partner on its behalf.',
    GUEST: 'Guest.',
  },
  MessageSenderType: {
    EMPLOYEE: 'Employee of the agency, identified by `uid` and `name`.',
    PARTNER: 'Partner, identified by `uid` and `name`.',
    API_KEY: 'Program with an API key of the agency.',
    SYSTEM: 'The server itself.',
    ICAL: 'External calendar.',
    GUEST: 'Guest. `uid` and `name` are null.',
  },
  ThreadStatus: {
    OPEN: 'Active.',
    CLOSED: 'The lead was closed, or its stay ended 30 days ago. Messages can still be sent.',
  },
  ReadStatus: {
    READ: 'The newest message was read.',
    UNREAD: 'The newest message was not read.',
  },
} as const
