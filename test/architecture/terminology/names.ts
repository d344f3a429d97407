/** Names of files, folders and exports, and the rules for them. */
import { basename, dirname } from 'node:path'
import { everything, type Source } from '../sources.ts'
import { inNames, type Term } from './glossary.ts'

const kinds = String.raw`(function\*?|const|let|class|type|interface)`
const declared = new RegExp(String.raw`^export (?:abstract |async )?${kinds} (\w+)`, 'gm')

/** Nouns and adjectives that end in "ing" without being gerunds of what a function does. */
const nouns = new Set(
  (
    'anything booking building everything existing following heading incoming listing mapping ' +
    'matching missing nesting nothing opening outgoing padding paging pending polling pricing ' +
    'rating remaining ring rounding routing running setting something spelling spring string ' +
    'thing warning'
  ).split(' '),
)

/** Splits `readLeadUids`, `READ_LEAD` and `read-lead.sql` into lower-case words. */
function splitName(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
}

interface Name {
  name: string
  kind: 'file' | 'function' | 'other'
}

function listNames({ path, text }: Source): Name[] {
  const file: Name = { name: fileName(path), kind: 'file' }
  const exports = [...text.matchAll(declared)].map(([, kind, name]): Name => {
    return { name: name!, kind: kind!.startsWith('function') ? 'function' : 'other' }
  })
  return [file, ...exports]
}

/** Returns names of a file and its exports that the glossary avoids, each with its term. */
export function avoidedNames(source: Source): string[] {
  return listNames(source).flatMap(({ name }) =>
    avoidedIn(name).map(({ avoided, standard }) => `"${name}": ${avoided} → ${standard}`),
  )
}

/** Returns names of folders that the glossary avoids, each with its first term. */
export function avoidedFolders(): Map<string, string[]> {
  const folders = new Set(everything.flatMap(({ path }) => parents(path)))
  const faults = [...folders].map(folder => {
    const terms = avoidedIn(basename(folder))
    return [`${folder}/`, terms.map(term => `${term.avoided} → ${term.standard}`)] as const
  })
  return new Map(faults.filter(([, terms]) => terms.length > 0))
}

/** Returns names of the file and its exported functions that are a bare gerund: `keepingOf`. */
export function gerunds(source: Source): string[] {
  return listNames(source)
    .filter(({ name, kind }) => kind !== 'other' && isGerund(name))
    .map(({ name }) => `"${name}"`)
}

function isGerund(name: string): boolean {
  const words = splitName(name)
  if (/^(is|has|are|can|use)$/.test(words[0]!) && words[0] !== 'use') return false
  if (/^(of|by|from|for|in|with)$/.test(words.at(-1)!)) words.pop()
  const last = words.at(-1) ?? ''
  return /[a-z]{2}ing$/.test(last) && !nouns.has(last)
}

function avoidedIn(name: string): Term[] {
  const words = splitName(name)
  return inNames.filter(({ names, exceptions }) => {
    const allowed = exceptions.some(phrase => includes(words, phrase))
    return !allowed && names.some(phrase => includes(words, phrase))
  })
}

function includes(words: string[], phrase: string[]): boolean {
  return words.some((_, i) => phrase.every((word, j) => words[i + j] === word))
}

/** Returns the name of a file without its kind: `leads` of `leads.rest.test.ts`. */
function fileName(path: string): string {
  return basename(path).replace(/(\.(test|rest|graphql|worker|sql|read|page))*\.tsx?$/, '')
}

function parents(path: string): string[] {
  const folder = dirname(path)
  return folder === '.' ? [] : [folder, ...parents(folder)]
}
