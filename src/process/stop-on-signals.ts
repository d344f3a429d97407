import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'

/** Whatever has not ended by then is left to the database to roll back. */
const stopMsMax = 30_000

/**
 * On SIGTERM or SIGINT stops what runs and ends the process with 0; with 1 if that fails or takes
 * too long. A second signal ends it at once.
 */
export function stopOnSignals(log: FastifyBaseLogger, stop: () => Promise<void>): void {
  let stopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(128 + constants.signals[signal])
    stopping = true
    end(log, stop)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  if (process.env.npm_lifecycle_event) whenOrphaned(() => onSignal('SIGTERM'))
}

async function end(log: FastifyBaseLogger, stop: () => Promise<void>): Promise<void> {
  try {
    const late = sleep(stopMsMax, 'late')
    if ((await Promise.race([stop(), late])) !== 'late') process.exit(0)
    log.error(`Shutdown took longer than ${stopMsMax} ms. Remaining work was cut off`)
  } catch (error) {
    log.error(error)
  }
  process.exit(1)
}

/** A shell between npm and this process dies of a signal without passing it on. */
function whenOrphaned(stop: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    stop()
  }, 250)
  timer.unref()
}
