import type { Selectable } from 'kysely'
import type { CustomAmenitiesTable } from '../../tables.ts'

export type CustomAmenity = Selectable<CustomAmenitiesTable>
