const rowsPerInsert = 250

/** Stores rows in portions that fit into one statement each. */
export async function inPortions<T>(
  rows: T[],
  store: (rows: T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await store(rows.slice(from, from + rowsPerInsert))
  }
}
