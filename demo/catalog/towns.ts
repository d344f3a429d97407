/** Towns of the demo agency. Coordinates are of a residential quarter. */

export type Language = 'en' | 'fr' | 'de' | 'es' | 'it' | 'nl' | 'ja'

const landscapes = [
  ...['forest', 'city', 'desert', 'harbor', 'bayou', 'cactus', 'coast', 'alps', 'olives'],
  ...['canal', 'cliffs', 'highlands', 'garden', 'snow', 'beach', 'bush', 'lake', 'orchard'],
] as const

export type Landscape = (typeof landscapes)[number]

export interface Town {
  city: string
  state: string
  zip: string
  country: string
  timeZone: string
  currency: string
  /** Latitude and longitude. */
  at: [number, number]
  language: Language
  landscape: Landscape
  streets: string[]
  /** Attraction of the town, as the agency describes it. */
  feature: string
}

type Row = [...Parameters<typeof town>]

function town(
  [city, state, zip, country]: [string, string, string, string],
  [timeZone, currency]: [string, string],
  at: [number, number],
  [language, landscape]: [Language, Landscape],
  streets: string[],
  feature: string,
): Town {
  return {
    city,
    state,
    zip,
    country,
    timeZone,
    currency,
    at,
    language,
    landscape,
    streets,
    feature,
  }
}

