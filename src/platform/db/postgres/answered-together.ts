import type pg from 'pg'

/** A statement that is sent with others. */
interface Sent {
  handleError(error: unknown, connection: object): void
}

/** What is used of the library's client, and what it does not show. */
interface Inside {
  connection: { sync(): void; submittedNamedStatements: Record<string, string> }
  _sentQueryQueue: Sent[]
}

/**
 * Statements of one transaction that the server answers at once: it is told to by the `Sync` behind
 * the last of them, where it writes one answer, and wakes us once. After one that fails it passes
 * over the others, of which it says nothing.
 */
export class AnsweredTogether {
  readonly #client: Inside
  readonly #sent: Sent[] = []

  constructor(client: pg.ClientBase) {
    this.#client = client as unknown as Inside
  }

  /** Of a statement that is written. */
  add(sent: Sent): void {
    this.#sent.push(sent)
  }

  /** Has them answered; none comes any more. */
  end(): void {
    if (this.#sent.length > 0) this.#client.connection.sync()
  }

  /** Whether it is the last of them, behind which the server says that it is ready. */
  isLast(sent: Sent): boolean {
    return this.#sent.at(-1) === sent
  }

  /** Tells those behind a statement that it has failed. */
  failed(sent: Sent): void {
    const { connection, _sentQueryQueue: waiting } = this.#client
    for (const next of this.#sent.slice(this.#sent.indexOf(sent) + 1)) {
      const place = waiting.indexOf(next)
      // A connection that is lost has told them itself.
      if (place < 0) continue
      waiting.splice(place, 1)
      // Nor was it read.
      delete connection.submittedNamedStatements[(next as Sent & { name: string }).name]
      next.handleError(aborted(), connection)
    }
  }
}

/** As the server says it of what is sent by itself. */
function aborted(): Error {
  const text = 'current transaction is aborted, commands ignored until end of transaction block'
  return Object.assign(new Error(text), { code: '25P02', severity: 'ERROR' })
}
