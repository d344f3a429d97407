/** Two statements that are asked as one. */
import { LRUCache } from 'lru-cache'
import type { Row, Run, Statement } from '../database.ts'
import { nameOf } from '../prepare.ts'

/** A statement with its values. */
export interface Asked {
  statement: Statement
  values: unknown[]
}

/** Clients send what makes the texts of statements differ. */
const wholesMax = 200

const wholes = new LRUCache<string, Statement>({ max: wholesMax })

/**
 * Asks for rows and, by the same statement and so from the same snapshot, for what another says,
 * which has one row at most.
 *
 * @param besideColumns how many columns the other has
 */
export async function askAlongWith(
  run: Run,
  asked: Asked,
  beside: Asked,
  besideColumns: number,
): Promise<{ rows: Row[]; beside: Row | null }> {
  const whole = wholeOf(asked, beside)
  const answered = await run(whole, [...asked.values, ...beside.values])
  const end = -besideColumns - 1
  const rows = answered.flatMap(row => presentOf(row.slice(0, end)))
  return { rows, beside: presentOf(answered[0]!.slice(end))[0] ?? null }
}

/** Its columns, of which the last one tells whether there is a row at all. */
function presentOf(columns: Row): Row[] {
  return columns.at(-1) === true ? [columns.slice(0, -1)] : []
}

function wholeOf({ statement, values }: Asked, beside: Asked): Statement {
  const key = `${statement.name} ${beside.statement.name}`
  const known = wholes.get(key)
  if (known) return known
  // The other first, so that the rows stay in their order.
  const text = `select q.*, k.* from (select 1) one
    left join (select s.*, true from (${shifted(beside.statement.text, values.length)}) s) k on true
    left join (select s.*, true from (${statement.text}) s) q on true`
  const whole = { ...statement, name: nameOf(text), text }
  wholes.set(key, whole)
  return whole
}

/** A text whose parameters come after others. */
function shifted(text: string, by: number): string {
  return text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + by}`)
}
