/** Mutations of the sources of a server, each of which the proof has to detect. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

/** A mutation: a fragment that occurs once in a source, and its replacement. */
export interface Mutation {
  file: string
  text: string
  replacement: string
  /** Seed of the first history, if few histories reveal the mutation; else 1. */
  seed?: number
}

const ical = (file: string) => `src/rental/distribution/ical-${file}`

export const mutations = {
  /** Accepts the second response that lacks an event, however soon it arrives. */
  hasty: {
    file: ical('events/plan-changes.ts'),
    text: 'const missingMs = 10 * 60_000',
    replacement: 'const missingMs = 0',
    seed: 11,
  },
  /** Removes most stays at once. */
  'mass-loss': {
    file: ical('events/plan-changes.ts'),
    text: 'const massLossMin = 3',
    replacement: 'const massLossMin = 3_000',
  },
  /** Removes a stay in progress. */
  'in-progress': {
    file: ical('events/plan-changes.ts'),
    text: 'event.may_have_guest && nightsOf(event).from <= today',
    replacement: 'event.may_have_guest && nightsOf(event).from < 0',
  },
  /** Treats an unreadable event as removed. */
  unread: {
    file: ical('events/read-stays.ts'),
    text: 'isPartlyUnread: unreadEvents.length > 0',
    replacement: 'isPartlyUnread: unreadEvents.length < 0',
  },
  /** Does not recognise a stay with a new UID by its nights. */
  renumbered: {
    file: ical('events/match-stays.ts'),
    text: 'hasNights(event, stay) && (!isRelied',
    replacement: 'hasNights(event, stay) && (false',
  },
  /** Matches the lead of a guest with another reservation code. */
  codes: {
    file: ical('events/match-stays.ts'),
    text: 'if (event.code_digest !== null && code !== null) return true',
    replacement: 'if (event.code_digest !== null && code !== null) return false',
  },
  /** Does not block nights that a conflict could not book. */
  'free-nights': {
    file: ical('stays/ical-stay.ts'),
    text: 'if (free.length === 0) continue',
    replacement: 'if (free.length <= 1) continue',
  },
  /** Does not give freed nights to the events that claim them. */
  'hand-over': {
    file: ical('stays/claim-freed-nights.ts'),
    text: 'if (!blocks(before.status)) return false',
    replacement: 'if (before.status !== null) return false',
  },
  /** Parses UTC midnights as instants instead of dates. */
  midnights: {
    file: 'src/platform/icalendar/calendar-event.ts',
    text: 'hour + minute + second === 0',
    replacement: 'hour + minute + second < 0',
    seed: 51,
  },
  /** Does not recognise its own stays in an imported feed. */
  echo: {
    file: ical('events/own-uids.sql.ts'),
    text: 'if (candidates.length === 0) return null',
    replacement: 'if (candidates.length >= 0) return null',
  },
} satisfies Record<string, Mutation>

export type MutationName = keyof typeof mutations

const root = join(import.meta.dirname, '../..')

/** Counts occurrences of the text of a mutation in its source, which has to be one. */
export function countOccurrences({ file, text }: Mutation): number {
  return readFileSync(join(root, file), 'utf8').split(text).length - 1
}

/** Applies a mutation to the sources that this process loads afterwards. */
export function applyMutation(name: MutationName): void {
  const { file, text, replacement } = mutations[name]
  if (countOccurrences(mutations[name]) !== 1)
    throw new Error(`${file} does not contain once: ${text}`)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/${file}`)) return loaded
      return { ...loaded, source: String(loaded.source).replace(text, replacement) }
    },
  })
}
