/** The fields that the lists with `updatedSince` show, as the served OpenAPI document has them. */
import { type Document, leavesOf, resolved, responseSchemaOf } from './body-fields.ts'
import { isOfTime, lists, queriedFields } from './look.ts'

/** Returns the fields of each list, of the own paths of its objects, and of the lead query. */
export function shownFields(document: Document): string[] {
  const fields = Object.entries(lists).flatMap(([name, { path, one }]) => {
    const { properties } = responseSchemaOf(document, path)
    const own = one ? Object.values(responseSchemaOf(document, `${one}/:uid`).properties!) : []
    const schemas = [resolved(document, properties![name]!).items!, ...own]
    return schemas.flatMap(schema =>
      leavesOf(document, schema)
        .filter(({ way }) => !way.some(isOfTime))
        .map(({ way }) => `${name} ${way.join('.').replaceAll('.0', '[]')}`),
    )
  })
  return [...new Set([...fields, ...queriedFields().map(field => `leads ${field}`)])]
}

/** Returns the fields that are none of those that changed, nor hold one of them. */
export function unchangedFields(fields: string[], changed: ReadonlySet<string>): string[] {
  const paths = [...changed]
  return fields.filter(
    field =>
      !paths.some(
        path =>
          path === field || (/^[.[]/.test(path.slice(field.length)) && path.startsWith(field)),
      ),
  )
}
