/** Descriptions of enum values by component: see `../descriptions.ts`. */
export const leadValues = {
  LeadCountBy: {
    status: 'Status of the lead.',
    stage: 'Stage of the lead: QUOTE, HOLD, BOOKED, STAY, CLOSED or BLOCK.',
  },
  LeadSort: {
    created: 'Time of creation.',
    checkIn: 'Check-in.',
    checkOut: 'Check-out.',
    booked: 'Time of booking. Leads that were never booked are omitted.',
    updated: 'Time of the last change.',
  },
  LeadStatus: {
    NEW: 'Inquiry. Does not hold nights. Can become ON_HOLD, BOOKED or CLOSED.',
    ON_HOLD: 'Inquiry whose nights are on hold. Becomes BOOKED, or CLOSED on expiry.',
    PENDING:
      'Booking request that waits for an answer and holds its nights. Becomes BOOKED, ' +
      'PENDING_APPROVED or DECLINED, or CLOSED on expiry.',
    PENDING_APPROVED:
      'Accepted booking request that waits for payment and holds its nights. Becomes BOOKED, ' +
      'or CLOSED on expiry. v3.0 and v3.1 return PENDING.',
    BOOKED: 'Booking, also during and after the stay. Can become CANCELLED.',
    CANCELLED: 'Cancelled booking. Can be rebooked.',
    CLOSED: 'Ended or expired without a booking. Can be reopened.',
    DECLINED: 'Booking request that the agency declined. Can be reopened.',
    IGNORED: 'Inquiry that was ignored. Can be reopened.',
    DUPLICATE: 'Duplicate inquiry. Can be reopened.',
    BLOCKED: 'Block: nights that cannot be booked, without a guest.',
    SAMPLE: 'Sample lead that can only be deleted.',
  },
  LeadType: {
    BLOCK: 'Blocked nights without a guest: BLOCKED.',
    INQUIRY: 'Inquiry of a guest: NEW, ON_HOLD or closed.',
    BOOKING_REQUEST: 'Booking request: PENDING, PENDING_APPROVED, DECLINED or CLOSED.',
    BOOKING: 'BOOKED or CANCELLED.',
  },
  LeadSource: {
    HOSTFULLY_UI: 'Entered in the console.',
    HOSTFULLY_DBS: 'Direct booking.',
    HOSTFULLY_API: 'Created with this API.',
    HOSTFULLY_LINKED: 'Linked property. Never returned.',
    HOSTFULLY_OWNER_PORTAL: 'Owner.',
    HOSTFULLY_ICAL: 'Imported calendar.',
    DIRECT_HOMETOGO: 'HomeToGo.',
    DIRECT_BOOKINGDOTCOM: 'Booking.com.',
    DIRECT_AIRBNB: 'Airbnb.',
    DIRECT_VRBO: 'Vrbo.',
    DIRECT_HVMI: 'Homes & Villas by Marriott International.',
    DIRECT_REDAWNING: 'RedAwning.',
    DIRECT_GOOGLE: 'Google.',
  },
  LeadClosing: {
    CLOSED: 'Closed without a booking.',
    IGNORED: 'Ignored.',
    DUPLICATE: 'Duplicate.',
  },
  CancelledBy: {
    AGENCY: 'Agency. Default.',
    GUEST: 'Guest.',
    OWNER: 'Owner of the property.',
  },
  ChargeOrRefund: {
    CHARGE: 'Adds to the total.',
    REFUND: 'Reduces the total.',
  },
  OrderAdjustmentType: {
    RENT: 'Rent.',
    TAX: 'Tax. Included in the taxes of the order.',
    FEE: 'Fee.',
    SERVICE: 'Service.',
    RESOLUTION: 'Settlement of a dispute.',
  },
  TransactionStatus: {
    SUCCESS: 'Succeeded. Included in the balance.',
    PENDING: 'In progress. Not included in the balance.',
    FAILED: 'Failed. Not included in the balance.',
  },
  TransactionType: {
    SALE: 'Payment by the guest. Amount above 0.',
    REFUND: 'Refund to the guest. Amount below 0.',
  },
} as const