const rows: Row[] = [
  [
    ['Bend', 'OR', '97701', 'US'],
    ['America/Los_Angeles', 'USD'],
    [44.0582, -121.3153],
    ['en', 'forest'],
    ['Pine Street', 'Mill Lane', 'River Road'],
    'the river trail and the lava fields',
  ],
  [
    ['Denver', 'CO', '80205', 'US'],
    ['America/Denver', 'USD'],
    [39.7569, -104.979],
    ['en', 'city'],
    ['Larimer Street', 'Walnut Street', 'Blake Street'],
    'breweries, the ballpark and the night market',
  ],
  [
    ['Moab', 'UT', '84532', 'US'],
    ['America/Denver', 'USD'],
    [38.5733, -109.5498],
    ['en', 'desert'],
    ['Canyon Road', 'Mesa Drive', 'Arch View Lane'],
    'red arches and a sky full of stars',
  ],
  [
    ['Portland', 'ME', '04101', 'US'],
    ['America/New_York', 'USD'],
    [43.6591, -70.2568],
    ['en', 'harbor'],
    ['Fore Street', 'Wharf Street', 'Congress Street'],
    'lobster boats and lighthouses',
  ],
  [
    ['New Orleans', 'LA', '70119', 'US'],
    ['America/Chicago', 'USD'],
    [29.9752, -90.085],
    ['en', 'bayou'],
    ['Dumaine Street', 'Orleans Avenue', 'Grand Route'],
    'live oaks, brass bands and po’boys',
  ],
  [
    ['Tucson', 'AZ', '85705', 'US'],
    ['America/Phoenix', 'USD'],
    [32.24, -110.975],
    ['en', 'cactus'],
    ['Ocotillo Drive', 'Mesquite Lane', 'Adobe Road'],
    'saguaros at sunset and very good tacos',
  ],
  [
    ['Biarritz', 'Nouvelle-Aquitaine', '64200', 'FR'],
    ['Europe/Paris', 'EUR'],
    [43.472, -1.553],
    ['fr', 'coast'],
    ['Rue des Pins', 'Avenue de la Plage', 'Rue du Phare'],
    'surf, pine shade and the covered market',
  ],
  [
    ['Paris', 'Île-de-France', '75018', 'FR'],
    ['Europe/Paris', 'EUR'],
    [48.8867, 2.3431],
    ['fr', 'city'],
    ['Rue Lepic', 'Rue des Martyrs', 'Rue Caulaincourt'],
    'bakeries, steps and roofs',
  ],
  [
    ['Garmisch-Partenkirchen', 'Bayern', '82467', 'DE'],
    ['Europe/Berlin', 'EUR'],
    [47.492, 11.085],
    ['de', 'alps'],
    ['Bahnhofstraße', 'Am Kurpark', 'Alpenweg'],
    'cable cars, gorges and cake',
  ],
  [
    ['Ronda', 'Andalucía', '29400', 'ES'],
    ['Europe/Madrid', 'EUR'],
    [36.7423, -5.1671],
    ['es', 'olives'],
    ['Calle Real', 'Calle de las Flores', 'Camino del Molino'],
    'the gorge, the old bridge and the olive groves',
  ],
  [
    ['Ostuni', 'Puglia', '72017', 'IT'],
    ['Europe/Rome', 'EUR'],
    [40.7297, 17.577],
    ['it', 'olives'],
    ['Via Roma', 'Contrada Monte', 'Via del Forno'],
    'white lanes and the sea below',
  ],
  [
    ['Utrecht', 'Utrecht', '3511', 'NL'],
    ['Europe/Amsterdam', 'EUR'],
    [52.0907, 5.1214],
    ['nl', 'canal'],
    ['Oudegracht', 'Nieuwegracht', 'Kromme Gracht'],
    'wharf cellars, bicycles and the cathedral tower',
  ],
  [
    ['St Ives', 'Cornwall', 'TR26 1AH', 'GB'],
    ['Europe/London', 'GBP'],
    [50.208, -5.489],
    ['en', 'cliffs'],
    ['Fore Street', 'Harbour Row', 'Chapel Lane'],
    'turquoise bays and clotted cream',
  ],
  [
    ['Inverness', 'Highland', 'IV2 3AA', 'GB'],
    ['Europe/London', 'GBP'],
    [57.47, -4.22],
    ['en', 'highlands'],
    ['Castle Street', 'Loch Road', 'Glen Lane'],
    'lochs, heather and long evenings',
  ],
  [
    ['Kyoto', 'Kyoto', '605-0009', 'JP'],
    ['Asia/Tokyo', 'JPY'],
    [35.0075, 135.7765],
    ['ja', 'garden'],
    ['Sanjo-dori', 'Nawate-dori', 'Shirakawa-suji'],
    'lanterns, temples and the river',
  ],
  [
    ['Niseko', 'Hokkaido', '048-1511', 'JP'],
    ['Asia/Tokyo', 'JPY'],
    [42.8048, 140.6874],
    ['ja', 'snow'],
    ['Hirafu-zaka', 'Yotei-dori', 'Onsen-michi'],
    'powder snow and hot springs',
  ],
  [
    ['Byron Bay', 'NSW', '2481', 'AU'],
    ['Australia/Sydney', 'AUD'],
    [-28.65, 153.605],
    ['en', 'beach'],
    ['Jonson Street', 'Carlyle Street', 'Marvell Street'],
    'long waves and longer breakfasts',
  ],
  [
    ['Hobart', 'TAS', '7000', 'AU'],
    ['Australia/Hobart', 'AUD'],
    [-42.8806, 147.305],
    ['en', 'bush'],
    ['Fern Tree Road', 'Huon Road', 'Salamanca Lane'],
    'the mountain, the market and the ferry',
  ],
  [
    ['Queenstown', 'Otago', '9300', 'NZ'],
    ['Pacific/Auckland', 'NZD'],
    [-45.025, 168.658],
    ['en', 'lake'],
    ['Lake Esplanade', 'Shotover Street', 'Gorge Road'],
    'the lake, the steamer and the peaks',
  ],
  [
    ['Hood River', 'OR', '97031', 'US'],
    ['America/Los_Angeles', 'USD'],
    [45.695, -121.525],
    ['en', 'orchard'],
    ['Orchard Road', 'Pear Tree Lane', 'Gorge View Drive'],
    'fruit farms, wind and the mountain',
  ],
  [
    ['Lyon', 'Auvergne-Rhône-Alpes', '69002', 'FR'],
    ['Europe/Paris', 'EUR'],
    [45.7565, 4.832],
    ['fr', 'city'],
    ['Rue Mercière', 'Rue des Remparts', 'Quai Saint-Antoine'],
    'two rivers, bouchons and hidden passages',
  ],
]

const byCity = new Map(rows.map(row => [row[0][0], town(...row)]))

export function findTown(city: string): Town {
  return byCity.get(city)!
}
