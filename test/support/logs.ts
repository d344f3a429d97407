/** What a server logs, kept instead of written. */
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

  /** Which of some texts are in it, and where first. */
  having(marks: string[]): string[] {
    const { text } = this
    return marks.flatMap(mark => {
      const at = text.indexOf(mark)
      return at < 0 ? [] : [`${mark}: ${text.slice(Math.max(0, at - 200), at + 100)}`]
    })
  }
}
