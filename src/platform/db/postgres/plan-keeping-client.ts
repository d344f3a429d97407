import type pg from 'pg'
import { isOutlived, noteStatement } from '../failed-statement.ts'
import { nameOf } from '../prepare.ts'
import { type Answered, type Planned, PlannedQuery, type RowShapes } from './planned-query.ts'
import { ReadyClient } from './ready-client.ts'

/** What a statement is told that came after one that has failed. */
const aborted = '25P02'

/** Every connection keeps each plan, so their number is bounded; further texts are planned anew. */
const plansMax = 300

/** The names of the texts that are kept, the same on every connection. */
const names = new Map<string, string>()

/**
 * A connection that keeps the plan of every statement with parameters. Planning a wide statement
 * costs many times what running it costs, and an act of a request is a dozen statements.
 */
export class PlanKeepingClient extends ReadyClient {
  readonly #shapes: RowShapes = new Map()
  /** A plan that a migration has outlived is of no use; after one, all are made anew. */
  #generation = 0
  /** What failed last by itself. */
  #reason: unknown = null

  override query(...args: unknown[]): never {
    const planned = this.#plannedOf(args)
    if (planned !== null) return this.#ask(planned) as never
    const text = textOf(args[0])
    const run = super.query as (...args: unknown[]) => unknown
    if (text === null) return run.apply(this, args) as never
    if (text.startsWith('begin')) this.#reason = null
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const answered = (error: unknown, result: unknown) =>
        callback(error && this.#told(error, text), result)
      return run.apply(this, [...args.slice(0, -1), answered]) as never
    }
    return this.#answer(text, answered => run.apply(this, [...args, answered])) as never
  }

  /** Null: the pool asks by callback, and all else without values. */
  #plannedOf([query, values, ...others]: unknown[]): Planned | null {
    if ([values, ...others].some(one => typeof one === 'function')) return null
    if (typeof query === 'string' && Array.isArray(values)) {
      const name = keptName(query, values)
      return name === null ? null : { name: `${name}_${this.#generation}`, text: query, values }
    }
    const { name, text, values: given, rowMode, firstIsBytes } = query as Partial<Planned>
    if (!name || !text || !given) return null
    const wanted = { ...(rowMode ? { rowMode } : {}), ...(firstIsBytes ? { firstIsBytes } : {}) }
    return { name, text, values: given, ...wanted }
  }

  #ask(planned: Planned): Promise<pg.QueryResult> {
    return this.#answer(planned.text, answered =>
      super.query(new PlannedQuery(this.#shapes, planned, answered)),
    )
  }

  async #answer(text: string, send: (answered: Answered) => void): Promise<pg.QueryResult> {
    try {
      return await new Promise((resolve, reject) =>
        send((error, result) => (error ? reject(this.#told(error, text)) : resolve(result))),
      )
    } catch (error) {
      // Who has asked is of more use than who has read the answer.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  /**
   * What whoever asked is told of a failure. It is found out as soon as that is read: of what was
   * sent together, promises may be heard in another order.
   */
  #told(failure: unknown, text: string): unknown {
    const error = this.#reasonFor(failure)
    noteStatement(error, text)
    if (isOutlived(error)) this.#generation++
    return error
  }

  /** Whoever only hears that another statement has failed is told why that has. */
  #reasonFor(failure: unknown): unknown {
    if ((failure as { code?: unknown } | null)?.code === aborted) return this.#reason ?? failure
    this.#reason = failure
    return failure
  }
}

/** Null: it is no statement, or one that answers by itself, as `copy` does. */
function textOf(query: unknown): string | null {
  if (typeof query === 'string') return query
  const { text, submit } = (query ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && typeof submit !== 'function' ? text : null
}

function keptName(text: string, values: unknown[]): string | null {
  if (values.length === 0) return null
  const known = names.get(text)
  if (known !== undefined) return known
  if (names.size >= plansMax) return null
  const name = nameOf(text)
  names.set(text, name)
  return name
}
