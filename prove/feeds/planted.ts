/** Faults that are planted in the sources of a server, to see that the proof finds them. */
import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'

/** A part of a source, which stands there once, and what stands there instead. */
export interface Plant {
  file: string
  text: string
  instead: string
  /** Seed of the first history, if few histories meet what the fault needs; else 1. */
  seed?: number
}

const ical = (file: string) => `src/rental/around/ical-${file}`

export const plants = {
  /** Believes the second answer that lacks an event, however soon it comes. */
  hasty: {
    file: ical('events/plan-changes.ts'),
    text: 'const missingMs = 10 * 60_000',
    instead: 'const missingMs = 0',
    seed: 11,
  },
  /** Believes that most stays are gone at once. */
  'mass-loss': {
    file: ical('events/plan-changes.ts'),
    text: 'const massLossLeast = 3',
    instead: 'const massLossLeast = 3_000',
  },
  /** Removes a stay whose guest is in the house. */
  'in-progress': {
    file: ical('events/plan-changes.ts'),
    text: 'event.may_have_guest && nightsOf(event).from <= today',
    instead: 'event.may_have_guest && nightsOf(event).from < 0',
  },
  /** Takes an event that it cannot read for one that is gone. */
  unread: {
    file: ical('events/read-stays.ts'),
    text: 'isPartlyUnread: unreadToo.length > 0',
    instead: 'isPartlyUnread: unreadToo.length < 0',
  },
  /** Recognises no stay by its nights when its UID is new. */
  renumbered: {
    file: ical('events/match-stays.ts'),
    text: 'hasNights(known, stay) && (!isRelied',
    instead: 'hasNights(known, stay) && (false',
  },
  /** Gives the lead of a guest to another one with another reservation code. */
  codes: {
    file: ical('events/match-stays.ts'),
    text: 'if (known.code_digest !== null && code !== null) return true',
    instead: 'if (known.code_digest !== null && code !== null) return false',
  },
  /** Leaves nights that a clash could not book for sale. */
  'free-nights': {
    file: ical('stays/ical-stay.ts'),
    text: 'if (free.length === 0) continue',
    instead: 'if (free.length <= 1) continue',
  },
  /** Does not give freed nights to the events that claim them. */
  'hand-over': {
    file: ical('stays/follow-freed-nights.ts'),
    text: 'if (!blocks(before.status)) return false',
    instead: 'if (before.status !== null) return false',
  },
  /** Takes UTC midnights for instants, not for days. */
  midnights: {
    file: 'src/platform/icalendar/calendar-event.ts',
    text: 'hour + minute + second === 0',
    instead: 'hour + minute + second < 0',
    seed: 51,
  },
  /** Does not know its own stays when they come back. */
  echo: {
    file: ical('events/own-uids.sql.ts'),
    text: 'if (found.length === 0) return null',
    instead: 'if (found.length >= 0) return null',
  },
} satisfies Record<string, Plant>

export type PlantName = keyof typeof plants

const root = join(import.meta.dirname, '../..')

/** Counts how often the text of a fault stands in its source: it has to be once. */
export function countOf({ file, text }: Plant): number {
  return readFileSync(join(root, file), 'utf8').split(text).length - 1
}

/** Plants a fault in what this process loads from now on. */
export function plant(name: PlantName): void {
  const { file, text, instead } = plants[name]
  if (countOf(plants[name]) !== 1) throw new Error(`${file} does not say once: ${text}`)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      if (!url.endsWith(`/${file}`)) return loaded
      return { ...loaded, source: String(loaded.source).replace(text, instead) }
    },
  })
}
