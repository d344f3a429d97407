/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const inboxValues = {
  MessageStatus: {
    CREATED: 'Incoming: always. Outgoing: waits; then SENT or FAILED.',
    SENT: 'A mail server or channel has taken it; it can be resent.',
    FAILED: 'Refused, or all attempts failed; it can be resent.',
  },
  MessageKind: {
    EMAIL: 'To the address of the guest.',
    DIRECT_MESSAGE: 'Through the channel of the lead.',
  },
  MessageType: {
    EMAIL: 'An email.',
    SMS: 'A text message.',
    WHATSAPP: 'By WhatsApp.',
    IN_APP: 'Written on a page for guests.',
    OTHER: 'Another way.',
  },
  ParticipantType: {
    AGENCY: 'The agency.',
    LEAD: 'Who books.',
    GUEST: 'The guest, over all leads.',
  },
  SenderType: {
    AGENCY: 'The agency, or a partner for it.',
    GUEST: 'The guest.',
  },
  MessageSenderType: {
    EMPLOYEE: 'An employee of the agency, whom `uid` and `name` tell.',
    PARTNER: 'A partner, whom `uid` and `name` tell.',
    API_KEY: 'A program with a key of the agency.',
    SYSTEM: 'The server itself.',
    ICAL: 'An external calendar.',
    GUEST: 'The guest; `uid` and `name` are null.',
  },
  ThreadStatus: {
    OPEN: 'Under way.',
    CLOSED: 'The lead came to nothing, or its stay ended 30 days ago; it can still be written to.',
  },
  ReadStatus: {
    READ: 'The newest message was read.',
    UNREAD: 'It was not.',
  },
} as const
