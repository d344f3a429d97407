/** What values of enums of this district mean, by component: see `../glossary.ts`. */
export const leadValues = {
  LeadCountBy: {
    status: 'The status that a lead has.',
    stage: 'QUOTE, HOLD, BOOKED, STAY, CLOSED or BLOCK: where it is on its way.',
  },
  LeadSort: {
    created: 'By when it was made.',
    checkIn: 'By when the stay begins.',
    checkOut: 'By when the stay ends.',
    booked: 'By when it was booked; others are left out.',
    updated: 'By when it last changed.',
  },
  LeadStatus: {
    NEW: 'An inquiry, which holds no nights. After it ON_HOLD, BOOKED or CLOSED.',
    ON_HOLD: 'An inquiry whose nights are held for a time. Then BOOKED, or CLOSED when it lapses.',
    PENDING:
      'A booking request that waits for an answer and holds its nights. Then BOOKED, ' +
      'PENDING_APPROVED, DECLINED, or CLOSED when it lapses.',
    PENDING_APPROVED:
      'An accepted request that waits for its payment and holds its nights. Then BOOKED, or ' +
      'CLOSED when it lapses; v3.0 and v3.1 say PENDING.',
    BOOKED: 'A booking, also during and after the stay. Then CANCELLED only.',
    CANCELLED: 'A booking that was cancelled; it can be rebooked.',
    CLOSED: 'Ended or lapsed without a booking; it can be reopened.',
    DECLINED: 'A request that the agency declined; it can be reopened.',
    IGNORED: 'An inquiry closed as one not to answer; it can be reopened.',
    DUPLICATE: 'An inquiry closed as one that is there twice; it can be reopened.',
    BLOCKED: 'A block: nights that nobody can book, without a guest.',
    SAMPLE: 'An example that can only be deleted.',
  },
  LeadType: {
    BLOCK: 'Nights taken without a guest: BLOCKED.',
    INQUIRY: 'A question of a guest: NEW, ON_HOLD, or closed.',
    BOOKING_REQUEST: 'Wants to be accepted: PENDING, PENDING_APPROVED, DECLINED or CLOSED.',
    BOOKING: 'BOOKED or CANCELLED.',
  },
  LeadSource: {
    HOSTFULLY_UI: 'Entered in the console.',
    HOSTFULLY_DBS: 'Direct booking.',
    HOSTFULLY_API: 'A client of this interface.',
    HOSTFULLY_LINKED: 'A linked property; never given.',
    HOSTFULLY_OWNER_PORTAL: 'The owner.',
    HOSTFULLY_ICAL: 'An imported calendar.',
    DIRECT_HOMETOGO: 'That channel.',
    DIRECT_BOOKINGDOTCOM: 'That channel.',
    DIRECT_AIRBNB: 'That channel.',
    DIRECT_VRBO: 'That channel.',
    DIRECT_HVMI: 'That channel.',
    DIRECT_REDAWNING: 'That channel.',
    DIRECT_GOOGLE: 'That channel.',
  },
  LeadClosing: {
    CLOSED: 'It came to nothing.',
    IGNORED: 'It was not worth an answer.',
    DUPLICATE: 'It is there twice.',
  },
  CancelledBy: {
    AGENCY: 'The agency; said where nothing is.',
    GUEST: 'The guest.',
    OWNER: 'The owner of the property.',
  },
  ChargeOrRefund: {
    CHARGE: 'Adds to the total.',
    REFUND: 'Takes from it.',
  },
  OrderAdjustmentType: {
    RENT: 'For the nights.',
    TAX: 'Counts among the taxes.',
    FEE: 'For a fee.',
    SERVICE: 'For a service.',
    RESOLUTION: 'To settle a dispute.',
  },
  TransactionStatus: {
    SUCCESS: 'Paid: counts in the balance.',
    PENDING: 'Under way: does not count.',
    FAILED: 'Did not come: does not count.',
  },
  TransactionType: {
    SALE: 'The guest pays; above 0.',
    REFUND: 'The guest gets back; below 0.',
  },
} as const
