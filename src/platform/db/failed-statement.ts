/** Which statement a database error is of, as far as logs may know. */

const texts = new WeakMap<object, string>()

/** Remembers the text of the statement that failed. */
export function noteStatement(error: unknown, text: string): void {
  if (typeof error === 'object' && error !== null && !texts.has(error)) texts.set(error, text)
}

/** Runs a statement; if it fails, the error knows which it was. */
export async function noting<T>(text: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    noteStatement(error, text)
    throw error
  }
}

const words = /\b(insert into|update|delete from|select|from|join)\s+(?:only\s+)?"?([a-z_]\w*)"?/gi

const tablesMax = 8

/**
 * What the failed statement of an error does to which tables, such as `from guests, join leads`,
 * without anything it was given; undefined: it is of none.
 */
export function statementShape(error: object): string | undefined {
  const text = texts.get(error)
  if (text === undefined) return undefined
  const plain = text.replace(/\/\*.*?\*\//gs, '').replace(/'(?:[^']|'')*'/g, '')
  const named = [...plain.matchAll(words)].flatMap(([, verb, table]) =>
    verb!.toLowerCase() === 'select' ? [] : `${verb!.toLowerCase()} ${table}`,
  )
  if (named.length === 0) return /^\s*(\w+)/.exec(plain)?.[1]?.toLowerCase()
  return [...new Set(named)].slice(0, tablesMax).join(', ')
}

/** Whether a kept plan no longer fits the tables: the statement may be run again. */
export function isOutlived(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' && message.startsWith('cached plan must not change')
}
