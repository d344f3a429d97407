/** Schemas of answers are compiled when the first answer is written, so it must be known before. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { describeRoute } from '../src/platform/openapi/describe-route.ts'
import type { Route } from '../src/platform/rest/route.ts'
import { schemaAt } from '../src/platform/rest/schema-at.ts'
import { existsIn, type Version } from '../src/platform/rest/version.ts'
import { operationWords } from '../src/rental/glossary.ts'
import { callerWords } from '../src/rental/reference.ts'
import { legacyRoutes, routes, unversionedRoutes } from '../src/rental/routes.ts'
import { legacyVersion, newestVersion, versions } from '../src/rental/versions.ts'

type Routes = readonly Route<never>[]

const scopes: [name: string, Version, Routes][] = [
  ['v2', legacyVersion, legacyRoutes as Routes],
  ['no version', newestVersion, unversionedRoutes as Routes],
  ...versions.map((version): [string, Version, Routes] => [version, version, routes as Routes]),
]

/** A schema, or one for each type of content. */
interface Answer {
  content?: Record<string, { schema: object }>
}

const compile = SerializerSelector()({}, {})
const compiled = new Set<string>()

function compileAnswers(route: Route<never>, version: Version): number {
  const answer = route.answer && schemaAt(route.answer, version)
  const served = { ...route, access: { callers: ['agency'], ...route.access } }
  const { response } = describeRoute(served, answer, {
    callers: callerWords,
    says: operationWords,
  })
  const answers = Object.values(response as Record<string, Answer>)
  const schemas = answers.flatMap(({ content, ...schema }) =>
    content ? Object.values(content).map(one => one.schema) : schema,
  )
  for (const schema of schemas) {
    const text = JSON.stringify(schema)
    const { method, path: url } = route
    if (!compiled.has(text)) compile({ schema, method, url, httpStatus: '' })
    compiled.add(text)
  }
  return schemas.length
}

describe('every schema of an answer', () => {
  for (const [name, version, all] of scopes) {
    it(`can be compiled, of ${name}`, () => {
      const served = all.filter(route => existsIn(version, route))
      for (const route of served) assert.ok(compileAnswers(route, version) > 0, route.path)
      assert.ok(served.length > 0)
    })
  }
})
