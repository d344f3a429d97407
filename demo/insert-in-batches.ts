const rowsPerInsert = 250

/** Inserts rows in batches, each of which fits into one statement. */
export async function insertInBatches<T>(
  rows: T[],
  store: (rows: T[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await store(rows.slice(from, from + rowsPerInsert))
  }
}
