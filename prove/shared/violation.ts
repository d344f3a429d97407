/** A rule that does not hold, with some examples. */
export interface Violation {
  rule: string
  count: number
  examples: string[]
}

const examplesMax = 5

/** Returns the violation of a rule, or an empty list without examples. */
export function toViolations(rule: string, examples: readonly unknown[]): Violation[] {
  if (examples.length === 0) return []
  const format = (example: unknown) =>
    typeof example === 'string' ? example : JSON.stringify(example)
  return [{ rule, count: examples.length, examples: examples.slice(0, examplesMax).map(format) }]
}

export function printViolations(violations: readonly Violation[]): void {
  for (const { rule, count, examples } of violations) {
    console.log(`\nBROKEN ${count} times: ${rule}`)
    for (const example of examples) console.log(`  ${example}`)
  }
}
