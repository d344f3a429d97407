/** A body that is JSON already, of a route that is `plain`: see `RouteBase`. */
export class JsonText {
  readonly bytes: Buffer
  /** When time alone changes it, in milliseconds since 1970; null: it does not say. */
  readonly changesMs: number | null

  /** @param parts what makes up the text; a long one costs less in parts than as one string */
  constructor(parts: (string | Buffer)[], changesMs: number | null = null) {
    this.changesMs = changesMs
    this.bytes = Buffer.allocUnsafe(
      parts.reduce((sum: number, part) => sum + Buffer.byteLength(part), 0),
    )
    parts.reduce((at: number, part) => at + this.#put(part, at), 0)
  }

  #put(part: string | Buffer, at: number): number {
    return typeof part === 'string' ? this.bytes.write(part, at) : part.copy(this.bytes, at)
  }

  /** What it says, for whoever is not to see all of it. */
  toJSON(): unknown {
    return JSON.parse(this.bytes.toString())
  }
}

/** Writes what a handler gave as it is. Fastify sends bytes, too, its types do not say so. */
export function writePlain(body: unknown): string {
  return body instanceof JsonText ? (body.bytes as unknown as string) : JSON.stringify(body)
}
