/** `contracts/examples.json`: examples of components in the served documents. */
import { writeFile } from 'node:fs/promises'
import type { ExamplesFile } from './normalize.ts'
import { recordExamples } from './record.ts'

export const examplesFile = new URL('../../../contracts/examples.json', import.meta.url)

/** Prints one line for each example, so that a diff names the component. */
export function examplesText(file: ExamplesFile): string {
  const kinds = Object.entries(file).map(([kind, values]) => {
    const lines = Object.entries(values).map(
      ([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)}`,
    )
    return `  ${JSON.stringify(kind)}: {\n${lines.join(',\n')}\n  }`
  })
  return `{\n${kinds.join(',\n')}\n}\n`
}

export async function writeExamples(): Promise<void> {
  await writeFile(examplesFile, examplesText(await recordExamples()))
}
