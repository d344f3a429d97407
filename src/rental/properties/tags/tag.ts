/** Tags: contract/resources.md §3. */
import { invalidParameter, ruleViolation } from '../../../platform/errors.ts'

export const taggedTypes = ['PROPERTY', 'LEAD', 'HOTEL'] as const

export type TaggedType = (typeof taggedTypes)[number]

/** Maximum number of tags of an object. */
const tagsMax = 100

/** Maximum length of a tag in code points. */
const lengthMax = 100

/** Normalizes a tag: trims it and collapses whitespace. */
export function normalizeTag(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** Returns the comparison key of a tag, which ignores case. */
export function tagKey(tag: string): string {
  return tag.toLowerCase()
}

/**
 * Returns normalized tags, without duplicates. The first spelling wins.
 *
 * @throws ApiError INVALID_PARAMETER for `tags`
 */
export function readTags(texts: string[]): string[] {
  const tags = texts.map(normalizeTag)
  for (const tag of tags) {
    const length = [...tag].length
    if (length === 0) throw invalidParameter('tags', 'must not contain a blank tag')
    if (length > lengthMax) {
      throw invalidParameter('tags', `must contain tags of at most ${lengthMax} characters`)
    }
    if (/[,\p{Cc}]/u.test(tag)) {
      throw invalidParameter('tags', 'must contain tags without commas and control characters')
    }
  }
  return distinct(tags)
}

/** @throws ApiError PAYLOAD_RULE_VIOLATION if an object would have too many */
export function checkTagCount(count: number): void {
  if (count <= tagsMax) return
  throw ruleViolation('tags', `An object can have at most ${tagsMax} tags`, tagsMax)
}

function distinct(tags: string[]): string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag)
  return [...byKey.values()]
}
