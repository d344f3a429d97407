/** Captures the log of a server in memory. */
export class Logs {
  #lines: string[] = []

  write(text: string): void {
    this.#lines.push(text)
  }

  get text(): string {
    return this.#lines.join('')
  }

  // biome-ignore lint/suspicious/noExplicitAny: tests look into entries of every shape
  get entries(): any[] {
    return this.#lines.flatMap(text => text.trim().split('\n')).map(line => JSON.parse(line))
  }

  /** Returns an excerpt of the log around the first occurrence of each text that occurs in it. */
  excerpts(markers: string[]): string[] {
    const { text } = this
    return markers.flatMap(marker => {
      const at = text.indexOf(marker)
      return at < 0 ? [] : [`${marker}: ${text.slice(Math.max(0, at - 200), at + 100)}`]
    })
  }
}
