import pg from 'pg'
import { noteStatement, noting } from '../failed-statement.ts'
import { nameOf } from '../prepare.ts'

/** Every connection keeps each plan, so their number is bounded; further texts are planned anew. */
const plansMax = 300

/** The names of the texts that are kept, the same on every connection. */
const names = new Map<string, string>()

/**
 * A connection that keeps the plan of every statement with parameters. Planning a wide statement
 * costs many times what running it costs, and an act of a request is a dozen statements.
 */
export class PlanKeepingClient extends pg.Client {
  /** A plan that a migration has outlived is of no use; after one, all are made anew. */
  #generation = 0

  override query(...args: unknown[]): never {
    const [text, values] = args
    const name = typeof text === 'string' && Array.isArray(values) ? keptName(text, values) : null
    const run = super.query as (...args: unknown[]) => unknown
    if (name === null) return noteFailure(args, args => run.apply(this, args)) as never
    const config = { name: `${name}_${this.#generation}`, text, values }
    const answer = noting(text as string, () => run.call(this, config) as Promise<unknown>)
    return answer.catch((error: unknown) => {
      if (isOutlived(error)) this.#generation++
      throw error
    }) as never
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

/** Whether a kept plan no longer fits the tables: the statement may be run again. */
export function isOutlived(error: unknown): boolean {
  const { message } = (error ?? {}) as { message?: unknown }
  return typeof message === 'string' && message.startsWith('cached plan must not change')
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
