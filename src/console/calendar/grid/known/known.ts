/** What has been read of lines and their nights. */
import type { Line, Placed } from '../../lines.ts'
import type { Nights } from '../../nights.ts'
import type { Placing } from '../../placing.ts'
import { daysOfTile, type Tiles, tileName } from '../../tiles.read.ts'
import { staysOn } from '../week.tsx'
import { hotelNights } from './hotel-nights.ts'

export function knownOf(lines: readonly Line[], tiles: Tiles) {
  const ofHotels = new Map<string, Nights | undefined>()
  const ofHouse = ({ place, house }: Placed, day: number) =>
    tiles.get(tileName(place, day))?.nightsOf.get(house.propertyUid)

  const nightsAt = (line: Line, day: number): Nights | undefined => {
    if (line.kind !== 'hotel') return ofHouse(line, day)
    const name = `${line.id}/${tileName(0, day)}`
    if (!ofHotels.has(name)) {
      ofHotels.set(name, hotelNights(line.types.map(type => ofHouse(type, day))))
    }
    return ofHotels.get(name)
  }

  return {
    nightsAt,

    /** What is there of a line, by the first day of each tile. */
    tilesOf: (line: Line, from: number, to: number): ReadonlyMap<number, Nights> => {
      const found = new Map<number, Nights>()
      for (let day = Math.floor(from / daysOfTile) * daysOfTile; day < to; day += daysOfTile) {
        const nights = nightsAt(line, day)
        if (nights) found.set(day, nights)
      }
      return found
    },

    stayOf: (leadUid: string): Placing | null => {
      for (const { nightsOf } of tiles.values()) {
        for (const [propertyUid, nights] of nightsOf) {
          const stay = nights.stays.find(one => one.leadUid === leadUid)
          if (!stay) continue
          const own = lines.filter(({ house, kind }) => {
            return house.propertyUid === propertyUid && kind !== 'hotel'
          })
          const line = own.find(one => staysOn(one, nights).includes(stay)) ?? own[0]
          if (line) return { stay, line, from: stay.from, to: stay.to }
        }
      }
      return null
    },
  }
}
