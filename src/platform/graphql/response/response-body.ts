import type { Piece } from '../../responses/pieces.ts'
import { introspect } from '../introspect.ts'
import type { Call } from '../operation.ts'
import type { Schema } from '../schema.ts'
import { dataIsNull, errorsText, fieldValue, type RootResult, rootError } from './envelope.ts'

/**
 * Returns `{"errors":…,"data":…` of an executed call without the closing brace, as a list of texts
 * with the results in place of their values.
 */
export function buildOutline<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  schema: Schema<Caller>,
): (string | RootResult<Caller>)[] {
  const errors = errorsText(results)
  if (dataIsNull(results)) return [`{${errors}"data":null`]
  const introspected = introspect(schema.graphql, call)
  const entries = call.selected.flatMap(({ key }, i) => {
    const result = results.find(({ root }) => root.selected.key === key)
    const name = `${i === 0 ? '' : ','}"${key}":`
    if (!result) return [name, introspected[key]!]
    return [name, rootError(result) ? 'null' : result]
  })
  return [`{${errors}"data":{`, ...entries, '}']
}

/** Returns the body of {@link buildOutline}, with the values of the results. */
export function buildBody<Caller>(
  call: Call<Caller>,
  results: RootResult<Caller>[],
  schema: Schema<Caller>,
): Piece[] {
  const outline = buildOutline(call, results, schema)
  return outline.flatMap((part): Piece[] => (typeof part === 'string' ? [part] : fieldValue(part)))
}
