/** Descriptions of fields on the wire: see `../descriptions.ts`. */
export const leadDescriptions = {
  ChargeOrRefund: 'CHARGE adds to the total, REFUND reduces it.',
  GuestInformation: 'Guest and number of guests.',
  LeadAssignee: 'Employee who is responsible for the lead.',
  OrderRent: 'Price of the nights.',
  OrderFees: 'Cleaning fee and other fees.',
  OrderAdjustmentType: 'Type of the adjustment. TAX is included in the taxes of the order.',
  QuoteRent: 'Price of the nights.',
  QuoteFees: 'Cleaning fee and other fees.',
  'LeadAct.events': 'Event types that the action emitted.',
  'LeadCount.value': 'Status or stage.',
  'Order.paidAmount': 'Sum of payments less refunds.',
  'Order.balanceAmount': 'Amount left to pay. Negative if overpaid.',
  'BlocksInput.propertyUids':
    'Properties to block, at most 100 together with `unitUids`. For a unit type, one of its ' +
    'units is blocked.',
  'BlocksInput.unitUids': 'Units of unit types to block.',
  'BlocksInput.from': 'First night to block.',
  'BlocksInput.to': 'Last night to block, inclusive. At most 1,830 nights in total.',
  splitLocalDate: 'Date of the move: first night at the other property or unit.',
  'SplitInput.propertyUid': 'Property of the nights from `splitLocalDate`. `null`: same property.',
  'SplitInput.unitUid': 'Unit of the nights from `splitLocalDate`. `null`: any available unit.',
  by: 'Grouping of the counts.',
  adjustmentType: 'Type of the adjustment.',
  adjustments: 'Adjustments, each with its signed amount and whether the order is paid.',
  adjustmentItems: 'Charges and refunds in addition to the price of the stay, oldest first.',
  adjustmentsAmount: 'Sum of all adjustments, refunds negative, in major units of the currency.',
  'OrderAdjustment.amount':
    'Amount above 0, in major units of the currency. `transactionType` determines the sign.',
  'OrderAdjustmentShare.amount': 'Amount in major units of the currency. Negative for refunds.',
  isPaid: 'True if the order is fully paid.',
  adultCount: 'Number of adults.',
  childrenCount:
    'Number of children. Children count as guests: `guests` of a quote is `adultCount` plus ' +
    '`childrenCount` of a lead.',
  infantCount: 'Number of infants. Only counted by fees for all persons.',
  expectedTotalAmount:
    'Total that was quoted. If the price has changed, the request is rejected and returns the ' +
    'new quote.',
  recalculate: 'True to recalculate agreed nights, fees and taxes, too.',
  petCount: 'Number of pets.',
  agreementSigned: 'True if the guest has signed the rental agreement.',
  arrivalLocalDateTime: 'Expected arrival, local time of the property. `null` if unknown.',
  departureLocalDateTime: 'Expected departure, local time of the property. `null` if unknown.',
  assignee: 'Employee who is responsible for the lead. `null` if none.',
  balance: 'Amount left to pay, in major units of the currency.',
  baseAmount: 'Rent without taxes, in major units of the currency.',
  birthDate: 'Not stored: always `null`.',
  pictureURL: 'Not stored: always `null`.',
  linkedinURL: 'Not stored: always `null`.',
  facebookURL: 'Not stored: always `null`.',
  skypeID: 'Not stored: always `null`.',
  favoriteAirline: 'Not stored: always `null`.',
  profileNotes: 'Not stored: always `null`.',
  booked: 'Time at which the lead became a booking, `yyyy-MM-dd HH:mm` in UTC. `null` before.',
  cancellation: 'Cancellation: actor, time and reason. `null` if not cancelled.',
  cancelledBy: 'Party that wanted the cancellation. Not necessarily the caller.',
  cancelledUtcDateTime: 'Time of the cancellation, in UTC.',
  channelCommission: 'Commission of the channel, not included in any total. `null` if unknown.',
  cleaningFeeAmount: 'Cleaning fee without taxes, in major units of the currency.',
  cleaningFeeTaxAmount: 'Tax on the cleaning fee, in major units of the currency.',
  closeReason: 'Reason for closing, `HOLD_EXPIRED`. `null` if not closed.',
  declineReason: 'Reason for declining, free text. `null` if not given.',
  reason: 'Reason, free text. `null` if not given.',
  creationCircumstances:
    'Circumstances of creation, such as `API` or `ICAL_IMPORT`. New values may be added.',
  creationUtcDateTime: 'Time of creation, in UTC.',
  'Order.externalOrderId': 'Identifier of the booking in an external system or channel.',
  externalBookingID: 'Identifier of the booking in an external system or channel.',
  extraGuestFeeAmount: 'Fee for extra guests without taxes, in major units of the currency.',
  extraGuests: 'Additional guests besides the main guest, at most 50.',
  extraGuestsNetPrice:
    'Price for guests above the base number without taxes, in major units of the currency.',
  extraGuestsBaseNetPrice: 'Price before the rate multiplier, in major units of the currency.',
  extraNotes: 'Internal remarks, free text.',
  'Property.extraNotes': 'Rental conditions, free text.',
  flightNumber: 'Flight number of the guest.',
  fullPayment: 'If true, the amount is the whole amount left to pay.',
  guestInformation: 'Guest and number of guests.',
  hasCompletedPreArrivalForm: 'True if the guest has completed the pre-arrival form.',
  hidden: 'True if the guests are hidden from the caller.',
  hours: 'Duration of the hold, in hours. Default: setting of the agency.',
  leadType: 'Type of the lead.',
  leadsUids: 'Identifiers of the leads of the guest.',
  listPrice:
    'Rent and extra guest fees before the discount, without taxes, in major units of the ' +
    'currency.',
  mainLead: 'Main lead of the group.',
  subLeads: 'Leads of the group.',
  manual: 'True if the payment was recorded manually. Default: true.',
  note: 'Note, free text.',
  notes: 'Notes, free text.',
  orderFees: 'All fees except the cleaning fee.',
  otherFees: 'All fees except the cleaning fee, oldest first.',
  'OrderFees.cleaningFee': 'Cleaning fee. `null` if none is charged.',
  'QuoteFees.cleaningFee': 'Cleaning fee. `null` if none is charged.',
  'QuoteOverridesFees.cleaningFee':
    'Cleaning fee to use instead of the fee of the property. `null` if none.',
  passportId: 'Passport number.',
  passportCountryCode: 'Country of the passport, ISO 3166-1 alpha-2.',
  preferredCurrency: 'Preferred currency of the guest, ISO 4217. `null` if unknown.',
  preferredLocale: 'Preferred locale of the guest, `en_US`. `null` if unknown.',
  quantity: 'Quantity.',
  quantityDescription: 'Unit of the quantity, `per person`. `null` if not specified.',
  reasonForTrip: 'Reason for the trip, free text.',
  referrer: 'Referrer of the guest, free text.',
  rent: 'Price of the nights.',
  rentBreakdowns: 'Price of each night, ascending by date. The sum is `rentNetPrice`.',
  rentNetPrice: 'Price of the nights without taxes, in major units of the currency.',
  rentBaseNetPrice: 'Price before the rate multiplier, in major units of the currency.',
  rentalAgreementUrl: 'URL of the rental agreement to sign. `null` if none.',
  rateMultiplierAmount: 'Surcharge by the rate multiplier, in major units of the currency.',
  riskScore: 'Risk score, 0 to 100. `null` if not rated.',
  securityDepositAmount:
    'Security deposit, held until after the stay and not included in any total, in major ' +
    'units of the currency.',
  services: 'Services sold with the stay.',
  subTotal: 'Total without taxes, in major units of the currency.',
  'Order.total': 'Total including taxes, without the deposit, in major units of the currency.',
  'Quote.total': 'Total including taxes, without the deposit, in major units of the currency.',
  totalAmount: 'Total including taxes, without the deposit, in major units of the currency.',
  totalTaxesAmount: 'Sum of all taxes, in major units of the currency.',
  'Transaction.amount': 'Amount in major units of the currency. Negative for refunds.',
  transactionId:
    'Identifier of the payment in the payment system. The same identifier is the same payment.',
  transactionType: 'Direction of the amount: added to the total or subtracted from it.',
  willHaveParty: 'True if a party is planned. `null` if unknown.',
  willHaveVisit: 'True if visitors are expected. `null` if unknown.',
  channelIn: 'Only leads of these channels.',
  checkInFrom: 'Check-in on or after this date.',
  checkInTo: 'Check-in on or before this date.',
  checkOutFrom: 'Check-out on or after this date.',
  checkOutTo: 'Check-out on or before this date.',
  checkInFromUtcDateTime: 'Check-in at or after this time, UTC unless an offset is given.',
  checkInToUtcDateTime: 'Check-in at or before this time, UTC unless an offset is given.',
  checkOutFromUtcDateTime: 'Check-out at or after this time, UTC unless an offset is given.',
  checkOutToUtcDateTime: 'Check-out at or before this time, UTC unless an offset is given.',
  dueOn:
    'Only current and future bookings that are overdue on this date: full payment was due by ' +
    'then, but has not been made.',
  createdSince: 'Only objects created since this time, UTC unless an offset is given.',
  'Lead.hotelUid': 'Multi-unit property of a group booking. `null` for other leads.',
  modifiedSince: 'Only objects changed since this time, UTC unless an offset is given.',
  leadUids: 'Only leads with these identifiers, separated by commas.',
  propertyUids: 'Only objects of these properties, separated by commas.',
  propertiesUids: 'Identifiers of properties, separated by commas.',
  statusIn: 'Only leads with one of these statuses, separated by commas.',
  typeIn: 'Only leads of these types, separated by commas.',
  stayFrom: 'Only stays with a night on or after this date.',
  stayTo: 'Only stays with a night on or before this date.',
} as const

