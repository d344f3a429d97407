const rowsPerInsert = 250

/** Rows in portions that fit into one statement each. */
export function chunks<T>(rows: T[]): T[][] {
  const count = Math.ceil(rows.length / rowsPerInsert)
  return Array.from({ length: count }, (_, i) =>
    rows.slice(i * rowsPerInsert, (i + 1) * rowsPerInsert),
  )
}
