import type { Piece } from '../../responses/pieces.ts'
import type { Call } from '../call.ts'
import { introspect } from '../introspect.ts'
import type { Schema } from '../schema.ts'
import { dataIsNull, errorsText, fieldValue, type RootResult, refusalOf } from './answer.ts'

/**
 * `{"errors":…,"data":…` of a call that was run, without the closing brace: texts, and where the
 * value of a result comes the result itself.
 */
export function outlineOf<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  schema: Schema<Caller>,
): (string | RootResult<Caller>)[] {
  const errors = errorsText(results)
  if (dataIsNull(results)) return [`{${errors}"data":null`]
  const introspected = introspect(schema.graphql, call)
  const entries = call.selected.flatMap(({ key }, i) => {
    const result = results.find(({ call }) => call.selected.key === key)
    const name = `${i === 0 ? '' : ','}"${key}":`
    if (!result) return [name, introspected[key]!]
    return [name, refusalOf(result) ? 'null' : result]
  })
  return [`{${errors}"data":{`, ...entries, '}']
}

/** The same, with the values of the results. */
export function bodyOf<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  schema: Schema<Caller>,
): Piece[] {
  const parts = outlineOf(call, results, schema)
  return parts.flatMap((part): Piece[] => (typeof part === 'string' ? [part] : fieldValue(part)))
}
