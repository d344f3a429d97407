/** Where the demo agency's properties are: name, city, country, zone, currency, type, rate. */
export type Place = [
  name: string,
  city: string,
  country: string,
  timeZone: string,
  currency: string,
  type: string,
  rate: number,
]

export const places: Place[] = [
  ['Cedar Cabin', 'Bend', 'US', 'America/Los_Angeles', 'USD', 'CABIN', 150],
  ['Aspen Loft', 'Denver', 'US', 'America/Denver', 'USD', 'LOFT', 185],
  ['Red Rock House', 'Moab', 'US', 'America/Denver', 'USD', 'HOUSE', 240],
  ['Harbor View', 'Portland', 'US', 'America/New_York', 'USD', 'CONDO', 210],
  ['Bayou Cottage', 'New Orleans', 'US', 'America/Chicago', 'USD', 'COTTAGE', 165],
  ['Saguaro Casita', 'Tucson', 'US', 'America/Phoenix', 'USD', 'GUESTHOUSE', 120],
  ['Maison des Pins', 'Biarritz', 'FR', 'Europe/Paris', 'EUR', 'VILLA', 320],
  ['Studio Montmartre', 'Paris', 'FR', 'Europe/Paris', 'EUR', 'STUDIO', 140],
  ['Chalet Edelweiss', 'Garmisch', 'DE', 'Europe/Berlin', 'EUR', 'CHALET', 260],
  ['Casa del Olivo', 'Ronda', 'ES', 'Europe/Madrid', 'EUR', 'FARMHOUSE', 175],
  ['Trullo Bianco', 'Ostuni', 'IT', 'Europe/Rome', 'EUR', 'TRULLO', 190],
  ['Canal House', 'Utrecht', 'NL', 'Europe/Amsterdam', 'EUR', 'TOWNHOUSE', 230],
  ['Cliff Cottage', 'St Ives', 'GB', 'Europe/London', 'GBP', 'COTTAGE', 160],
  ['Highland Bothy', 'Inverness', 'GB', 'Europe/London', 'GBP', 'HUT', 95],
  ['Machiya Kamo', 'Kyoto', 'JP', 'Asia/Tokyo', 'JPY', 'HOUSE', 28_000],
  ['Niseko Lodge', 'Niseko', 'JP', 'Asia/Tokyo', 'JPY', 'LODGE', 52_000],
  ['Surf Shack', 'Byron Bay', 'AU', 'Australia/Sydney', 'AUD', 'BUNGALOW', 220],
  ['Bush Retreat', 'Hobart', 'AU', 'Australia/Hobart', 'AUD', 'CABIN', 180],
  ['Lakeside Tiny House', 'Queenstown', 'NZ', 'Pacific/Auckland', 'NZD', 'TINY_HOUSE', 145],
]

/** A house with its parts, which are let on their own too. */
export const master: Place = [
  'Orchard Estate',
  'Hood River',
  'US',
  'America/Los_Angeles',
  'USD',
  'HOUSE',
  620,
]

export const subs = ['Orchard East Wing', 'Orchard West Wing', 'Orchard Barn']

export const hotel = {
  name: 'Hotel Lumière',
  city: 'Lyon',
  country: 'FR',
  timeZone: 'Europe/Paris',
  currency: 'EUR',
}

export const unitTypes: [name: string, rate: number, units: string[]][] = [
  ['Double Room', 110, ['101', '102', '103', '104']],
  ['Family Room', 165, ['201', '202', '203']],
  ['Rooftop Suite', 280, ['301', '302']],
]
