/**
 * Writes that are sent a few seconds after they were asked for, so that they can be taken back.
 * They are sent earlier before another write to the same object or noun, before signing out, and
 * when the page is left. A crash within that time leaves the object as it was.
 */
import { newKey } from '../plain-http.ts'
import { isPassing, Unreachable } from './problem.ts'

/** Delay of a write; 0 sends it at once. */
export const delayMs = { action: 6_000, deletion: 8_000 }

interface Sending {
  /** The same one for each repetition: contract/general.md §11. */
  key: string
  keepalive: boolean
}

export interface DelayedWrite {
  /** Uid of the object that it writes to. */
  object: string
  /** First part of its path, such as `leads`. */
  noun: string
  /** Label of the action, shown in the row of the object. */
  action: string
  ms: number
  send: (sending: Sending) => Promise<unknown>
}

/** `offline`: the server could not be reached; it is sent again as long as the page is open. */
export type DelayedState = 'waiting' | 'sending' | 'offline' | 'done' | 'refused' | 'undone'

export interface Delayed {
  object: string
  noun: string
  action: string
  state: DelayedState
  /** Returns whether it can still be undone: nothing was sent. */
  isUndoable: boolean
  error: unknown
}

interface Entry {
  write: DelayedWrite
  shown: Delayed
  key: string
  timer: ReturnType<typeof setTimeout> | undefined
  /** The first attempt to send it; null: not sent yet. */
  firstTry: Promise<void> | null
  changed: (shown: Delayed) => void
}

const waitingMax = 20
const againMs = 3_000

let entries: Entry[] = []
const listeners = new Set<() => void>()

/**
 * Sends a write later.
 *
 * @param changed hears of each change of its state
 */
export function delay(write: DelayedWrite, changed: (shown: Delayed) => void): void {
  const { object, noun, action, ms } = write
  const shown = { object, noun, action, state: 'waiting', isUndoable: true, error: null } as const
  const entry: Entry = { write, shown, key: newKey(), timer: undefined, firstTry: null, changed }
  for (const one of entries) if (one.write.object === object && isOpen(one)) void commit(one)
  entries = [...entries.filter(one => one.write.object !== object || isOpen(one)), entry]
  entry.timer = setTimeout(() => void commit(entry), ms)
  const waiting = entries.filter(({ shown }) => shown.state === 'waiting')
  if (waiting.length > waitingMax) void commit(waiting[0]!)
  tell(entry, {})
}

/** Returns what is under way for an object, or was last done to it from this page. */
export function delayedOf(object: string): Delayed | undefined {
  return entries.findLast(({ write }) => write.object === object)?.shown
}

/** Takes back what waits for an object, unless it was sent. */
export function undoDelayed(object: string): void {
  const entry = entries.findLast(({ write }) => write.object === object)
  if (!entry?.shown.isUndoable) return
  clearTimeout(entry.timer)
  entries = entries.filter(one => one !== entry)
  tell(entry, { state: 'undone', isUndoable: false })
}

export function onDelayed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends what waits, all of it or that which another write concerns; waits for the first answer. */
export async function sendDelayed(concerns = (_: Delayed) => true): Promise<void> {
  const due = entries.filter(entry => isOpen(entry) && concerns(entry.shown))
  await Promise.all(due.map(commit))
}

function isOpen({ shown: { state } }: Entry): boolean {
  return state === 'waiting' || state === 'offline' || state === 'sending'
}

/** Sends an entry, and again until the server answers; resolves after the first attempt. */
function commit(entry: Entry): Promise<void> {
  if (entry.firstTry) return entry.firstTry
  clearTimeout(entry.timer)
  if (!navigator.onLine) {
    waitForConnection(entry, true)
    return Promise.resolve()
  }
  entry.firstTry = attempt(entry)
  return entry.firstTry
}

async function attempt(entry: Entry): Promise<void> {
  tell(entry, { state: 'sending', isUndoable: false })
  try {
    await entry.write.send({ key: entry.key, keepalive: false })
    tell(entry, { state: 'done' })
  } catch (error) {
    if (isPassing(error)) waitForConnection(entry, false, error)
    else tell(entry, { state: 'refused', error })
  }
}

function waitForConnection(entry: Entry, isUndoable: boolean, error: unknown = null): void {
  const isLost = error === null || error instanceof Unreachable
  tell(entry, { state: isLost ? 'offline' : 'sending', isUndoable })
  const again = () => {
    clearTimeout(entry.timer)
    removeEventListener('online', again)
    if (!entries.includes(entry)) return
    if (entry.firstTry) void attempt(entry)
    else void commit(entry)
  }
  addEventListener('online', again)
  entry.timer = setTimeout(again, againMs)
}

function tell(entry: Entry, some: Partial<Delayed>): void {
  entry.shown = { ...entry.shown, ...some }
  entry.changed(entry.shown)
  for (const listener of listeners) listener()
}

/** The page is left: what was not answered is sent by requests that outlive it. */
addEventListener('pagehide', () => {
  for (const entry of entries.filter(isOpen)) {
    clearTimeout(entry.timer)
    entry.firstTry ??= Promise.resolve()
    entry.write.send({ key: entry.key, keepalive: true }).catch(() => {})
  }
})
