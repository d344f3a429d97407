import pg from 'pg'
import { firstColumnsOf } from './first-column.ts'

/** What rows of a statement look like; it stays so as long as a connection keeps its plan. */
export interface RowShape {
  fields: { name: string; dataTypeID: number }[]
  /** What the library has made of the fields. */
  parsers: unknown
  empty: object | null
}

/** The shapes of a connection's plans, by name. */
export type RowShapes = Map<string, RowShape>

export interface Planned {
  name: string
  text: string
  values: readonly unknown[]
  rowMode?: 'array'
  /** The first column comes as the bytes of its text; nothing else is under way. */
  firstIsBytes?: boolean
}

export type Answered = (error: Error | null, result: pg.QueryResult) => void

/** What the library's queries have, and do not show. */
interface Inside {
  name: string
  text: string
  _result: pg.QueryResult & { _parsers: unknown; _prebuiltEmptyResultObject: object | null }
  _results: unknown
  _accumulateRows: boolean
  hasBeenParsed(connection: Line): boolean
}

/** What is used of the library's connection. */
interface Line {
  submittedNamedStatements: Record<string, string>
  parse(message: { text: string; name: string }): void
  bind(message: object): void
  describe(message: object): void
  execute(message: object): void
  sync(): void
}

const { utils } = pg as unknown as { utils: { prepareValue(value: unknown): unknown } }

const { handleDataRow } = pg.Query.prototype as unknown as { handleDataRow(message: object): void }

/** Of a statement that answers no rows. */
const none: RowShape = { fields: [], parsers: undefined, empty: null }

/** Connections that keep the same plan have one shape of it. */
const shared: RowShapes = new Map()

/**
 * A statement whose plan the connection keeps. What its rows look like is asked once.
 */
export class PlannedQuery extends pg.Query {
  readonly #shapes: RowShapes
  readonly #inside = this as unknown as Inside
  readonly #values: unknown[]
  readonly #firstIsBytes: boolean
  #isAsked = false
  #first: ReturnType<typeof firstColumnsOf> | null = null

  /** @throws Error for a value that cannot be sent */
  constructor(shapes: RowShapes, planned: Planned, answered: Answered) {
    const { name, text, values, rowMode, firstIsBytes = false } = planned
    super(text)
    this.#shapes = shapes
    this.#firstIsBytes = firstIsBytes
    this.#values = values.map(value => utils.prepareValue(value))
    Object.assign(this, { name, callback: answered })
    if (rowMode === undefined) return
    const result = new pg.Result(rowMode, undefined as never)
    this.#inside._result = result as unknown as Inside['_result']
    this.#inside._results = result
  }

  /** Is what the library calls for statements that have a name. */
  prepare(connection: Line): void {
    const inside = this.#inside
    const { name, text } = inside
    if (this.#firstIsBytes) {
      this.#first = firstColumnsOf(connection)
      this.#first.begin()
    }
    if (!inside.hasBeenParsed(connection)) {
      connection.parse({ text, name })
      connection.submittedNamedStatements[name] = text
    }
    connection.bind({ statement: name, values: this.#values })
    const shape = this.#shapes.get(name)
    if (shape) this.#expect(shape)
    else connection.describe({ type: 'P', name: '' })
    this.#isAsked = shape === undefined
    connection.execute({})
    connection.sync()
  }

  handleDataRow(message: object): void {
    handleDataRow.call(this, message)
    const row = this.#inside._result.rows.at(-1) as unknown[] | undefined
    if (this.#first !== null && row !== undefined) row[0] = this.#first.last
  }

  handleCommandComplete(message: object): void {
    const { _result, name } = this.#inside
    ;(_result as unknown as { addCommandComplete(message: object): void }).addCommandComplete(
      message,
    )
    if (this.#isAsked) this.#shapes.set(name, shapeOf(name, _result))
  }

  #expect({ fields, parsers, empty }: RowShape): void {
    const { _result } = this.#inside
    _result.fields = fields as pg.FieldDef[]
    _result._parsers = parsers
    _result._prebuiltEmptyResultObject = empty
    this.#inside._accumulateRows = true
  }
}

function shapeOf(name: string, result: Inside['_result']): RowShape {
  const { fields, _parsers, _prebuiltEmptyResultObject } = result
  if (fields.length === 0) return none
  const known = shared.get(name)
  const isKnown = known?.fields.length === fields.length && known.fields.every(isSame)
  if (isKnown) return known
  const shape = { fields, parsers: _parsers, empty: _prebuiltEmptyResultObject }
  shared.set(name, shape)
  return shape

  function isSame({ name, dataTypeID }: RowShape['fields'][number], i: number): boolean {
    return fields[i]!.name === name && fields[i]!.dataTypeID === dataTypeID
  }
}
