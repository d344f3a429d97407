import { Worker } from 'node:worker_threads'
import { withErrorListener } from '../io/with-error-listener.ts'
import type { CalendarResult } from './occurrence.ts'
import type { CalendarRejection, ReadTask } from './read-worker.ts'

/** Timeouts in milliseconds. */
export interface ReadLimits {
  timeoutMs: number
  /** Timeout of one step; a slower event is skipped. */
  stuckMs?: number
}

const skippedMax = 3
const memoryMb = 128

/**
 * Parses an untrusted iCalendar text in a worker thread with limits on time and memory. Skips
 * events that do not end, and reads all others.
 */
export async function readCalendar(
  input: Omit<ReadTask, 'progress' | 'skipped'>,
  { timeoutMs, stuckMs = 2_000 }: ReadLimits,
): Promise<CalendarResult | CalendarRejection> {
  const deadline = performance.now() + timeoutMs
  const skipped: number[] = []
  for (;;) {
    const progress = new Int32Array(new SharedArrayBuffer(8))
    // No event is begun yet.
    progress[0] = -1
    const task: ReadTask = { ...input, progress, skipped }
    const result = await runThread(task, { timeoutMs: deadline - performance.now(), stuckMs })
    if (result !== 'STUCK') return result
    const index = Atomics.load(progress, 0)
    if (index < 0 || skipped.length === skippedMax) return 'TOO_LONG_TO_READ'
    skipped.push(index)
  }
}

/** Runs the thread once; `STUCK`: a step exceeded its timeout. */
function runThread(
  task: ReadTask,
  { timeoutMs, stuckMs }: Required<ReadLimits>,
): Promise<CalendarResult | CalendarRejection | 'STUCK'> {
  const { promise, resolve } = Promise.withResolvers<CalendarResult | CalendarRejection | 'STUCK'>()
  const thread = withErrorListener(
    new Worker(new URL('./read-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    }),
  )
  const end = (result: CalendarResult | CalendarRejection | 'STUCK') => {
    clearTimeout(timer)
    clearInterval(interval)
    resolve(result)
    void thread.terminate()
  }
  const timer = setTimeout(() => end('TOO_LONG_TO_READ'), Math.max(timeoutMs, 0))
  let [lastSteps, lastStepAt] = [0, performance.now()]
  const interval = setInterval(() => {
    const steps = Atomics.load(task.progress, 1)
    // Before the first step, the thread starts and splits the text, within the total timeout.
    if (steps !== lastSteps || steps === 0) [lastSteps, lastStepAt] = [steps, performance.now()]
    else if (performance.now() - lastStepAt > stuckMs) end('STUCK')
  }, stuckMs / 8)
  thread.on('message', end)
  // Exceeding the memory limit is an error of the thread.
  thread.on('error', () => end('TOO_LONG_TO_READ'))
  return promise
}
