/** Random choices that are repeatable by a seed. */
export interface Random {
  /** Returns a whole number; both bounds are included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(values: readonly T[]): T
  weighted<T>(choices: [weight: number, value: T][]): T
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  /** Returns a number in [0, 1) (mulberry32). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    int,
    chance: probability => next() < probability,
    pick: values => values[int(0, values.length - 1)]!,
    weighted: choices => {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, value] of choices) {
        left -= weight
        if (left < 0) return value
      }
      return choices[0]![1]
    },
  }
}
