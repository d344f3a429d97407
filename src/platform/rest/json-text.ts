/** Serialized JSON body of a `plain` route, see `HttpOptions`. */
export class JsonText {
  readonly bytes: Buffer
  /** Unix milliseconds at which the body expires without a write; null: unknown. */
  readonly expiresAtMs: number | null

  /** @param fragments parts of the text; a list takes less memory than one long string */
  constructor(fragments: (string | Buffer)[], expiresAtMs: number | null = null) {
    this.expiresAtMs = expiresAtMs
    this.bytes = Buffer.allocUnsafe(
      fragments.reduce((sum: number, fragment) => sum + Buffer.byteLength(fragment), 0),
    )
    fragments.reduce((offset: number, fragment) => offset + this.#write(fragment, offset), 0)
  }

  /** Writes a fragment and returns its size in bytes. */
  #write(fragment: string | Buffer, offset: number): number {
    return typeof fragment === 'string'
      ? this.bytes.write(fragment, offset)
      : fragment.copy(this.bytes, offset)
  }

  /** Parses the body again, so that it can be redacted. */
  toJSON(): unknown {
    return JSON.parse(this.bytes.toString())
  }
}

/** Serializes a body, or passes its bytes on. Fastify accepts bytes although its types do not. */
export function writePlain(body: unknown): string {
  return body instanceof JsonText ? (body.bytes as unknown as string) : JSON.stringify(body)
}
