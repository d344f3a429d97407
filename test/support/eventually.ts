import { setTimeout as wait } from 'node:timers/promises'

/** Polls until a condition is met, for work that is done in the background. */
export async function eventually(
  condition: () => boolean | Promise<boolean>,
  seconds = 30,
): Promise<void> {
  const end = Date.now() + seconds * 1_000
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Not so after ${seconds} s`)
    await wait(50)
  }
}
