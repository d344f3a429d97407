/** Loaded data of lines and nights. */

import type { IndexedProperty, Line } from '../../lines.ts'
import type { Nights } from '../../nights.ts'
import type { Placement } from '../../placement.ts'
import { daysPerTile, type Tiles, tileKey } from '../../tiles.query.ts'
import { staysOn } from '../week.tsx'
import { hotelNights } from './hotel-nights.ts'

export function readCalendarData(lines: readonly Line[], tiles: Tiles) {
  const nightsByHotelTile = new Map<string, Nights | undefined>()
  const findNights = ({ propertyIndex, property }: IndexedProperty, day: number) =>
    tiles.get(tileKey(propertyIndex, day))?.nightsByProperty.get(property.propertyUid)

  const nightsAt = (line: Line, day: number): Nights | undefined => {
    if (line.kind !== 'hotel') return findNights(line, day)
    const key = `${line.id}/${tileKey(0, day)}`
    if (!nightsByHotelTile.has(key)) {
      nightsByHotelTile.set(key, hotelNights(line.types.map(type => findNights(type, day))))
    }
    return nightsByHotelTile.get(key)
  }

  return {
    nightsAt,

    /** Returns the loaded nights of a line by the first day of each tile. */
    nightsByTile: (line: Line, from: number, to: number): ReadonlyMap<number, Nights> => {
      const nightsByDay = new Map<number, Nights>()
      for (let day = Math.floor(from / daysPerTile) * daysPerTile; day < to; day += daysPerTile) {
        const nights = nightsAt(line, day)
        if (nights) nightsByDay.set(day, nights)
      }
      return nightsByDay
    },

    findStay: (leadUid: string): Placement | null => {
      for (const { nightsByProperty } of tiles.values()) {
        for (const [propertyUid, nights] of nightsByProperty) {
          const stay = nights.stays.find(candidate => candidate.leadUid === leadUid)
          if (!stay) continue
          const candidates = lines.filter(({ property, kind }) => {
            return property.propertyUid === propertyUid && kind !== 'hotel'
          })
          const line =
            candidates.find(candidate => staysOn(candidate, nights).includes(stay)) ?? candidates[0]
          if (line) return { stay, line, from: stay.from, to: stay.to }
        }
      }
      return null
    },
  }
}
