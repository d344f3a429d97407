/** Prepared statements of an embedded PostgreSQL, parsed and planned once. */
import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'
import { isPlanOutdated } from '../../failed-statement.ts'
import type { Result } from './request.ts'

type Parser = (text: string) => unknown

interface Plan {
  name: string
  /** Serializers of the values. They throw if the type of a value is wrong. */
  serializers: (((value: unknown) => string) | undefined)[]
  columns: { name: string; parse: Parser | undefined }[]
}

interface PreparedQuery {
  text: string
  values: unknown[]
  asArrays: boolean
  /** Statement that begins the transaction, sent in the same round trip. */
  begin?: string | undefined
}

/**
 * Maximum number of plans, because each takes memory of PostgreSQL. The least recently used is
 * evicted.
 */
const plansMax = 200

const { serialize } = protocol

/**
 * Runs statements with values by the extended protocol, with all messages in one round trip.
 * PGlite's own `query` parses and plans every statement again, in six round trips: most of the cost
 * of a small one.
 */
export class PreparedStatements {
  readonly #pglite: PGlite
  readonly #plans: LRUCache<string, Plan>
  #preparedCount = 0
  /** Names of evicted statements that PostgreSQL has not closed yet. */
  #evicted: string[] = []

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#plans = new LRUCache({
      max: plansMax,
      dispose: ({ name }) => this.#evicted.push(name),
    })
  }

  /** @throws Error of PostgreSQL, or for a value that is invalid for the parameter's type */
  async run({ text, values, asArrays, begin }: PreparedQuery): Promise<Result> {
    const beginMessages = begin === undefined ? [] : [serialize.query(begin)]
    const cached = this.#plans.get(text)
    const plan = cached ?? (await this.#prepare(text, beginMessages))
    // Preparing sends `begin` before it parses the statement, so it is not sent again.
    const parameters = await this.#serializeValues(values, plan, cached ? beginMessages : [])
    const response = await this.#send([
      ...(cached ? beginMessages : []),
      serialize.bind({ statement: plan.name, values: parameters }),
      serialize.execute({}),
      serialize.sync(),
    ]).catch(error => {
      // All plans may depend on the changed table; the caller retries the transaction.
      if (isPlanOutdated(error)) this.#plans.clear()
      throw error
    })
    return toResult(response, plan, asArrays)
  }

  /** Serializes values. If one is invalid, still begins the transaction before it throws. */
  async #serializeValues(values: unknown[], { serializers }: Plan, beginMessages: Uint8Array[]) {
    try {
      return values.map((value, i) => serializeValue(value, serializers[i]))
    } catch (error) {
      if (beginMessages.length > 0) await this.#send(beginMessages)
      throw error
    }
  }

  async #prepare(text: string, beginMessages: Uint8Array[]): Promise<Plan> {
    const name = `kept_${++this.#preparedCount}`
    const closeMessages = this.#evicted.map(name => serialize.close({ type: 'S', name }))
    this.#evicted = []
    const response = await this.#send([
      ...beginMessages,
      ...closeMessages,
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ])
    const { parsers, serializers } = this.#pglite
    const plan: Plan = { name, serializers: [], columns: [] }
    for (const message of response) {
      if (message instanceof messages.ParameterDescriptionMessage) {
        plan.serializers = message.dataTypeIDs.map(type => serializers[type])
      }
      if (message instanceof messages.RowDescriptionMessage) {
        plan.columns = message.fields.map(field => {
          return { name: field.name, parse: parsers[field.dataTypeID] as Parser | undefined }
        })
      }
    }
    this.#plans.set(text, plan)
    return plan
  }

  #send(requests: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.#pglite.execProtocolStream(Buffer.concat(requests), { syncToFs: false })
  }
}

function serializeValue(value: unknown, serializer: Plan['serializers'][number]): string | null {
  if (value === null || value === undefined) return null
  return serializer ? serializer(value) : String(value)
}

function toResult(
  response: messages.BackendMessage[],
  { columns }: Plan,
  asArrays: boolean,
): Result {
  const rows: unknown[] = []
  let affectedRows = 0
  for (const message of response) {
    if (message instanceof messages.DataRowMessage) {
      const values = message.fields.map((text, i) => parseValue(text, columns[i]!.parse))
      rows.push(asArrays ? values : toObject(columns, values))
    } else if (message instanceof messages.CommandCompleteMessage) {
      affectedRows = parseAffectedRows(message.text)
    }
  }
  return { rows, affectedRows }
}

function parseValue(text: string | null, parse: Parser | undefined): unknown {
  return text === null || parse === undefined ? text : parse(text)
}

function toObject(columns: Plan['columns'], values: unknown[]): object {
  return Object.fromEntries(columns.map(({ name }, i) => [name, values[i]]))
}

/** Returns the number of changed rows, with which command tags end: `INSERT 0 5`. */
function parseAffectedRows(tag: string): number {
  const [, count] = /^(?:INSERT|UPDATE|DELETE|MERGE|COPY)\b.* (\d+)$/.exec(tag) ?? []
  return Number(count ?? 0)
}
