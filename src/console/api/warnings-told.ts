/** Warnings of the server since the page was opened, until they are dismissed. */

const codes = [
  'PROMO_CODE_DROPPED',
  'TIMES_OVERLAP',
  'ASSIGNEE_INACTIVE',
  'NOT_ALTERED',
  'COUNTRY_UNKNOWN',
] as const

export type WarningCode = (typeof codes)[number]

let told: readonly WarningCode[] = []
const listeners = new Set<() => void>()

/** Notes the warnings of an answer, `CODE: text`, several with ` | ` between them. */
export function noteWarnings(header: string | null): void {
  const parts = header?.split(' | ') ?? []
  const found = codes.filter(code => parts.some(part => part.startsWith(`${code}: `)))
  if (found.length > 0) change([...new Set([...told, ...found])])
}

export function forgetWarnings(): void {
  change([])
}

export function warningsTold(): readonly WarningCode[] {
  return told
}

export function onWarning(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: readonly WarningCode[]): void {
  told = next
  for (const listener of listeners) listener()
}
