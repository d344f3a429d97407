/** Statements of database errors, without values, for logs. */

const textByError = new WeakMap<object, string>()

export function recordStatement(error: unknown, text: string): void {
  if (typeof error === 'object' && error !== null && !textByError.has(error))
    textByError.set(error, text)
}

/** Runs a statement and records its text if it fails. */
export async function recordFailure<T>(text: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    recordStatement(error, text)
    throw error
  }
}

const clausePattern =
  /\b(insert into|update|delete from|select|from|join)\s+(?:only\s+)?"?([a-z_]\w*)"?/gi

const tablesMax = 8

/**
 * Returns the shape of the failed statement of an error: verbs and tables such as `from guests,
 * join leads`, without values; undefined: the error has no statement.
 */
export function statementShape(error: object): string | undefined {
  const text = textByError.get(error)
  if (text === undefined) return undefined
  const withoutLiterals = text.replace(/\/\*.*?\*\//gs, '').replace(/'(?:[^']|'')*'/g, '')
  const clauses = [...withoutLiterals.matchAll(clausePattern)].flatMap(([, verb, table]) =>
    verb!.toLowerCase() === 'select' ? [] : `${verb!.toLowerCase()} ${table}`,
  )
  // Other statements, such as `begin`, have a verb only.
  if (clauses.length === 0) return /^\s*(\w+)/.exec(withoutLiterals)?.[1]?.toLowerCase()
  return [...new Set(clauses)].slice(0, tablesMax).join(', ')
}

/**
 * Returns whether a statement failed because its cached plan is outdated after a change of a table.
 * It can be retried.
 */
export function isPlanOutdated(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' && message.startsWith('cached plan must not change')
}
