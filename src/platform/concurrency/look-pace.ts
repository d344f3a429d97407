/** To look for work of all agencies costs a distributed database a question to each shard. */
export const lookMs = { seldom: 10_000, soon: 1_000 }

/** After something was found, it is looked so often soon. */
const soonAfterFound = 10

/** How long who looks for what nobody told waits: ten times as long where there was nothing. */
export class LookPace {
  #soon = soonAfterFound

  /** A look has found what nobody told, or has not. */
  looked(hasFound: boolean): void {
    this.#soon = hasFound ? soonAfterFound : Math.max(0, this.#soon - 1)
  }

  /** Until the next look, in milliseconds. */
  get waitMs(): number {
    return this.#soon > 0 ? lookMs.soon : lookMs.seldom
  }
}
