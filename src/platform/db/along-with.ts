/** Two statements that are asked as one. */
import { LRUCache } from 'lru-cache'
import type { Row, Run, Statement } from './database.ts'
import { nameOf } from './prepare.ts'

/** A statement of one row at most, with its values. */
export interface Asked {
  statement: Statement
  values: unknown[]
}

/** Clients send what makes the texts of statements differ. */
const wholesMax = 200

const wholes = new LRUCache<string, Statement>({ max: wholesMax })

/**
 * Asks for a row and, by the same statement and so from the same snapshot, for that of another.
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
  const [row] = await run(whole, [...asked.values, ...beside.values])
  const found = row!.slice(0, -besideColumns - 1)
  const other = row!.slice(-besideColumns - 1)
  return { rows: presentOf(found), beside: presentOf(other)[0] ?? null }
}

/** Its columns, of which the last one tells whether there is a row at all. */
function presentOf(columns: Row): Row[] {
  return columns.at(-1) === true ? [columns.slice(0, -1)] : []
}

function wholeOf({ statement, values }: Asked, beside: Asked): Statement {
  const key = `${statement.name} ${beside.statement.name}`
  const known = wholes.get(key)
  if (known) return known
  const text = `select q.*, k.* from (select 1) one
    left join (select s.*, true from (${statement.text}) s) q on true
    left join (select s.*, true from (${shifted(beside.statement.text, values.length)}) s) k on true`
  const whole = { ...statement, name: nameOf(text), text }
  wholes.set(key, whole)
  return whole
}

/** A text whose parameters come after others. */
function shifted(text: string, by: number): string {
  return text.replace(/\$(\d+)/g, (_, place: string) => `$${Number(place) + by}`)
}
