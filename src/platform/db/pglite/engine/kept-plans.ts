/** Statements that an embedded PostgreSQL has read and planned, and keeps for the next time. */
import { messages, type PGlite, protocol } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'
import { isOutlived } from '../../failed-statement.ts'
import type { Result } from './request.ts'

type Parser = (text: string) => unknown

/** A statement that is kept under a name. */
interface Plan {
  name: string
  /** What makes a text of each value, or tells why it cannot. */
  serializers: (((value: unknown) => string) | undefined)[]
  columns: { name: string; parse: Parser | undefined }[]
}

interface Asked {
  text: string
  values: unknown[]
  asArrays: boolean
  /** What is done before, in the same go. */
  begin?: string | undefined
}

/** Each takes some memory of PostgreSQL; what has not been asked for longest is forgotten. */
const plansMax = 200

const { serialize } = protocol

/**
 * Asks statements with values by the extended protocol, all messages of one at once. PGlite's own
 * `query` has every statement read and planned anew, in six goes: most of what a small one costs.
 */
export class KeptPlans {
  readonly #pglite: PGlite
  readonly #plans: LRUCache<string, Plan>
  #made = 0
  /** Names that PostgreSQL is to forget. */
  #forgotten: string[] = []

  constructor(pglite: PGlite) {
    this.#pglite = pglite
    this.#plans = new LRUCache({
      max: plansMax,
      dispose: ({ name }) => this.#forgotten.push(name),
    })
  }

  /** @throws Error of PostgreSQL, or for a value that cannot be one of the parameter's type */
  async ask({ text, values, asArrays, begin }: Asked): Promise<Result> {
    const first = begin === undefined ? [] : [serialize.query(begin)]
    const known = this.#plans.get(text)
    const plan = known ?? (await this.#make(text, first))
    const parameters = await this.#asTexts(values, plan, known ? first : [])
    const answer = await this.#send([
      ...(known ? first : []),
      serialize.bind({ statement: plan.name, values: parameters }),
      serialize.execute({}),
      serialize.sync(),
    ]).catch(error => {
      if (isOutlived(error)) this.#plans.clear()
      throw error
    })
    return resultOf(answer, plan, asArrays)
  }

  /** Who gives a value that cannot be sent has begun the transaction all the same. */
  async #asTexts(values: unknown[], { serializers }: Plan, first: Uint8Array[]) {
    try {
      return values.map((value, i) => asText(value, serializers[i]))
    } catch (error) {
      if (first.length > 0) await this.#send(first)
      throw error
    }
  }

  async #make(text: string, first: Uint8Array[]): Promise<Plan> {
    const name = `kept_${++this.#made}`
    const closing = this.#forgotten.map(name => serialize.close({ type: 'S', name }))
    this.#forgotten = []
    const answer = await this.#send([
      ...first,
      ...closing,
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ])
    const { parsers, serializers } = this.#pglite
    const plan: Plan = { name, serializers: [], columns: [] }
    for (const message of answer) {
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

  #send(parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return this.#pglite.execProtocolStream(Buffer.concat(parts), { syncToFs: false })
  }
}

function asText(value: unknown, serializer: Plan['serializers'][number]): string | null {
  if (value === null || value === undefined) return null
  return serializer ? serializer(value) : String(value)
}

function resultOf(answer: messages.BackendMessage[], { columns }: Plan, asArrays: boolean): Result {
  const rows: unknown[] = []
  let affectedRows = 0
  for (const message of answer) {
    if (message instanceof messages.DataRowMessage) {
      const values = message.fields.map((text, i) => parsed(text, columns[i]!.parse))
      rows.push(asArrays ? values : objectOf(columns, values))
    } else if (message instanceof messages.CommandCompleteMessage) {
      affectedRows = affectedBy(message.text)
    }
  }
  return { rows, affectedRows }
}

function parsed(text: string | null, parse: Parser | undefined): unknown {
  return text === null || parse === undefined ? text : parse(text)
}

function objectOf(columns: Plan['columns'], values: unknown[]): object {
  return Object.fromEntries(columns.map(({ name }, i) => [name, values[i]]))
}

/** Tags of what changes rows end in their number, as `INSERT 0 5`. */
function affectedBy(tag: string): number {
  const [, count] = /^(?:INSERT|UPDATE|DELETE|MERGE|COPY)\b.* (\d+)$/.exec(tag) ?? []
  return Number(count ?? 0)
}
