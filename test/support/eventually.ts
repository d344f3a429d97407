import { setTimeout as wait } from 'node:timers/promises'

/** Asks again and again until it is so, for work that is done in the background. */
export async function eventually(
  isSo: () => boolean | Promise<boolean>,
  seconds = 30,
): Promise<void> {
  const end = Date.now() + seconds * 1_000
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Not so after ${seconds} s`)
    await wait(50)
  }
}
