/** Row of a matrix of contract/versions.md. */
export interface Row {
  /** Text in its first cell that no other row of the table contains. */
  mentions: string
  /** Columns v2, 3.0, 3.1, 3.2 and 3.3, as in the document. */
  columns: string
}

export const columnNames = ['v2', '3.0', '3.1', '3.2', '3.3'] as const
export type Column = (typeof columnNames)[number]

export function cellAt({ columns }: Row, column: Column): string {
  return columns.split('|')[columnNames.indexOf(column)] ?? ''
}

/** Finds the entries whose text is in a row's first cell. */
export function findEntries<T extends { mentions: string }>(entries: T[], cell: string): T[] {
  return entries.filter(
    ({ mentions }) => cell.startsWith(mentions) || includesAfter(cell, mentions),
  )
}

function includesAfter(cell: string, mentions: string): boolean {
  return mentions.length > 6 && cell.includes(mentions)
}