/** Descriptions of operations beyond their summary, by operation id. */
export const leadOperations = {
  listLeads:
    'Filter by agency, property or identifiers; filters are combined with AND. All statuses ' +
    'unless `statusIn` is sent, newest first. For a period use `stayFrom` and `stayTo`.',
  getLead:
    'Names and contact data of the guest are omitted or `HIDDEN` unless the agency has ' +
    'granted access to personal data of guests.',
  createLead:
    '`status` determines the type of lead. All statuses except NEW occupy the nights, which ' +
    'must be available. Stay rules such as minimum nights are not checked: create a quote ' +
    'first. Every lead except a block gets an order. Send the stay as `checkInLocalDate` and ' +
    '`checkOutLocalDate`, or as `checkInLocalDateTime` and `checkOutLocalDateTime`; other ' +
    'field names are ignored, even if an error message mentions them.',
  changeLead:
    'Changes editable fields: texts, guest and agreement. Other fields are ignored: change ' +
    'dates, number of guests and property with `alteration`, and the status with actions such ' +
    'as `cancel`.',
  deleteLead:
    'Only for blocks, requests, and closed, declined or cancelled leads; close or cancel ' +
    'other leads first. Releases the nights and cancels open jobs. Lists include it in ' +
    '`deletedUids` for 90 days.',
  markPreArrivalFormCompleted:
    'Sets `hasCompletedPreArrivalForm` of an open lead that is not a block. Cannot be undone. ' +
    'Idempotent.',
  listGroupBookings:
    'Takes the filters of leads, applied to the main lead. Sorted by creation, newest first.',
  getGroupBooking: 'Returns the main lead and all other leads of the group.',
  listExtraGuests:
    'Returns an empty list with `_metadata.hidden` if the caller has no access to personal data.',
  replaceExtraGuests: 'Omitted guests are deleted.',
  listGuests:
    'Sorted by creation, newest first. Guests are derived from the guest information of leads ' +
    'and are read-only.',
  listGuestsOfAgency:
    'Sorted by creation, newest first. Guests are derived from the guest information of leads ' +
    'and are read-only.',
  listOrders:
    'Sorted by creation, newest first. At least one filter is required; filters are combined ' +
    'with AND.',
  getOrder: 'Returns rent, fees, taxes, services and adjustments.',
  listOrderAdjustments: 'Sorted by creation, oldest first.',
  getOrderAdjustment: 'Adjustments are charges or refunds in addition to the price of the stay.',
  createOrderAdjustment:
    'The order total is recalculated, whatever the status of the lead. Rejected if the order ' +
    'already has an adjustment with the `externalId`.',
  deleteOrderAdjustment: 'The order total is recalculated without the adjustment.',
  listTransactions: 'Sorted by creation, oldest first, all statuses.',
  getTransaction: 'The amount of refunds is negative.',
  createTransaction:
    'Only records the payment: no money is moved. Payments cannot be changed or deleted. ' +
    'Sending the same `transactionId` and amount again returns the existing payment.',
} as const
