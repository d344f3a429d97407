/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const aroundValues = {
  Balance: {
    DUE: 'Less was paid than the order comes to.',
    PAID: 'All was paid, or more.',
  },
  SearchType: {
    PROPERTY: 'A property or unit type.',
    HOTEL: 'A multi-unit property.',
    LEAD: 'A lead.',
    GUEST: 'Whom a lead is of.',
    THREAD: 'What is written about a lead.',
    OWNER: 'An owner.',
    WEBHOOK: 'A webhook, by its address, event type or description.',
  },
  ClosedCause: {
    BOOKED: 'A booking or a request holds the night.',
    HELD: 'An inquiry holds the night.',
    BLOCKED_BY_OWNER: 'The owner has blocked it.',
    BLOCKED: 'It is blocked.',
    TURNOVER: 'It is kept free for turnover.',
    PAST: 'It is over.',
    OUTSIDE_BOOKING_WINDOW: 'It is farther ahead than the property takes bookings.',
    ONLY_SUBS: 'Only the subs of the master can be booked.',
    NO_ACTIVE_UNIT: 'The unit type has no active unit.',
  },
  CustomDataFieldType: {
    TEXT: 'Up to 1,000 characters.',
    LONG_TEXT: 'Up to 20,000 characters, 4,000 below v3.3.',
  },
  CustomDataFieldUsage: {
    CUSTOM_VARIABLES: 'In texts, as a variable.',
    PRE_ARRIVAL_FORM: 'Asked of guests before arrival.',
    OTHER: 'Elsewhere.',
  },
  IcalImports: {
    ALL: 'all events',
    BOOKINGS: 'those that may have a guest',
  },
  IcalDefaultKind: {
    BOOKED: 'a booking',
    BLOCKED: 'a block',
  },
  IcalEventDecision: {
    SAME_STAY: 'the stay of the lead that has just its nights',
    IGNORE: 'nothing: its nights are for sale',
    STORE: 'a stay of its own',
  },
  IcalSyncStatus: {
    OK: 'All was imported.',
    ERROR: 'Failed, or some events collide: `lastSyncError`.',
    NEVER: 'Not yet imported.',
  },
  JobStatus: {
    NEW: 'Nobody has answered yet. Then ACCEPTED, DECLINED or DONE.',
    ACCEPTED: 'The provider will do it. Then DONE or DECLINED.',
    DECLINED: 'The provider will not; it can still be accepted.',
    DONE: 'It is done; nothing comes after.',
    CANCELLED: 'The lead was cancelled or closed; NEW again if it is rebooked.',
  },
  OwnerAdjustmentType: {
    CREDIT: 'The owner gets it.',
    DEBIT: 'The owner is charged.',
  },
  ServiceAudience: {
    GUEST: 'Sold to guests.',
    HOST: 'For the house.',
    BOTH: 'Either.',
  },
  ServiceCategory: {
    CLEANING: 'Cleaning and turnover.',
    GREETING: 'Receiving guests.',
    MAINTENANCE: 'Repair and upkeep.',
    OTHER: 'Any other.',
  },
} as const
