/** Blocks of commands in the documents for operators. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Block {
  document: string
  /** Heading of the second level; empty before the first one. */
  section: string
  commands: string
  /** Expected lines of the output, in which `…` stands for any text; empty if none is shown. */
  prints: string
}

/** Languages of blocks that are no commands: excerpts of files and logs. */
const excerpts = ['ini', 'log']

/**
 * Returns the blocks of commands, ` ```sh `. A block without a language is the output of the block
 * before it.
 *
 * @throws Error about a block that is neither
 */
export function readBlocks(document: string): Block[] {
  const text = readFileSync(join(import.meta.dirname, '../..', document), 'utf8')
  const blocks: Block[] = []
  let section = ''
  const pattern = /^## (.+)$|^( *)```(.*)\n([\s\S]*?)^ *```$/gm
  for (const [, heading, indent, language, content] of text.matchAll(pattern)) {
    if (heading !== undefined) {
      section = heading
      continue
    }
    const lines = content!.replace(new RegExp(`^${indent}`, 'gm'), '')
    const last = blocks.at(-1)
    if (language === 'sh') blocks.push({ document, section, commands: lines, prints: '' })
    else if (language === '' && last?.section === section && last.prints === '') last.prints = lines
    else if (!excerpts.includes(language!)) throw new Error(`${document}: what is ${lines}`)
  }
  return blocks
}

/** Returns a pattern of the lines that a block prints, with other lines between them. */
export function printedPattern({ prints }: Block): RegExp {
  const lines = prints.trimEnd().split('\n')
  const patterns = lines.map(line => line.split('…').map(RegExp.escape).join('.*'))
  return new RegExp(`^${patterns.join('$[\\s\\S]*?^')}$`, 'm')
}
