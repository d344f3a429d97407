/** The demo agency's properties: which there are, and how further ones are called. */
import { type Language, type Town, townOf } from './towns.ts'

/** A house, a part of one, or a kind of room. */
export interface Place {
  name: string
  town: Town
  type: string
  /** A night, in the town's currency. */
  rate: number
}

type House = [name: string, more: string, city: string, type: string, rate: number]

/** One in each town, and the pattern of those that a larger agency has there. */
const houses: House[] = [
  ['Cedar Cabin', '* Cabin', 'Bend', 'CABIN', 150],
  ['Aspen Loft', '* Loft', 'Denver', 'LOFT', 185],
  ['Red Rock House', '* Rock House', 'Moab', 'HOUSE', 240],
  ['Harbor View', '* View', 'Portland', 'CONDO', 210],
  ['Bayou Cottage', '* Creole Cottage', 'New Orleans', 'COTTAGE', 165],
  ['Saguaro Casita', '* Casita', 'Tucson', 'GUESTHOUSE', 120],
  ['Maison des Pins', 'Maison des *', 'Biarritz', 'VILLA', 320],
  ['Studio Montmartre', 'Studio des *', 'Paris', 'STUDIO', 140],
  ['Chalet Edelweiss', 'Chalet *', 'Garmisch-Partenkirchen', 'CHALET', 260],
  ['Casa del Olivo', 'Casa de *', 'Ronda', 'FARMHOUSE', 175],
  ['Trullo Bianco', 'Trullo *', 'Ostuni', 'TRULLO', 190],
  ['Canal House', 'Grachtenhuis *', 'Utrecht', 'TOWNHOUSE', 230],
  ['Cliff Cottage', '* Cottage', 'St Ives', 'COTTAGE', 160],
  ['Highland Bothy', '* Bothy', 'Inverness', 'HUT', 95],
  ['Machiya Kamo', 'Machiya *', 'Kyoto', 'HOUSE', 28_000],
  ['Niseko Lodge', '* Lodge', 'Niseko', 'LODGE', 52_000],
  ['Surf Shack', '* Shack', 'Byron Bay', 'BUNGALOW', 220],
  ['Bush Retreat', '* Retreat', 'Hobart', 'CABIN', 180],
  ['Lakeside Tiny House', '* Tiny House', 'Queenstown', 'TINY_HOUSE', 145],
]

const words: Record<Language, string[]> = {
  en: [
    ...['Juniper', 'Willow', 'Heron', 'Fern', 'Clover', 'Maple', 'Kestrel', 'Rowan', 'Hazel'],
    ...['Otter', 'Larch', 'Sorrel', 'Alder', 'Swallow', 'Thistle', 'Birch', 'Plover', 'Sage'],
    ...['Linden', 'Osprey', 'Bramble', 'Elder', 'Wren', 'Laurel', 'Foxglove', 'Heather'],
  ],
  fr: [
    ...['Tilleuls', 'Mouettes', 'Lilas', 'Hirondelles', 'Vagues', 'Glycines', 'Cigales'],
    ...['Roses', 'Genêts', 'Bruyères', 'Amandiers', 'Dunes', 'Phares', 'Artistes', 'Poètes'],
    ...['Vignes', 'Lavandes', 'Figuiers', 'Sources', 'Étoiles', 'Moulins', 'Merles', 'Chênes'],
  ],
  de: [
    ...['Enzian', 'Alpenrose', 'Murmeltier', 'Bergblick', 'Steinbock', 'Zirbe', 'Lärche'],
    ...['Sonnenhang', 'Almrausch', 'Auerhahn', 'Föhn', 'Wildbach', 'Gipfelglück', 'Arnika'],
    ...['Silberdistel', 'Latschenkiefer', 'Hirsch', 'Tannengrün', 'Morgenrot', 'Adlerhorst'],
  ],
  es: [
    ...['las Flores', 'la Parra', 'los Naranjos', 'la Luna', 'el Molino', 'las Golondrinas'],
    ...['la Fuente', 'los Almendros', 'la Higuera', 'el Patio', 'la Sierra', 'el Pozo'],
    ...['las Mariposas', 'el Limonero', 'la Era', 'los Geranios', 'el Romero', 'la Encina'],
  ],
  it: [
    ...['Antico', 'del Sole', 'della Luna', 'del Gelso', 'dei Mandorli', 'Sereno', 'del Carrubo'],
    ...['delle Rondini', 'del Fico', 'Murgia', 'del Melograno', 'delle Stelle', 'del Pozzo'],
    ...['della Nonna', 'del Vento', 'dei Papaveri', 'del Timo', 'della Quercia', 'Azzurro'],
  ],
  nl: [
    ...['de Reiger', 'de Zwaan', 'het Anker', 'de Linde', 'de Eend', 'de Tulp', 'het Roer'],
    ...['de Meerkoet', 'de Wilg', 'de Ooievaar', 'het Zeil', 'de Lantaarn', 'de Brug', 'de Vos'],
    ...['de Molen', 'het Hart', 'de Vlinder', 'de Snoek', 'de Klok', 'de Pauw', 'de Karper'],
  ],
  ja: [
    ...['Sakura', 'Momiji', 'Yuki', 'Tsubaki', 'Hotaru', 'Matsu', 'Ayame', 'Tsuki', 'Kaede'],
    ...['Hinoki', 'Suzume', 'Ume', 'Kaze', 'Sora', 'Fuji', 'Tanpopo', 'Kitsune', 'Hagi', 'Asagi'],
  ],
}

