/** Warnings of the server since the page was opened, until the user dismisses them. */

const codes = [
  'PROMO_CODE_DROPPED',
  'TIMES_OVERLAP',
  'ASSIGNEE_INACTIVE',
  'NOT_ALTERED',
  'COUNTRY_UNKNOWN',
] as const

export type WarningCode = (typeof codes)[number]

let warnings: readonly WarningCode[] = []
const listeners = new Set<() => void>()

/**
 * Adds the warnings of a response header: `CODE: text`, several separated by a pipe with spaces.
 */
export function addWarnings(header: string | null): void {
  const entries = header?.split(' | ') ?? []
  const added = codes.filter(code => entries.some(entry => entry.startsWith(`${code}: `)))
  if (added.length > 0) setWarnings([...new Set([...warnings, ...added])])
}

export function dismissWarnings(): void {
  setWarnings([])
}

export function currentWarnings(): readonly WarningCode[] {
  return warnings
}

export function onWarning(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function setWarnings(next: readonly WarningCode[]): void {
  warnings = next
  for (const listener of listeners) listener()
}
