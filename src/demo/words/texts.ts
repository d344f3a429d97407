/** What a property's pages say, in the languages of the towns. */
import type { Place } from './places.ts'
import type { Language } from './towns.ts'

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

type Local = Pick<Texts, 'locale' | 'short_summary' | 'summary' | 'house_manual'>

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

/** The texts in American English, which every property has. */
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

/** The texts in the language of the town; null where that is English. */
export function localTexts(place: Place, facts: Facts): (Local & { name: string }) | null {
  const { language, city } = place.town
  const texts = language === 'en' ? null : locals[language](place.name, city, facts)
  return texts && { name: place.name, ...texts }
}

const locals: Record<
  Exclude<Language, 'en'>,
  (name: string, city: string, facts: Facts) => Local
> = {
  fr: (name, city, { guests, checkOut }) => ({
    locale: 'fr_FR',
    short_summary: `${name} à ${city}, pour ${guests} personnes.`,
    summary: `${name} se trouve à quelques minutes du centre de ${city}. Le matin, on ouvre les \
volets, et la journée commence.`,
    house_manual: `Merci de fermer les fenêtres en sortant. Départ avant ${checkOut} h.`,
  }),
  de: (name, city, { guests, checkOut }) => ({
    locale: 'de_DE',
    short_summary: `${name} in ${city}, für ${guests} Gäste.`,
    summary: `${name} liegt ein paar Minuten von der Mitte von ${city}. Morgens stehen die Berge \
im Fenster, abends knistert der Ofen.`,
    house_manual: `Bitte schließen Sie beim Gehen die Fenster. Abreise bis ${checkOut} Uhr.`,
  }),
  es: (name, city, { guests, checkOut }) => ({
    locale: 'es_ES',
    short_summary: `${name} en ${city}, para ${guests} personas.`,
    summary: `${name} está a unos minutos del centro de ${city}. Por la tarde, el patio queda a la \
sombra y huele a romero.`,
    house_manual: `Por favor, cierren las ventanas al salir. Salida antes de las ${checkOut}.`,
  }),
  it: (name, city, { guests, checkOut }) => ({
    locale: 'it_IT',
    short_summary: `${name} a ${city}, per ${guests} persone.`,
    summary: `${name} è a pochi minuti dal centro di ${city}. Le pietre tengono il fresco, e la \
sera si cena fuori.`,
    house_manual: `Chiudete le finestre quando uscite. Partenza entro le ${checkOut}.`,
  }),
  nl: (name, city, { guests, checkOut }) => ({
    locale: 'nl_NL',
    short_summary: `${name} in ${city}, voor ${guests} gasten.`,
    summary: `${name} ligt op een paar minuten van het hart van ${city}. De boten varen onder het \
raam door.`,
    house_manual: `Sluit de ramen als u weggaat. Vertrek voor ${checkOut} uur.`,
  }),
  ja: (name, city, { guests, checkOut }) => ({
    locale: 'ja_JP',
    short_summary: `${city}の${name}。${guests}名様まで。`,
    summary: `${name}は${city}の中心から歩いてすぐ。朝は静かで、夜は灯りがきれいです。`,
    house_manual: `お出かけの際は窓をお閉めください。チェックアウトは${checkOut}時です。`,
  }),
}
