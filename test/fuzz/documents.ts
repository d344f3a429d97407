/** GraphQL requests generated from a schema: random valid ones, and mutations of them. */
import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql'
import type { Tenant } from '../authorization/tenant.ts'
import type { Random } from '../lead-model/random.ts'

export interface Request {
  query: unknown
  variables?: unknown
  operationName?: unknown
}

type Field = GraphQLField<unknown, unknown>

/** Generates a valid document of one to three roots with random fields. */
export function validDocument(schema: GraphQLSchema, random: Random, tenant: Tenant): string {
  const roots = Object.values(schema.getQueryType()!.getFields())
  const count = random.int(1, 3)
  const selected = Array.from({ length: count }, (_, i) =>
    buildRoot(random.pick(roots), i, random, tenant),
  )
  return `query Good { ${selected.join(' ')} }`
}

function buildRoot(field: Field, i: number, random: Random, tenant: Tenant): string {
  const findUid = (name: string) =>
    name === 'uid' ? tenant.uids[`${field.name}Uid`] : tenant.uids[name]
  const required = field.args.filter(({ type }) => isNonNullType(type))
  const usable = field.args.filter(({ name }) => findUid(name) !== undefined)
  const chosen = required.length > 0 ? required : [random.pick(usable)]
  const args = chosen.map(({ name, type }) => {
    const uid = JSON.stringify(findUid(name))
    return `${name}: ${isListType(getNullableType(type)) ? `[${uid}]` : uid}`
  })
  return `r${i}: ${field.name}(${args.join(' ')}) ${selectFields(field.type, random, 4)}`
}

function selectFields(type: GraphQLOutputType, random: Random, depth: number): string {
  const named = getNamedType(type)
  if (!isObjectType(named)) return ''
  const fields = Object.values(named.getFields()).filter(
    ({ args }) => !args.some(arg => isNonNullType(arg.type)),
  )
  const chosen = fields
    .filter(() => random.chance(0.3))
    .map(field => {
      const inner = isObjectType(getNamedType(field.type))
      if (inner && depth === 0) return ''
      const directive = random.chance(0.04) ? ' @include(if: true)' : ''
      return `${field.name}${directive} ${selectFields(field.type, random, depth - 1)}`
    })
  const plain = ['__typename', ...chosen].join(' ')
  return random.chance(0.2) ? `{ ... on ${named.name} { ${plain} } }` : `{ ${plain} }`
}

const literals = [
  ...['null', 'true', '-1', '0', '1e309', '99999999999999999999', '0.5', '""', '"x"', '[]', '{}'],
  ...['[null]', '[[["x"]]]', '{a: {b: [1]}}', 'NO_SUCH_WORD', '$unknown', '"""block"""'],
  ...[
    '"\\u0000"',
    '"\\ud800"',
    '"\\u{1F600}"',
    '"%"',
    '"2026-02-30"',
    '"0000-01-01"',
    '"99999-01-01"',
  ],
  ...['"eyJvZmZzZXQiOi0xfQ"', '"eyJvZmZzZXQiOjFlOTl9"', `"${'x'.repeat(5_000)}"`, '"9999-12-31"'],
]

/** Generates each argument of a root once, with an invalid value. */
export function malformedArguments(
  schema: GraphQLSchema,
  random: Random,
  tenant: Tenant,
): string[] {
  const roots = Object.values(schema.getQueryType()!.getFields())
  return roots.flatMap(field =>
    field.args.flatMap(arg => {
      const identifying = field.args.filter(
        other => other !== arg && isIdentifying(other, field, tenant),
      )
      const uidArgument =
        identifying.length > 0 ? identifyingArgument(identifying[0]!, field, tenant) : ''
      return [1, 2, 3, 4].map(
        () =>
          `{ ${field.name}(${uidArgument} ${arg.name}: ${random.pick(literals)}) { __typename } }`,
      )
    }),
  )
}

function isIdentifying({ name }: GraphQLArgument, field: Field, { uids }: Tenant): boolean {
  return uids[name === 'uid' ? `${field.name}Uid` : name] !== undefined
}

function identifyingArgument(
  { name, type }: GraphQLArgument,
  field: Field,
  { uids }: Tenant,
): string {
  const uid = JSON.stringify(uids[name === 'uid' ? `${field.name}Uid` : name])
  return `${name}: ${isListType(getNullableType(type)) ? `[${uid}]` : uid}`
}

/** Generates variables of each argument type with values of other types. */
export function malformedVariables(schema: GraphQLSchema, random: Random): Request[] {
  const values = [
    ...[undefined, null, true, 0, -1, 0.5, 1e308, 2 ** 40, '', 'x', '\u0000', '\ud800', [], {}],
    ...[['x', 1], { a: 1 }, [[['x']]], 'x'.repeat(70_000), JSON.parse('{"__proto__":{"a":1}}')],
  ]
  const roots = Object.values(schema.getQueryType()!.getFields())
  return roots.flatMap(field =>
    field.args.flatMap(arg => {
      const root = `${field.name}(${arg.name}: $v) { __typename }`
      const query = `query ($v: ${typeText(arg.type)}) { ${root} }`
      return [1, 2].map(() => ({ query, variables: { v: random.pick(values), more: 1 } }))
    }),
  )
}

