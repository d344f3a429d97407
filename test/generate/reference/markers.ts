/** Tables of docs/reference/ that are generated, between markers in the documents. */
import { readFile, writeFile } from 'node:fs/promises'
import { commandsTable } from './commands.ts'
import { limitsTable } from './limits.ts'
import { metricsTable } from './metrics.ts'
import { settingsTable } from './settings.ts'

/** Generated texts, by the name of their document and marker. */
const texts: Record<string, () => string> = {
  settings: settingsTable,
  commands: commandsTable,
  limits: limitsTable,
  metrics: metricsTable,
}

export const references = Object.keys(texts)

const fileOf = (name: string) => new URL(`../../../docs/reference/${name}.md`, import.meta.url)

/** Returns a document as it is, and with its text generated again. */
export async function readReference(name: string): Promise<{ present: string; generated: string }> {
  const present = await readFile(fileOf(name), 'utf8')
  const [begin, end] = [`<!-- generated: ${name} -->\n`, '<!-- end -->\n']
  const [before, rest, ...more] = present.split(begin)
  const [, after] = rest?.split(end) ?? []
  if (after === undefined || more.length > 0)
    throw new Error(`docs/reference/${name}.md has no marker ${begin.trim()}`)
  return { present, generated: [before, begin, '\n', texts[name]!(), '\n', end, after].join('') }
}

/** Writes the generated texts into the documents. */
export async function writeReferences(): Promise<void> {
  for (const name of references) {
    const { present, generated } = await readReference(name)
    if (present !== generated) await writeFile(fileOf(name), generated)
  }
}
