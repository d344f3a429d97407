/** Descriptions of values of enums of this district by component: see `../descriptions.ts`. */
export const operationValues = {
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
