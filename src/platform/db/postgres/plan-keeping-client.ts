import pg from 'pg'
import { isOutlived, noteStatement, noting } from '../failed-statement.ts'
import { nameOf } from '../prepare.ts'
import { type Planned, PlannedQuery, type RowShapes } from './planned-query.ts'

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
export class PlanKeepingClient extends pg.Client {
  readonly #shapes: RowShapes = new Map()
  /** A plan that a migration has outlived is of no use; after one, all are made anew. */
  #generation = 0
  /** What failed last by itself. */
  #reason: unknown = null

  override query(...args: unknown[]): never {
    const planned = typeof args.at(-1) === 'function' ? null : this.#plannedOf(args)
    if (planned !== null) return this.#ask(planned) as never
    if (typeof args[0] === 'string' && args[0].startsWith('begin')) this.#reason = null
    const run = super.query as (...args: unknown[]) => unknown
    const answer = noteFailure(args, args => run.apply(this, args))
    if (!(answer instanceof Promise)) return answer as never
    return answer.catch(failure => {
      throw this.#reasonFor(failure)
    }) as never
  }

  #plannedOf([query, values]: unknown[]): Planned | null {
    if (typeof query === 'string' && Array.isArray(values)) {
      const name = keptName(query, values)
      return name === null ? null : { name: `${name}_${this.#generation}`, text: query, values }
    }
    const { name, text, values: given, rowMode } = query as Partial<Planned>
    if (!name || !text || !given) return null
    return { name, text, values: given, ...(rowMode ? { rowMode } : {}) }
  }

  async #ask(planned: Planned): Promise<pg.QueryResult> {
    try {
      return await new Promise((resolve, reject) => {
        const answered = (error: Error | null, result: pg.QueryResult) =>
          error ? reject(error) : resolve(result)
        super.query(new PlannedQuery(this.#shapes, planned, answered))
      })
    } catch (failure) {
      const error = this.#reasonFor(failure)
      noteStatement(error, planned.text)
      if (isOutlived(error)) this.#generation++
      // Who has asked is of more use than who has read the answer.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    }
  }

  /** Whoever only hears that another statement has failed is told why that has. */
  #reasonFor(failure: unknown): unknown {
    if ((failure as { code?: unknown } | null)?.code === aborted) return this.#reason ?? failure
    this.#reason = failure
    return failure
  }
}

/** The pool asks by callback, others by promise. */
function noteFailure(args: unknown[], run: (args: unknown[]) => unknown): unknown {
  const [query] = args
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | null)?.text
  if (typeof text !== 'string') return run(args)
  const callback = args.at(-1)
  if (typeof callback !== 'function') {
    const answer = run(args)
    return answer instanceof Promise ? noting(text, () => answer) : answer
  }
  const noted = (error: unknown, result: unknown) => {
    noteStatement(error, text)
    callback(error, result)
  }
  return run([...args.slice(0, -1), noted])
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
