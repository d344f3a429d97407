/** Fields of the lists with `updatedSince`, by the served OpenAPI document. */
import { type Document, listLeaves, readResponseSchema, resolveReferences } from './body-fields.ts'
import { changesWithTime, lists, queriedFields } from './compare-deltas.ts'

/** Lists the fields of each list, of single objects, and of the lead query. */
export function listVisibleFields(document: Document): string[] {
  const fields = Object.entries(lists).flatMap(([name, { path, one }]) => {
    const { properties } = readResponseSchema(document, path)
    const own = one ? Object.values(readResponseSchema(document, `${one}/:uid`).properties!) : []
    const schemas = [resolveReferences(document, properties![name]!).items!, ...own]
    return schemas.flatMap(schema =>
      listLeaves(document, schema)
        .filter(({ path }) => !path.some(changesWithTime))
        .map(({ path }) => `${name} ${path.join('.').replaceAll('.0', '[]')}`),
    )
  })
  return [...new Set([...fields, ...queriedFields().map(field => `leads ${field}`)])]
}

/** Lists the fields that neither changed nor contain a changed field. */
export function listUnchangedFields(fields: string[], changed: ReadonlySet<string>): string[] {
  const paths = [...changed]
  return fields.filter(
    field =>
      !paths.some(
        path =>
          path === field || (/^[.[]/.test(path.slice(field.length)) && path.startsWith(field)),
      ),
  )
}
