/** Schema of the lead query's selection, for the two servers with resolvers. */
export const typeDefs = /* GraphQL */ `
  scalar BigDecimal
  enum LeadType { BLOCK INQUIRY BOOKING }
  enum LeadStatus {
    BLOCKED NEW ON_HOLD QUOTE_SENT HOLD_EXPIRED CLOSED_QUOTE CLOSED_HOLD PENDING DECLINED IGNORED
    DUPLICATE SAMPLE BOOKED_BY_AGENT BOOKED_BY_CUSTOMER BOOKED_EXTERNALLY STAY ARCHIVED CANCELLED
    CANCELLED_BY_TRAVELER CANCELLED_BY_OWNER
  }
  type Query { leads(propertyUid: String!): [Lead] }
  type Lead {
    leadType: LeadType
    uid: String
    propertyUid: String
    checkInDateTimeString: String
    checkOutDateTimeString: String
    status: LeadStatus
    source: String
    bookedDateTimeString: String
    externalBookingID: String
    firstName: String
    lastName: String
    adultCount: Int
    petCount: Int
    childrenCount: Int
    infantCount: Int
    riskScore: Int
    notes: String
    email: String
    phoneNumber: String
    flightNumber: String
    reasonForTrip: String
    preferredCurrency: String
    preferredLocale: String
    city: String
    countdown: [Countdown]
    order: [Order]
    state: String
    hasCompletedPreArrivalForm: Boolean
    agreementSigned: Boolean
    assignee: [Assignee]
    property: [Property]
  }
  type Countdown {
    countingDown: Boolean
    nextStatus: LeadStatus
    countdownPercentage: Int
    overdue: Boolean
  }
  type Order {
    uid: String
    creationDateTimeString: String
    securityDeposit: BigDecimal
    rateMultiplier: BigDecimal
    force100PercentPaymentAtReservation: Boolean
    currency: String
    fees: [Fees]
    totalGrossOrderValue: BigDecimal
  }
  type Fees { fees: [Fee]  allFeesGrossAmount: BigDecimal }
  type Fee { name: String  grossAmount: BigDecimal }
  type Assignee {
    uid: String
    firstName: String
    lastName: String
    bestProfile: String
    email: String
    type: String
  }
  type Property { name: String  uid: String  pictureLink: String }
`
