/** English translations of the settings of the agency. */
export const agency = {
  agency: 'Agency',
  booking: 'Booking rules',
  privacy: 'Privacy',
  email: {
    title: 'E-mail',
    state: 'State of e-mail',
    missing:
      'This server sends no e-mail. Messages to guests wait in the outbox, and invitations ' +
      'are links that you copy.',
    settings:
      'Add these lines, with your mail server, to the settings file of the server, ' +
      '/etc/lodgepole/env or .env:',
    restart:
      'Restart the server afterwards. The lines contain a password, so they are not set here.',
    ready: 'This server sends e-mail: messages to guests, invitations and alerts.',
    sender: 'Sender',
    host: 'Mail server',
    test: 'Send test to me',
    testText: 'At most five tests an hour.',
    sent: (email: string, seconds: string) =>
      `Sent to ${email} in ${seconds}. If it does not arrive, look into the spam folder.`,
    notSent: (seconds: string) => `Not sent after ${seconds}. The mail server’s answer:`,
    tooMany: (when: string) => `Five tests an hour are allowed. Try again ${when}.`,
  },
  bookingPages: {
    fields: { dbsEnabled: 'Properties can have a booking page', website: 'Website' },
    hints: { website: 'Empty: the address of this server' },
  },
  sections: {
    bookingPages: 'Booking pages',
    contact: 'Name and contact',
    address: 'Address',
    region: 'Currency and time zone',
    stays: 'Defaults for new properties',
    requests: 'Requests',
    holds: 'Holds, quotes and inquiries',
    retention: 'Retention',
  },
  fields: {
    name: 'Name of your business',
    agencyEmailAddress: 'E-mail',
    phoneNumber: 'Phone',
    website: 'Website',
    address1: 'Street and number',
    zipCode: 'Postcode',
    city: 'City',
    state: 'State or region',
    countryCode: 'Country',
    currency: 'Currency',
    timeZone: 'Time zone',
    defaultCheckInTime: 'Check-in from',
    defaultCheckOutTime: 'Check-out until',
    rentalCondition: 'Rental conditions',
    requestNeedsConfirmation: 'Confirm booking requests yourself',
    requestHours: 'Time to answer a request',
    paymentHours: 'Time to pay after approval',
    holdHours: 'Length of a hold',
    quoteValidityHours: 'Validity of a quote',
    inquiryResponseHours: 'Time to answer an inquiry',
    personalDataRetentionDays: 'Guest data, days after departure',
    messageRetentionDays: 'Messages, days',
  },
  hints: {
    currency: 'Existing properties keep their currency. Reload other open pages after a change.',
    requestHours: '0: no limit',
    paymentHours: '0: no limit',
    holdHours: 'Default 24 h, at most 720 h',
    quoteValidityHours: 'Default 168 h',
    inquiryResponseHours: 'Default 24 h',
    personalDataRetentionDays:
      '0: no limit. Erased every night once it is older; that cannot be undone.',
    messageRetentionDays:
      '0: no limit. Deleted every night once they are older; that cannot be undone.',
  },
}

export type AgencyTranslations = typeof agency
