/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const distributionValues = {
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
} as const
