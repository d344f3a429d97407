/**
 * Memoizes an async function without arguments. Concurrent callers share the first call. A failure
 * is not memoized.
 */
export function memoizeAsync<T>(compute: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined
  return () => {
    result ??= compute().catch(error => {
      result = undefined
      throw error
    })
    return result
  }
}

/** Returns a cache of results by object and name, for the lifetime of the object. */
export function memoizeByObject<Key extends object, T>() {
  const cached = new WeakMap<Key, Map<string, T>>()
  return (key: Key, name: string, compute: () => T): T => {
    const results = cached.get(key) ?? new Map<string, T>()
    if (results.size === 0) cached.set(key, results)
    if (!results.has(name)) results.set(name, compute())
    return results.get(name)!
  }
}
