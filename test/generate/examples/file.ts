/** `contracts/examples.json`: examples of components, which the served documents show. */
import { writeFile } from 'node:fs/promises'
import { recordExamples } from './record.ts'
import type { ExamplesFile } from './settle.ts'

export const examplesFile = new URL('../../../contracts/examples.json', import.meta.url)

/** One line for each example, so that a difference names the component that differs. */
export function examplesText(file: ExamplesFile): string {
  const kinds = Object.entries(file).map(([kind, values]) => {
    const lines = Object.entries(values).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    )
    return `  ${JSON.stringify(kind)}: {\n${lines.join(',\n')}\n  }`
  })
  return `{\n${kinds.join(',\n')}\n}\n`
}

/** Asks a server anew. */
export async function writeExamples(): Promise<void> {
  await writeFile(examplesFile, examplesText(await recordExamples()))
}
