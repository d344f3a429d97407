/** English texts of quotes and of the board; the other languages have each of them. */
import { plural } from '../plural.ts'

export const others = {
  quote: {
    free: plural('en', { one: '# property is free', other: '# properties are free' }),
    stay: 'Stay',
    guest: 'Guest',
    price: 'Price',
    choose: 'Choose…',
    extras: 'Extras',
    offline: 'Paid on the spot, not in the total',
    known: 'Known guests',
    take: (name: string) => `Take ${name}`,
    phone: 'Phone',
    as: 'What becomes of it',
    kinds: { quote: 'Quote', hold: 'Hold', book: 'Booking' },
    kindTexts: {
      quote: 'An inquiry with this price. The nights stay free.',
      hold: 'The nights and this price are kept for a while.',
      book: 'The nights are booked at this price.',
    },
    minutes: 'Hold for how many minutes',
    submits: { quote: 'Save quote', hold: 'Hold nights', book: 'Book' },
    incomplete: {
      both: 'Choose a property and dates to see the price.',
      property: 'Choose one of the free properties to see the price.',
      dates: 'Choose dates to see the price.',
      guests: 'Say how many guests come to see the price.',
    },
    badDates: 'Departure has to be after arrival.',
    perNight: (amount: string) => `${amount} a night on average`,
    down: (amount: string) => `${amount} due at booking`,
    overrule: {
      quote: 'Quote in spite of the rule',
      hold: 'Hold in spite of the rule',
      book: 'Hold in spite of the rule, then book',
    },
    sealed: 'Nights and price are kept',
    sealedText: 'This is what will be booked, to the cent.',
    changed: (before: string, now: string) =>
      `The price has changed from ${before} to ${now} meanwhile. The nights are held for you.`,
    book: 'Book at this price',
    release: 'Release',
    open: 'Open the lead',
    gone: 'The hold has ended: the nights are free for others.',
    again: 'Quote again',
  },
  board: {
    columns: {
      QUOTE: 'Quote',
      HOLD: 'Hold',
      BOOKED: 'Booked',
      STAY: 'In stay',
      CLOSED: 'Closed',
    },
    move: (name: string) => `Move ${name}`,
    moveTo: (column: string, act: string) => `${column}: ${act}`,
    inList: 'Show as a list',
    none: 'Nothing here.',
    noReason: {
      QUOTE: 'A booking never becomes an inquiry again.',
      HOLD: 'Only an open quote can be held.',
      BOOKED: 'This cannot be booked from here.',
      STAY: 'A stay begins by itself on the day of arrival.',
      CLOSED: 'This cannot be closed from here.',
    },
    moved: (name: string, column: string) => `${name} is in ${column} now.`,
    everybody: 'Everybody',
  },
}

export type OtherWords = typeof others
