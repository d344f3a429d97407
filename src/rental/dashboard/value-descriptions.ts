/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const dashboardValues = {
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
} as const
