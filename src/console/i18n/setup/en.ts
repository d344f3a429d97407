/** English translations of the set-up and of its checklist. */

export const setup = {
  title: 'Set up your first property',
  another: 'Add another property',
  continue: 'Continue',
  skip: 'Skip for now',
  finish: 'Finish',
  isDone: 'done',
  copy: 'Copy',
  copied: 'Copied',
  createProperty: 'Create property',
  createHotel: 'Create hotel',
  created: (name: string) => `Added ${name}`,
  weekend: (dates: string, price: string) =>
    `With the saved prices, the stay ${dates} costs ${price}.`,
  steps: {
    business: {
      title: 'Your business',
      text: 'This only suggests values for your properties. You can change all of them.',
    },
    property: {
      title: 'Property',
      text: 'The basics that guests and calendars need. It is not open for booking yet.',
    },
    photos: {
      title: 'Photos',
      text: 'The first photo is the cover.',
    },
    rooms: {
      title: 'Beds and amenities',
      text: 'Guests filter by these.',
    },
    texts: {
      title: 'Texts',
      text: 'In your language for now. You can add other languages later.',
    },
    price: {
      title: 'Price and fees',
      text: 'One price a night is enough to start. Seasons can follow.',
    },
    rules: {
      title: 'Stay rules',
      text: 'When guests arrive and leave, and how they book.',
    },
    calendars: {
      title: 'Calendars',
      text: 'Import bookings from other sites so that no night is sold twice.',
    },
    open: {
      title: 'Open for booking',
      text: 'Check what is missing, then open the property.',
    },
    team: {
      title: 'Team and e-mail',
      text: 'Colleagues sign in with their own password and role.',
    },
  },
  kinds: {
    rentals: { name: 'Vacation rentals', text: 'Cabins and villas, booked on request' },
    apartments: { name: 'Apartments', text: 'Short stays, booked instantly' },
    hotel: { name: 'Hotel or B&B', text: 'Several rooms of each type' },
    manager: { name: 'I manage for owners', text: 'Each property has an owner' },
  },
  fields: {
    ownerUid: 'Owner',
    firstName: 'Owner’s first name',
    lastName: 'Owner’s last name',
    email: 'Owner’s e-mail',
    name: 'Name',
    unitType: 'First room type',
    numberOfUnits: 'Rooms of this type',
    shortSummary: 'Short text',
    summary: 'Description',
  },
  /** Name of the property in a text for guests. */
  headline: 'Title',
  hints: {
    ownerUid: 'Leave empty for a new owner',
    unitType: 'For example: double room',
    'address.address': 'Optional',
    shortSummary: 'One sentence for lists',
  },
  rooms: {
    bedroom: (number: number) => `Bedroom ${number}`,
  },
  calendars: {
    site: 'Site',
    url: 'Calendar address',
    urlHint: 'On the other site: export calendar, copy the iCal address',
    other: 'Other site',
    add: 'Add calendar',
    own: 'Our calendar, to add on the other sites',
    states: { OK: 'Imported', NEVER: 'Import has started…' },
  },
  open: {
    action: 'Open for booking',
    done: (name: string) => `${name} is open for booking.`,
    missing: 'Still missing',
    bookingPage: 'Public page of the property',
    address: 'Address of the page',
    book: 'Enter a first booking',
  },
  team: {
    invite: 'Invite a team member',
  },
}

export type SetupTranslations = typeof setup
