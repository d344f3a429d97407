/** Version label as `major.minor`, `3.2`. */
export type Version = `${number}.${number}`

/** Returns whether a version is within `since` and `until`, both inclusive. */
export function existsIn(version: Version, life: { since?: Version; until?: Version }): boolean {
  if (life.since !== undefined && compare(version, life.since) < 0) return false
  return life.until === undefined || compare(version, life.until) <= 0
}

function compare(a: Version, b: Version): number {
  const [aMajor = 0, aMinor = 0] = a.split('.').map(Number)
  const [bMajor = 0, bMinor = 0] = b.split('.').map(Number)
  return aMajor - bMajor || aMinor - bMinor
}
