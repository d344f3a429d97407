/** Texts of a property's pages. */
import type { Place } from './places.ts'

export interface Texts {
  locale: string
  name: string
  short_summary: string
  summary: string
  space: string
  neighbourhood: string
  access: string
  transit: string
  interaction: string
  house_manual: string
  notes: string
}

/** The facts that texts are made of. */
export interface Facts {
  bedrooms: number
  guests: number
  checkOut: number
  /** Changes which sentences are chosen; a whole number from 0. */
  turn: number
}

const openings = [
  'A quiet place to come home to after a long day outside.',
  'Mornings start slowly here: coffee first, then the windows wide open.',
  'Built for long dinners, late breakfasts and the book that you never finish at home.',
  'Small enough to feel snug, large enough to close a door behind you.',
  'Everything is in reach, and yet you will hear nothing at night.',
]

const spaces = [
  'Light comes in from two sides. The kitchen has what a serious cook asks for, sharp knives too.',
  'The living room opens to the outside; the table seats everybody, and there are games below it.',
  'Beds are firm, curtains are dark, and the shower is the good kind.',
]

const manuals = [
  'Please close the windows when you go out, and leave the bins at the road on Thursday evening.',
  'Quiet after ten in the evening, shoes off inside, and no candles on the wooden table, please.',
  'The heating follows the thermostat in the hall. Dishes may stay in the machine, switched on.',
]

/** Returns the texts of a property, in American English. */
export function englishTexts({ name, town }: Place, facts: Facts): Texts {
  const { bedrooms, guests, checkOut, turn } = facts
  const rooms = bedrooms === 1 ? 'one bedroom' : `${bedrooms} bedrooms`
  const opening = openings[turn % openings.length]!
  return {
    locale: 'en_US',
    name,
    short_summary: `${name} in ${town.city}: ${rooms}, up to ${guests} guests.`,
    summary: `${opening} ${name} is a few minutes from ${town.known}.`,
    space: spaces[turn % spaces.length]!,
    neighbourhood: `${town.city} is known for ${town.known}. Most of it can be reached on foot.`,
    access: 'You have the place to yourselves. Type your code at the door; it comes by message.',
    transit: 'The bus stops around the corner, and there is space for one car.',
    interaction: 'We live nearby, answer within the hour, and leave you alone otherwise.',
    house_manual: `${manuals[turn % manuals.length]!} Check-out is at ${checkOut}:00.`,
    notes: 'The stairs are steep in places; ask us if you travel with small children.',
  }
}
