/** The columns of a change that are given and differ from the row; none: nothing would change. */
export function differing<R extends object, C extends { [K in keyof R]?: unknown }>(
  row: R,
  change: C & { [K in Exclude<keyof C, keyof R>]: never },
): { [K in keyof C & keyof R]?: Exclude<C[K], undefined> } {
  const given = Object.entries(change).filter(([, value]) => value !== undefined)
  const changed = given.filter(([column, value]) => row[column as keyof R] !== value)
  return Object.fromEntries(changed) as { [K in keyof C & keyof R]?: Exclude<C[K], undefined> }
}
