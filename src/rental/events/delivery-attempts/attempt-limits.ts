/** How many attempts of this process are under way to each host and destination. */
import { perDestinationMax, perHostMax } from './claim-deliveries.sql.ts'
import type { Claimed } from './claim-deliveries.ts'

export class AttemptLimits {
  readonly #counts = new Map<string, number>()

  /**
   * Lets a delivery in, unless its host or destination has as many as it may have. Claims of
   * several agencies at once do not see each other's, so more may have been claimed than may go.
   *
   * @returns what lets it out again, or null
   */
  enter({ destination, target }: Claimed): (() => void) | null {
    const places = [`host ${new URL(target.url).host}`, `destination ${destination}`] as const
    const [host, stream] = places.map(place => this.#counts.get(place) ?? 0)
    if (host! >= perHostMax || stream! >= perDestinationMax) return null
    for (const place of places) this.#add(place, 1)
    return () => {
      for (const place of places) this.#add(place, -1)
    }
  }

  #add(place: string, change: number): void {
    const count = (this.#counts.get(place) ?? 0) + change
    if (count === 0) this.#counts.delete(place)
    else this.#counts.set(place, count)
  }
}
