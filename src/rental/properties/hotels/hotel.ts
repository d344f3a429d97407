import type { Selectable } from 'kysely'
import type { HotelsTable } from '../../tables.ts'

/** Row of a hotel, `multiUnitProperty` on the wire. */
export type HotelColumns = Selectable<HotelsTable>

/** Hotel with fields derived from its unit types. */
export interface Hotel extends HotelColumns {
  /** True if any unit type is active. */
  is_active: boolean
  /** Oldest first. */
  unit_types_uids: string[]
}
