/** A rule that does not hold, with some of the places where it does not. */
export interface Finding {
  rule: string
  count: number
  examples: string[]
}

const examplesMax = 5

/** A finding of a rule, or none when nothing broke it. */
export function findingOf(rule: string, broken: readonly unknown[]): Finding[] {
  if (broken.length === 0) return []
  const text = (example: unknown) =>
    typeof example === 'string' ? example : JSON.stringify(example)
  return [{ rule, count: broken.length, examples: broken.slice(0, examplesMax).map(text) }]
}

/** Prints which rules do not hold. */
export function printFindings(findings: readonly Finding[]): void {
  for (const { rule, count, examples } of findings) {
    console.log(`\nBROKEN ${count} times: ${rule}`)
    for (const example of examples) console.log(`  ${example}`)
  }
}
