/** Properties of the demo agency and name patterns of further ones. */
import { findTown, type Language, type Town } from './towns.ts'

/** Template of a single property, a sub-property of an estate, or a unit type of a hotel. */
export interface PropertyTemplate {
  name: string
  town: Town
  type: string
  /** Price of a night in the currency of the town. */
  rate: number
}

type NamedProperty = [name: string, pattern: string, city: string, type: string, rate: number]

/** One property in each town, and the name pattern of further ones there. */
const namedProperties: NamedProperty[] = [
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

const namesByLanguage: Record<Language, string[]> = {
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

/** Property with sub-properties that can also be booked alone. */
export interface Estate {
  main: PropertyTemplate
  subs: PropertyTemplate[]
}

export interface Hotel {
  name: string
  town: Town
  kinds: { template: PropertyTemplate; units: string[] }[]
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

/** Number of properties in an estate or a hotel. */
const propertiesPerEstate = 4
const propertiesPerHotel = kinds.length

/**
 * Number of properties up to which there is no estate or hotel, and number for which there is one
 * more of each.
 */
const [smallMax, perPair] = [9, 100]

/** Templates of an agency's properties; each unit type of a hotel counts as a property. */
export interface PropertyTemplates {
  singles: PropertyTemplate[]
  estates: Estate[]
  hotels: Hotel[]
}

/** Returns the templates of an agency: named ones first, then generated ones. */
export function chooseTemplates(count: number): PropertyTemplates {
  const pairs = count <= smallMax ? 0 : Math.min(estates.length, 1 + Math.floor(count / perPair))
  const alone = count - pairs * (propertiesPerEstate + propertiesPerHotel)
  return {
    singles: Array.from({ length: alone }, (_, i) => singleAt(i)),
    estates: estates.slice(0, pairs).map(toEstate),
    hotels: hotels.slice(0, pairs).map(toHotel),
  }
}

function singleAt(index: number): PropertyTemplate {
  const round = Math.floor(index / namedProperties.length)
  const [name, pattern, city, type, rate] = namedProperties[index % namedProperties.length]!
  const town = findTown(city)
  if (round === 0) return { name, town, type, rate }
  const names = namesByLanguage[town.language]
  const uniqueName = names[(round - 1) % names.length]!
  const repetition = Math.floor((round - 1) / names.length)
  const numbered = repetition === 0 ? '' : ` ${repetition + 1}`
  return { name: pattern.replace('*', uniqueName) + numbered, town, type, rate }
}

function toEstate([name, city, type, rate, subs]: (typeof estates)[number]): Estate {
  const town = findTown(city)
  const subRate = Math.round(rate * 0.4)
  return {
    main: { name, town, type, rate },
    subs: subs.map(sub => ({ name: sub, town, type, rate: subRate })),
  }
}

function toHotel([name, city, rate]: (typeof hotels)[number]): Hotel {
  const town = findTown(city)
  return {
    name,
    town,
    kinds: kinds.map(([kind, times, units]) => ({
      template: { name: kind, town, type: 'HOTEL', rate: Math.round(rate * times) },
      units,
    })),
  }
}
