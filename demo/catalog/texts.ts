/** Texts of property pages. */
import type { PropertyTemplate } from './property-templates.ts'

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

/** Data that texts are generated from. */
export interface TextInputs {
  bedrooms: number
  guests: number
  checkOut: number
  /** Whole number from 0 that selects sentences. */
  variant: number
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
export function englishTexts({ name, town }: PropertyTemplate, inputs: TextInputs): Texts {
  const { bedrooms, guests, checkOut, variant } = inputs
  const rooms = bedrooms === 1 ? 'one bedroom' : `${bedrooms} bedrooms`
  const opening = openings[variant % openings.length]!
  return {
    locale: 'en_US',
    name,
    short_summary: `${name} in ${town.city}: ${rooms}, up to ${guests} guests.`,
    summary: `${opening} ${name} is a few minutes from ${town.feature}.`,
    space: spaces[variant % spaces.length]!,
    neighbourhood: `${town.city} is known for ${town.feature}. Most of it can be reached on foot.`,
    access: 'You have the place to yourselves. Type your code at the door; it comes by message.',
    transit: 'The bus stops around the corner, and there is space for one car.',
    interaction: 'We live nearby, answer within the hour, and leave you alone otherwise.',
    house_manual: `${manuals[variant % manuals.length]!} Check-out is at ${checkOut}:00.`,
    notes: 'The stairs are steep in places; ask us if you travel with small children.',
  }
}