function typeText(type: GraphQLInputType): string {
  return isEnumType(getNamedType(type)) ? 'String' : String(type)
}

/** Mutates a document: characters deleted, doubled, or moved. */
export function scramble(document: string, random: Random): string {
  const at = random.int(0, document.length)
  const [start, end] = [document.slice(0, at), document.slice(at)]
  const odd = [
    '{',
    '}',
    '(',
    ')',
    '"',
    '"""',
    '$',
    '@',
    '...',
    ':',
    '!',
    '\u0000',
    '\ud800',
    '🏠',
    '#',
  ]
  return random.pick([
    () => start,
    () => start + end.slice(random.int(1, 9)),
    () => start + random.pick(odd) + end,
    () => start + start + end,
    () => document.replaceAll(random.pick(['{', '}', ' ', 'r0']), random.pick(odd)),
  ])()
}

/** Documents that are invalid, recursive or much too large. */
export function malformedDocuments(root: string): string[] {
  const times = (count: number, make: (i: number) => string) =>
    Array.from({ length: count }, (_, i) => make(i)).join(' ')
  const deep = (count: number) => `${'{ a '.repeat(count)}${'}'.repeat(count)}`
  return [
    '{ nothing }',
    `{ ${root} }`,
    `{ ${root} { __typename nothing } }`,
    `{ ${root}(nothing: 1) { __typename } }`,
    `mutation { ${root} { __typename } }`,
    `subscription { ${root} { __typename } }`,
    'type Query { a: Int }',
    'query A { __typename } query B { __typename }',
    'query A { __typename } query A { __typename }',
    '{ __typename } fragment Unused on Nothing { a }',
    '{ ...Nothing }',
    'query { ...A } fragment A on Query { ...B } fragment B on Query { ...A }',
    `{ ${root} { ...A } } fragment A on ${root} { ...A }`,
    '{ __typename @nothing }',
    '{ __typename @include(if: "x") @skip }',
    '{ __typename @include }',
    `{ ${times(25, () => '__typename @include(if: true)')} }`,
    `{ ${times(60, i => `a${i}: __typename`)} }`,
    `{ ${times(12, i => `a${i}: ${root} { __typename }`)} }`,
    `{ ${times(3_000, () => '__typename')} }`,
    `{ ${root} ${deep(40)} }`,
    deep(1_900),
    deep(3_000),
    `{ ${'... { '.repeat(1_300)} a ${'}'.repeat(1_300)} }`,
    `type Query { a: ${'['.repeat(1_900)}Int${']'.repeat(1_900)} }`,
    `{ __schema ${deep(5).replaceAll('a', 'types')} }`,
    '{ __type(name: 1) { name } }',
    '{ __type(name: "\\u0000") { fields { type { ofType { ofType { name } } } } } }',
    `query ($a: ${'['.repeat(200)}String${']'.repeat(200)}) { __typename }`,
    'query ($a: Nothing) { __typename }',
    'query ($a: Int = "x") { __typename }',
    `query (${times(500, i => `$a${i}: Int`)}) { __typename }`,
    `{ a: __typename a: ${root} { __typename } }`,
    `#${'x'.repeat(70_000)}\n{ __typename }`,
    `{ ${root}(_cursor: "${'x'.repeat(60_000)}") { __typename } }`,
    '\ufeff{ __typename }',
    '\u0000{ __typename }',
    '{ __typename, , ,, }',
    '{ __typename(a: 1) }',
    '{ __proto__ constructor toString }',
    '{ ... @include(if: false) { __typename } }',
    '{}',
    '{',
    '',
    '   ',
    '# only a comment',
    'null',
    '🏠',
  ]
}

export const malformedRequests: string[] = [
  '',
  '[]',
  '[{"query":"{ __typename }"}]',
  '{}',
  '{"query":null}',
  '{"query":1}',
  '{"query":["{ __typename }"]}',
  '{"query":{"a":1}}',
  '{"query":"{ __typename }","variables":[]}',
  '{"query":"{ __typename }","variables":"x"}',
  '{"query":"{ __typename }","variables":1}',
  '{"query":"{ __typename }","variables":{"__proto__":{"a":1}}}',
  '{"query":"{ __typename }","operationName":1}',
  '{"query":"{ __typename }","operationName":"Nobody"}',
  '{"query":"query A { __typename }","operationName":"__proto__"}',
  '{"query":"{ __typename }","extensions":{"persistedQuery":{"version":1}}}',
  '{"query":"{ __typename }"',
  'query=%7B__typename%7D',
  `{"query":"{ __typename }","x":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
]
