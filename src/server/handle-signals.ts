import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Maximum duration of a shutdown. The database rolls back open transactions. */
const stopMsMax = 30_000

/**
 * Handles SIGTERM and SIGINT: stops and exits with 0, or with 1 if that fails or takes too long. A
 * second signal exits immediately.
 */
export function stopOnSignals(log: FastifyBaseLogger, stop: () => Promise<void>): void {
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    // The exit code that shells use for a process that was ended by a signal.
    if (isStopping) process.exit(128 + constants.signals[signal])
    isStopping = true
    stopAndExit(log, stop)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // Set if npm runs this process.
  if (process.env.npm_lifecycle_event) onOrphaned(() => onSignal('SIGTERM'))
}

async function stopAndExit(log: FastifyBaseLogger, stop: () => Promise<void>): Promise<void> {
  try {
    const timeout = sleep(stopMsMax, 'timeout')
    if ((await Promise.race([stop(), timeout])) !== 'timeout') process.exit(0)
    log.error(`Shutdown took longer than ${stopMsMax} ms. Remaining work was cut off`)
  } catch (error) {
    log.error(error)
  }
  process.exit(1)
}

/** Interval at which the parent process is checked. */
const parentPollMs = 250

/**
 * Stops when the parent process exits: a shell between npm and this process does not pass signals
 * on.
 */
function onOrphaned(stop: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, parentPollMs)
  timer.unref()
}
