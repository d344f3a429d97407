import { Worker } from 'node:worker_threads'
import { withErrorListener } from '../streams/with-error-listener.ts'
import type { ReadCalendar } from './occurrence.ts'
import type { Reading, Unreadable } from './read-worker.ts'

/** Limits of time in milliseconds. */
export interface ReadLimits {
  /** For all of it. */
  timeoutMs: number
  /** For one step; an event that takes longer is passed over. */
  stuckMs?: number
}

/** How many events may be passed over because they do not end. */
const stuckMax = 3
const memoryMb = 128

/**
 * Reads an iCalendar text that others wrote, which may be hostile: in a thread of its own, whose
 * time and memory are bounded, so that nothing else waits. An event that takes for ever is passed
 * over; everything else is read.
 */
export async function readCalendar(
  question: Omit<Reading, 'progress' | 'skipped'>,
  { timeoutMs, stuckMs = 2_000 }: ReadLimits,
): Promise<ReadCalendar | Unreadable> {
  const end = performance.now() + timeoutMs
  const skipped: number[] = []
  for (;;) {
    const progress = new Int32Array(new SharedArrayBuffer(8))
    progress[0] = -1
    const reading: Reading = { ...question, progress, skipped }
    const result = await run(reading, { timeoutMs: end - performance.now(), stuckMs })
    if (result !== 'STUCK') return result
    const index = Atomics.load(progress, 0)
    if (index < 0 || skipped.length === stuckMax) return 'TOO_LONG_TO_READ'
    skipped.push(index)
  }
}

/** Runs the thread once; `STUCK`: one step of it has not ended in time. */
function run(
  reading: Reading,
  { timeoutMs, stuckMs }: Required<ReadLimits>,
): Promise<ReadCalendar | Unreadable | 'STUCK'> {
  const { promise, resolve } = Promise.withResolvers<ReadCalendar | Unreadable | 'STUCK'>()
  const thread = withErrorListener(
    new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: reading,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    }),
  )
  const end = (result: ReadCalendar | Unreadable | 'STUCK') => {
    clearTimeout(timer)
    clearInterval(watch)
    resolve(result)
    void thread.terminate()
  }
  const timer = setTimeout(() => end('TOO_LONG_TO_READ'), Math.max(timeoutMs, 0))
  let [seen, since] = [0, performance.now()]
  const watch = setInterval(() => {
    const steps = Atomics.load(reading.progress, 1)
    if (steps !== seen || steps === 0) [seen, since] = [steps, performance.now()]
    else if (performance.now() - since > stuckMs) end('STUCK')
  }, stuckMs / 8)
  thread.on('message', end)
  // Beyond its memory it ends with an error.
  thread.on('error', () => end('TOO_LONG_TO_READ'))
  return promise
}
