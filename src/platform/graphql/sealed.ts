/**
 * Texts that are stored sealed: the database hands them on as they are, within the JSON text of an
 * answer, and they are opened where that text arrives. What marks them are control characters as
 * such, which no JSON text has: whatever anybody writes is escaped.
 */
import { sql } from 'kysely'
import { opened, type Sealer } from '../seal.ts'
import type { Selected } from './collect.ts'
import type { Row, SealedField, Sql, Types } from './fields.ts'

const edge = '\u0001'
const gap = '\u0002'

/** The JSON text of a sealed field, still sealed. */
export function sealedSql(field: SealedField, row: Row): Sql {
  const [clear, sealed] = [field.clear(row), field.sealed(row)]
  return sql`case when ${sealed} is not null and ${clear} is null
    then chr(1) || ${field.place(row)} || chr(2) || coalesce(${field.keyId(row)}, '')
      || chr(2) || encode(${sealed}, 'hex') || chr(1)
    else coalesce(to_json(${clear})::text, 'null') end`
}

/** Whether a selection asks for something that is stored sealed. */
export function asksSealed(types: Types, selection: Selected[]): boolean {
  return selection.some(
    ({ parent, name, fields }) =>
      types[parent]?.[name]?.kind === 'sealed' || asksSealed(types, fields),
  )
}

/** An answer's JSON text with all opened; what no key opens is null. */
export function openSealed(json: string, sealer: Pick<Sealer, 'open'>): string {
  const parts = json.split(edge)
  for (let i = 1; i < parts.length; i += 2) {
    const [place, keyId, hex] = parts[i]!.split(gap) as [string, string, string]
    const bytes = Buffer.from(hex, 'hex')
    parts[i] = JSON.stringify(opened(() => sealer.open({ keyId, bytes }, place)))
  }
  return parts.join('')
}
