/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const aroundValues = {
  Balance: {
    DUE: 'Balance due.',
    PAID: 'Fully paid, or overpaid.',
  },
  SearchType: {
    PROPERTY: 'Property or unit type.',
    HOTEL: 'Multi-unit property.',
    LEAD: 'Lead.',
    GUEST: 'Guest of a lead.',
    THREAD: 'Message of a lead.',
    OWNER: 'Owner.',
    WEBHOOK: 'Webhook, by URL, event type or description.',
  },
  ClosedCause: {
    BOOKED: 'Occupied by a booking or a booking request.',
    HELD: 'Occupied by an inquiry on hold.',
    BLOCKED_BY_OWNER: 'Blocked by the owner.',
    BLOCKED: 'Blocked.',
    TURNOVER: 'Reserved for turnover.',
    PAST: 'In the past.',
    OUTSIDE_BOOKING_WINDOW: 'Beyond the booking window of the property.',
    ONLY_SUBS: 'Only the sub-properties of the master property can be booked.',
    NO_ACTIVE_UNIT: 'The unit type has no active unit.',
  },
  CustomDataFieldType: {
    TEXT: 'Up to 1,000 characters.',
    LONG_TEXT: 'Up to 20,000 characters, 4,000 below v3.3.',
  },
  CustomDataFieldUsage: {
    CUSTOM_VARIABLES: 'Used as a variable in texts.',
    PRE_ARRIVAL_FORM: 'Shown in the pre-arrival form.',
    OTHER: 'Other use.',
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
    SAME_STAY: 'the stay of the lead with exactly the same nights',
    IGNORE: 'nothing: the nights stay available',
    STORE: 'a stay of its own',
  },
  IcalSyncStatus: {
    OK: 'Imported without errors.',
    ERROR: 'Failed, or some events conflict with leads: see `lastSyncError`.',
    NEVER: 'Not imported yet.',
  },
  JobStatus: {
    NEW: 'Not answered yet. Can become ACCEPTED, DECLINED or DONE.',
    ACCEPTED: 'Accepted by the service provider. Can become DONE or DECLINED.',
    DECLINED: 'Declined by the service provider. Can still be accepted.',
    DONE: 'Done. Final.',
    CANCELLED: 'The lead was cancelled or closed. NEW again if the lead is rebooked.',
  },
  OwnerAdjustmentType: {
    CREDIT: 'Paid to the owner.',
    DEBIT: 'Charged to the owner.',
  },
  ServiceAudience: {
    GUEST: 'Sold to guests.',
    HOST: 'Internal, for the host.',
    BOTH: 'Both of these.',
  },
  ServiceCategory: {
    CLEANING: 'Cleaning and turnover.',
    GREETING: 'Welcoming guests.',
    MAINTENANCE: 'Repair and maintenance.',
    OTHER: 'Other service.',
  },
} as const
