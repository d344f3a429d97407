/** A process that locks a data folder: at once, or on each message. */
import { lockFolder } from '../../src/platform/db/embedded/folder-lock.ts'

/** The error text; null when it has the lock. */
export interface Attempt {
  refusal: string | null
}

function take(folder: string): Attempt {
  try {
    lockFolder(folder)
    return { refusal: null }
  } catch (error) {
    return { refusal: (error as Error).message }
  }
}

const folder = process.argv[2]!
if (process.send) {
  process.on('message', () => process.send!(take(folder)))
  process.send('ready')
} else {
  console.log(JSON.stringify(take(folder)))
  setInterval(() => undefined, 60_000)
}
