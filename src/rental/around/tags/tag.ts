/** Tags: contract/resources.md §3. */
import { invalidParameter, ruleViolation } from '../../../platform/errors.ts'

export const taggedTypes = ['PROPERTY', 'LEAD', 'HOTEL'] as const

export type TaggedType = (typeof taggedTypes)[number]

/** How many tags an object may have. */
const tagsMax = 100

/** How many code points a tag may have. */
const lengthMax = 100

/** A tag as it is kept: no blanks around it, one between its words. */
export function keptTag(text: string): string {
  return text.normalize('NFC').trim().replace(/\s+/g, ' ')
}

/** What two spellings of one tag have in common. */
export function tagKey(tag: string): string {
  return tag.toLowerCase()
}

/**
 * Tags as they are kept, each once in its first spelling.
 *
 * @throws ApiError INVALID_PARAMETER for `tags`
 */
export function readTags(texts: string[]): string[] {
  const tags = texts.map(keptTag)
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

/** @throws ApiError PAYLOAD_RULE_VIOLATION when it is more than an object may have */
export function checkCount(count: number): void {
  if (count <= tagsMax) return
  throw ruleViolation('tags', `An object can have at most ${tagsMax} tags`, tagsMax)
}

/** The first spelling of every tag. */
function distinct(tags: string[]): string[] {
  const byKey = new Map<string, string>()
  for (const tag of tags) if (!byKey.has(tagKey(tag))) byKey.set(tagKey(tag), tag)
  return [...byKey.values()]
}
