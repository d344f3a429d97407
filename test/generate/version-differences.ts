/**
 * Differences of a version's OpenAPI document to that of the next version, as text. A block names
 * an object or array by its path. Its `-` lines are JSON members that only the older document has,
 * or has with another value; its `+` lines name those of the newer one. Items of an array are named
 * by their index. The older document can be restored from the newer one and the text.
 */
import { compactJson, oneLine } from './compact-json.ts'

type Members = Record<string, unknown>

interface Block {
  path: string[]
  /** Members to add to the newer document, by key or by index in the older array. */
  older: Members
  /** Members to remove from the newer document. */
  newer: Members
}

const separator = ' > '
const columns = 100

/**
 * Prints the differences of two documents. The order of an object's members does not count.
 * @param olderPrefix path prefix of the older version, `/api/v3.2`; `newerPrefix` stands for it
 */
export function printDifferences(
  older: unknown,
  newer: unknown,
  olderPrefix: string,
  newerPrefix: string,
): string {
  const blocks: Block[] = []
  collect([], older, withPrefix(olderPrefix, newer, newerPrefix), blocks)
  const heading = `Differences of ${olderPrefix} (-) to ${newerPrefix} (+)\n`
  return heading + blocks.map(printBlock).join('')
}

/** Restores the older document from the differences. */
export function applyDifferences(
  text: string,
  newer: unknown,
  olderPrefix: string,
  newerPrefix: string,
): unknown {
  const document = withPrefix(olderPrefix, newer, newerPrefix)
  for (const { path, older, newer } of readBlocks(text)) {
    const target = path.reduce<unknown>((value, key) => (value as Members)[key], document)
    if (Array.isArray(target)) applyToArray(target, older, Object.keys(newer).map(Number))
    else {
      for (const key of Object.keys(newer)) delete (target as Members)[key]
      Object.assign(target as Members, older)
    }
  }
  return document
}

/** Copies a document, with the path prefix of another version. */
function withPrefix(olderPrefix: string, document: unknown, newerPrefix: string): unknown {
  return JSON.parse(JSON.stringify(document).replaceAll(newerPrefix, olderPrefix))
}

function collect(path: string[], older: unknown, newer: unknown, blocks: Block[]): void {
  const isArray = Array.isArray(older)
  const [olderOnly, newerOnly] = isArray
    ? differingItems(older, newer as unknown[])
    : differingKeys(older as Members, newer as Members)
  const pick = (from: unknown, keys: string[]) =>
    Object.fromEntries(keys.map(key => [key, (from as Members)[key]]))
  if (olderOnly.length + newerOnly.length > 0) {
    blocks.push({ path, older: pick(older, olderOnly), newer: pick(newer, newerOnly) })
  }
  if (isArray) return
  for (const [key, value] of Object.entries(older as Members)) {
    const other = (newer as Members)[key]
    if (isSameKind(value, other)) collect([...path, key], value, other, blocks)
  }
}

/** Lists keys of members that differ and that are not compared member by member. */
function differingKeys(older: Members, newer: Members): [string[], string[]] {
  const differing = (from: Members, to: Members) =>
    Object.keys(from).filter(key => !isSameKind(from[key], to[key]) && from[key] !== to[key])
  return [differing(older, newer), differing(newer, older)]
}

/** Lists the indexes of items outside the longest common subsequence. */
function differingItems(older: unknown[], newer: unknown[]): [string[], string[]] {
  const [a, b] = [older.map(canonical), newer.map(canonical)]
  const lengths = a.map(() => new Array<number>(b.length + 1).fill(0))
  lengths.push(new Array<number>(b.length + 1).fill(0))
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      const [here, next] = [lengths[i]!, lengths[i + 1]!]
      here[j] = a[i] === b[j] ? next[j + 1]! + 1 : Math.max(next[j]!, here[j + 1]!)
    }
  }
  const [olderOnly, newerOnly]: [string[], string[]] = [[], []]
  let [i, j] = [0, 0]
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) [i, j] = [i + 1, j + 1]
    else if (j === b.length || (i < a.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      olderOnly.push(String(i++))
    } else newerOnly.push(String(j++))
  }
  return [olderOnly, newerOnly]
}

/** Returns whether both are objects, or both are arrays. */
function isSameKind(one: unknown, other: unknown): boolean {
  const isObject = (value: unknown) => typeof value === 'object' && value !== null
  return isObject(one) && isObject(other) && Array.isArray(one) === Array.isArray(other)
}

/** Prints JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function printBlock({ path, older, newer }: Block): string {
  const minus = Object.keys(older).length === 0 ? [] : printMembers(older)
  const plus = Object.entries(newer).map(([key, value]) => {
    const line = `${JSON.stringify(key)}: ${oneLine(value)}`
    return typeof value !== 'object' || line.length <= columns ? line : JSON.stringify(key)
  })
  const lines = [...minus.map(line => `- ${line}`), ...plus.map(line => `+ ${line}`)]
  return `\n${path.join(separator) || '(document)'}\n${lines.join('\n')}\n`
}

/** Prints the members of an object on separate lines, without braces. */
function printMembers(members: Members): string[] {
  return Object.entries(members).flatMap(([key, value], i, all) => {
    const text = `${JSON.stringify(key)}: ${compactJson(value).trimEnd()}`
    return (i < all.length - 1 ? `${text},` : text).split('\n')
  })
}

function readBlocks(text: string): Block[] {
  const [, ...blocks] = text.trimEnd().split('\n\n')
  return blocks.map(block => {
    const [title = '', ...lines] = block.split('\n')
    const minus = lines.filter(line => line.startsWith('- ')).map(line => line.slice(2))
    const plus = lines.filter(line => line.startsWith('+ '))
    const keys = plus.map(line => JSON.parse(/^\+ ("(?:[^"\\]|\\.)*")/.exec(line)![1]!))
    return {
      path: title === '(document)' ? [] : title.split(separator),
      older: JSON.parse(`{${minus.join('\n')}}`),
      newer: Object.fromEntries(keys.map(key => [key, null])),
    }
  })
}

function applyToArray(target: unknown[], older: Members, removed: number[]): void {
  for (const index of removed.toReversed()) target.splice(index, 1)
  for (const [index, value] of Object.entries(older)) target.splice(Number(index), 0, value)
}
