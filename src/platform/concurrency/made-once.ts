/**
 * Makes something on the first call and gives it to all others, also to those who ask meanwhile;
 * after a failure the next call tries again.
 */
export function madeOnce<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => {
    made ??= make().catch(error => {
      made = undefined
      throw error
    })
    return made
  }
}

/** Makes something once for each thing and name, and keeps it for as long as the thing is there. */
export function madeForEach<Thing extends object, T>() {
  const made = new WeakMap<Thing, Map<string, T>>()
  return (thing: Thing, name: string, make: () => T): T => {
    const ofThing = made.get(thing) ?? new Map<string, T>()
    if (ofThing.size === 0) made.set(thing, ofThing)
    if (!ofThing.has(name)) ofThing.set(name, make())
    return ofThing.get(name)!
  }
}
