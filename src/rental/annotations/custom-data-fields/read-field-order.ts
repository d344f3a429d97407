/** Sort orders of custom data fields: contract/resources.md §4.1. */
import type { SortOrder } from '../../../platform/db/pagination.ts'
import type { CustomDataField } from './custom-data-field.ts'

export const sorts = ['SORT_BY_NAME', 'SORT_BY_TYPE', 'SORT_BY_VARIABLE'] as const
export const sortDirections = ['ASC', 'DESC'] as const

const columns = {
  SORT_BY_INDEX: [{ column: 'position', type: 'integer' }],
  SORT_BY_NAME: [{ column: 'name', type: 'text' }],
  SORT_BY_TYPE: [
    { column: 'type', type: 'text' },
    { column: 'position', type: 'integer' },
  ],
  SORT_BY_VARIABLE: [{ column: 'variable', type: 'text' }],
} as const

/** Returns the sort order of a query, by index by default. */
export function sortOrder(
  by: keyof typeof columns = 'SORT_BY_INDEX',
  direction: (typeof sortDirections)[number] = 'ASC',
): SortOrder {
  return {
    name: `${by} ${direction}`,
    direction: direction === 'ASC' ? 'asc' : 'desc',
    columns: [...columns[by], { column: 'uid', type: 'uuid' }],
  }
}

export function cursorKeyReader({ columns }: SortOrder): (field: CustomDataField) => string[] {
  return field => columns.map(({ column }) => String(field[column as keyof CustomDataField]))
}
