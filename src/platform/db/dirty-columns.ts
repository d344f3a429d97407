/** Returns the defined columns of a change that differ from the row. */
export function diffColumns<R extends object>(
  row: R,
  change: { [K in keyof R]?: R[K] | undefined },
): Partial<R> {
  const defined = Object.entries(change).filter(([, value]) => value !== undefined)
  const changed = defined.filter(([column, value]) => row[column as keyof R] !== value)
  return Object.fromEntries(changed) as Partial<R>
}
