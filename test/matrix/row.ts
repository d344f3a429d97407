/** One row of a matrix of contract/versions.md. */
export interface Row {
  /** Words of its first cell, by which it is found; they stand in no other row of its table. */
  mentions: string
  /** Its columns v2, 3.0, 3.1, 3.2 and 3.3, as they are written there. */
  columns: string
}

/** The columns of a matrix, in their order. */
export const columnNames = ['v2', '3.0', '3.1', '3.2', '3.3'] as const
export type Column = (typeof columnNames)[number]

export function cellOf({ columns }: Row, column: Column): string {
  return columns.split('|')[columnNames.indexOf(column)] ?? ''
}

/** The entries whose words stand in a row's first cell. */
export function entriesOf<T extends { mentions: string }>(entries: T[], cell: string): T[] {
  return entries.filter(
    ({ mentions }) => cell.startsWith(mentions) || includesAfter(cell, mentions),
  )
}

function includesAfter(cell: string, mentions: string): boolean {
  return mentions.length > 6 && cell.includes(mentions)
}
