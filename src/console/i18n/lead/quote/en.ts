/** English translations of quotes and of the board. */
import { plural } from '../../plural.ts'

export const quotes = {
  quote: {
    free: plural('en', { one: '# property is free', other: '# properties are free' }),
    stay: 'Stay',
    guest: 'Guest',
    price: 'Price',
    choose: 'Choose…',
    extras: 'Extras',
    offline: 'Pay on site, not included',
    knownGuests: 'Known guests',
    applyDetailsOf: (name: string) => `Use ${name}’s details`,
    phone: 'Phone',
    as: 'Save as',
    kinds: { quote: 'Quote', hold: 'Hold', book: 'Booking' },
    kindTexts: {
      quote: 'Saves the price. Nights stay open.',
      hold: 'Holds the nights and the price until it expires.',
      book: 'Books the nights at this price.',
    },
    minutes: 'Hold for (minutes)',
    submits: { quote: 'Save quote', hold: 'Hold nights', book: 'Book' },
    incomplete: {
      both: 'Choose a property and dates to see the price.',
      property: 'Choose one of the free properties to see the price.',
      dates: 'Choose dates to see the price.',
      guests: 'Enter the number of guests to see the price.',
    },
    badDates: 'Choose a departure after the arrival.',
    perNight: (amount: string) => `${amount} per night, all fees included`,
    down: (amount: string) => `Deposit due now: ${amount}`,
    overrule: {
      quote: 'Quote anyway',
      hold: 'Hold anyway',
      book: 'Hold anyway, then book',
    },
    sealed: (stay: string) => `Held for ${stay}`,
    sealedText: (time: string) => `Price is locked until ${time}.`,
    changed: (before: string, now: string) =>
      `The price has changed from ${before} to ${now}. The nights are held for you.`,
    book: 'Book at this price',
    release: 'Release',
    open: 'Open reservation',
    gone: 'The hold has expired. The nights are free again.',
    again: 'New quote',
  },
  board: {
    columns: {
      QUOTE: 'Inquiries & quotes',
      HOLD: 'Requests & holds',
      BOOKED: 'Booked',
      STAY: 'Staying',
      CLOSED: 'Closed',
    },
    move: (name: string) => `Move ${name}`,
    inList: 'View as list',
    none: 'No reservations',
    noReason: {
      QUOTE: 'Bookings can’t go back to quotes.',
      HOLD: 'Only open quotes can be held.',
      BOOKED: 'This can’t be booked from here.',
      STAY: 'Starts automatically on arrival day.',
      CLOSED: 'This can’t be closed from here.',
    },
    everybody: 'Everyone',
  },
}

export type QuoteTranslations = typeof quotes
