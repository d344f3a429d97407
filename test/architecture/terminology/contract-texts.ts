/** Texts that the contract fixes to the letter, which may contain avoided terms. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../sources.ts'

/** Pieces of quoted texts on lines that are marked as fixed; placeholders divide a text. */
export const contractTexts = fixedTexts()

function fixedTexts(): string[] {
  const lines = globSync('docs/contract/*.md', { cwd: root })
    .sort()
    .flatMap(file => readFileSync(join(root, file), 'utf8').split('\n'))
    .filter(line => /\[(seed|public)\b|\btexts? \[(seed|public)/.test(line))
  const quoted = lines.flatMap(line => [...line.matchAll(/"([^"]+)"|`([^`]+)`/g)])
  const pieces = quoted.flatMap(match => (match[1] ?? match[2]!).split(/<[^>]*>|…|\{[^}]*\}/))
  const texts = pieces.map(piece => piece.trim()).filter(piece => /\w+ \w+ \w+/.test(piece))
  return [...new Set(texts)].sort((a, b) => b.length - a.length)
}

/** Removes texts of the contract from a text. */
export function withoutContractTexts(text: string): string {
  return contractTexts.reduce((rest, fixed) => rest.replaceAll(fixed, ''), text)
}
