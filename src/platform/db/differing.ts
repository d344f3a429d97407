/** The columns of a change that are given and differ from the row; none: nothing would change. */
export function differing<R extends object>(
  row: R,
  change: { [K in keyof R]?: R[K] | undefined },
): Partial<R> {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const changed = given.filter(([column, value]) => row[column as keyof R] !== value)
  return Object.fromEntries(changed) as Partial<R>
}
