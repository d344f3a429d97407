import type { Selectable } from 'kysely'
import type { HotelsTable } from '../../tables.ts'

/** A hotel, one row of the table: a multi-unit property. */
export type HotelColumns = Selectable<HotelsTable>

/** A hotel with what its unit types say about it. */
export interface Hotel extends HotelColumns {
  /** Some unit type is active. */
  is_active: boolean
  /** Oldest first. */
  unit_types_uids: string[]
}
