/**
 * Writes that are sent after a delay of some seconds, during which the user can undo them. They are
 * sent earlier before another write to the same object or noun, before signing out, and when the
 * page is left. If the browser crashes before that, the write is lost.
 */
import { newKey } from './new-key.ts'
import { isTransient, Unreachable } from './problem.ts'

/** Delays in milliseconds; 0 sends at once. */
export const delayMs = { action: 6_000, deletion: 8_000 }

interface SendOptions {
  /** Idempotency key, the same for each retry (contract/general.md §11). */
  key: string
  keepalive: boolean
}

export interface DelayedWrite {
  /** Uid of the object that is written. */
  object: string
  /** First segment of the path, such as `leads`. */
  noun: string
  /** Key of the action in the translations of rows and toasts. */
  action: string
  ms: number
  send: (options: SendOptions) => Promise<unknown>
}

/** `offline`: the server is unreachable; the write is retried while the page is open. */
export type DelayedState = 'waiting' | 'sending' | 'offline' | 'done' | 'refused' | 'undone'

export interface Delayed {
  object: string
  noun: string
  action: string
  state: DelayedState
  /** True until the first request is sent. */
  isUndoable: boolean
  error: unknown
}

interface Entry {
  write: DelayedWrite
  snapshot: Delayed
  key: string
  timer: ReturnType<typeof setTimeout> | undefined
  /** First attempt to send the write; null if none was made. */
  firstAttempt: Promise<void> | null
  onChange: (write: Delayed) => void
}

const pendingMax = 20
const retryMs = 3_000

let entries: Entry[] = []
const listeners = new Set<() => void>()

/**
 * Schedules a write.
 *
 * @param onChange is called after each change of the state
 */
export function scheduleWrite(write: DelayedWrite, onChange: (write: Delayed) => void): void {
  const { object, noun, action, ms } = write
  const snapshot = {
    object,
    noun,
    action,
    state: 'waiting',
    isUndoable: true,
    error: null,
  } as const
  const entry: Entry = {
    write,
    snapshot,
    key: newKey(),
    timer: undefined,
    firstAttempt: null,
    onChange,
  }
  const openWrites = entries.filter(other => other.write.object === object && isUnfinished(other))
  for (const other of openWrites) void sendNow(other)
  entries = [
    ...entries.filter(other => other.write.object !== object || isUnfinished(other)),
    entry,
  ]
  entry.timer = setTimeout(() => void sendNow(entry), ms)
  const pending = entries.filter(({ snapshot }) => snapshot.state === 'waiting')
  if (pending.length > pendingMax) void sendNow(pending[0]!)
  update(entry, {})
}

/** Returns the pending or last write of this page to an object. */
export function findDelayed(object: string): Delayed | undefined {
  return entries.findLast(({ write }) => write.object === object)?.snapshot
}

/** Cancels the pending write to an object, unless it was sent. */
export function undoDelayed(object: string): void {
  const entry = entries.findLast(({ write }) => write.object === object)
  if (!entry?.snapshot.isUndoable) return
  clearTimeout(entry.timer)
  entries = entries.filter(other => other !== entry)
  update(entry, { state: 'undone', isUndoable: false })
}

export function onDelayed(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Sends the pending writes that `isDue` selects; resolves after the first attempt of each. */
export async function sendDelayed(isDue = (_: Delayed) => true): Promise<void> {
  const dueEntries = entries.filter(entry => isUnfinished(entry) && isDue(entry.snapshot))
  await Promise.all(dueEntries.map(sendNow))
}

function isUnfinished({ snapshot: { state } }: Entry): boolean {
  return state === 'waiting' || state === 'offline' || state === 'sending'
}

/** Sends a write and retries until the server responds; resolves after the first attempt. */
function sendNow(entry: Entry): Promise<void> {
  if (entry.firstAttempt) return entry.firstAttempt
  clearTimeout(entry.timer)
  if (!navigator.onLine) {
    waitForConnection(entry, { isUndoable: true })
    return Promise.resolve()
  }
  entry.firstAttempt = attempt(entry)
  return entry.firstAttempt
}

async function attempt(entry: Entry): Promise<void> {
  update(entry, { state: 'sending', isUndoable: false })
  try {
    await entry.write.send({ key: entry.key, keepalive: false })
    update(entry, { state: 'done' })
  } catch (error) {
    if (isTransient(error)) waitForConnection(entry, { isUndoable: false, error })
    else update(entry, { state: 'refused', error })
  }
}

/** Retries as soon as the browser is online again, or after `retryMs`. */
function waitForConnection(
  entry: Entry,
  { isUndoable, error = null }: { isUndoable: boolean; error?: unknown },
): void {
  const isConnectionLost = error === null || error instanceof Unreachable
  update(entry, { state: isConnectionLost ? 'offline' : 'sending', isUndoable })
  const retry = () => {
    clearTimeout(entry.timer)
    removeEventListener('online', retry)
    if (!entries.includes(entry)) return
    if (entry.firstAttempt) void attempt(entry)
    else void sendNow(entry)
  }
  addEventListener('online', retry)
  entry.timer = setTimeout(retry, retryMs)
}

function update(entry: Entry, changes: Partial<Delayed>): void {
  entry.snapshot = { ...entry.snapshot, ...changes }
  entry.onChange(entry.snapshot)
  for (const listener of listeners) listener()
}

/** Sends unfinished writes with `keepalive` when the page is left. */
addEventListener('pagehide', () => {
  for (const entry of entries.filter(isUnfinished)) {
    clearTimeout(entry.timer)
    // Marks the write as sent, so that nothing sends it again.
    entry.firstAttempt ??= Promise.resolve()
    entry.write.send({ key: entry.key, keepalive: true }).catch(() => {})
  }
})