/** A house with its parts, which are let on their own, too. */
export interface Estate {
  whole: Place
  parts: Place[]
}

export interface Hotel {
  name: string
  town: Town
  kinds: { place: Place; units: string[] }[]
}

const estates: [name: string, city: string, type: string, rate: number, parts: string[]][] = [
  [
    'Orchard Estate',
    'Hood River',
    'HOUSE',
    620,
    ['Orchard East Wing', 'Orchard West Wing', 'Orchard Barn'],
  ],
  [
    'Glen House',
    'Inverness',
    'COUNTRYHOUSE',
    480,
    ['Glen House Tower', 'Glen House Gatehouse', 'Glen House Stables'],
  ],
  [
    'Cortijo Alto',
    'Ronda',
    'FARMHOUSE',
    540,
    ['Cortijo Alto, Norte', 'Cortijo Alto, Sur', 'Cortijo Alto, Molino'],
  ],
  [
    'Domaine des Dunes',
    'Biarritz',
    'VILLA',
    760,
    ['Dunes, aile est', 'Dunes, aile ouest', 'Dunes, pavillon'],
  ],
]

const hotels: [name: string, city: string, rate: number][] = [
  ['Hotel Lumière', 'Lyon', 110],
  ['Hotel Meridian', 'Portland', 140],
  ['Hotel Colibrí', 'Tucson', 105],
  ['Hotel Alpenblick', 'Garmisch-Partenkirchen', 125],
]

const kinds: [name: string, times: number, units: string[]][] = [
  ['Double Room', 1, ['101', '102', '103', '104']],
  ['Family Room', 1.5, ['201', '202', '203']],
  ['Rooftop Suite', 2.5, ['301', '302']],
]

/** How many properties an estate or a hotel is. */
const perEstate = 4
const perHotel = kinds.length

/** Fewer have neither estate nor hotel; that many more have one more of each. */
const [smallMax, perPair] = [9, 100]

/** What an agency of `count` properties has; the unit types of a hotel count as such. */
export interface Places {
  houses: Place[]
  estates: Estate[]
  hotels: Hotel[]
}

/** The properties of an agency: well-known ones first, then as many more as are wanted. */
export function choosePlaces(count: number): Places {
  const pairs = count <= smallMax ? 0 : Math.min(estates.length, 1 + Math.floor(count / perPair))
  const alone = count - pairs * (perEstate + perHotel)
  return {
    houses: Array.from({ length: alone }, (_, i) => houseAt(i)),
    estates: estates.slice(0, pairs).map(estateOf),
    hotels: hotels.slice(0, pairs).map(hotelOf),
  }
}

function houseAt(index: number): Place {
  const round = Math.floor(index / houses.length)
  const [name, more, city, type, rate] = houses[index % houses.length]!
  const town = townOf(city)
  if (round === 0) return { name, town, type, rate }
  const known = words[town.language]
  const word = known[(round - 1) % known.length]!
  const turn = Math.floor((round - 1) / known.length)
  const numbered = turn === 0 ? '' : ` ${turn + 1}`
  return { name: more.replace('*', word) + numbered, town, type, rate }
}

function estateOf([name, city, type, rate, parts]: (typeof estates)[number]): Estate {
  const town = townOf(city)
  const partRate = Math.round(rate * 0.4)
  return {
    whole: { name, town, type, rate },
    parts: parts.map(part => ({ name: part, town, type, rate: partRate })),
  }
}

function hotelOf([name, city, rate]: (typeof hotels)[number]): Hotel {
  const town = townOf(city)
  return {
    name,
    town,
    kinds: kinds.map(([kind, times, units]) => ({
      place: { name: kind, town, type: 'HOTEL', rate: Math.round(rate * times) },
      units,
    })),
  }
}
