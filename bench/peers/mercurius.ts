// Mercurius on Fastify: JIT from a document's second execution, its own batch loaders, no logger.
import Fastify from 'fastify'
import { GraphQLScalarType } from 'graphql'
import mercurius from 'mercurius'
import {
  employeesByUid,
  type KeyedRow,
  type LeadRow,
  leadsOfProperty,
  ordersOfLeads,
  propertiesByUid,
} from './lead-rows.ts'
import { resolvers } from './lead-rules.ts'
import { typeDefs } from './lead-schema.ts'

type Queries = { obj: LeadRow }[]

const one = <Row>(row: Row | undefined) => (row ? [row] : [])

/** Loads each key once and hands every lead its list of one or none. */
async function related(
  queries: Queries,
  keyOf: (lead: LeadRow) => string | null,
  load: (uids: string[]) => Promise<KeyedRow[]>,
) {
  const keys = new Set(queries.map(({ obj }) => keyOf(obj)).filter(key => key !== null))
  const found = new Map((await load([...keys])).map(row => [row.uid, row]))
  return queries.map(({ obj }) => one(found.get(keyOf(obj) ?? '')))
}

// A loader without its cache, as its documentation advises where objects are not read twice.
const loader = <Loader>(load: Loader) => ({ loader: load, opts: { cache: false } })

const loaders = {
  Lead: {
    order: loader(async (queries: Queries) => {
      const orders = await ordersOfLeads(queries.map(({ obj }) => obj.uid))
      const found = new Map(orders.map(order => [order.leadUid, order]))
      return queries.map(({ obj }) => one(found.get(obj.uid)))
    }),
    property: loader((queries: Queries) =>
      related(queries, lead => lead.propertyUid, propertiesByUid),
    ),
    assignee: loader((queries: Queries) =>
      related(queries, lead => lead.assigneeUid, employeesByUid),
    ),
  },
}

const app = Fastify({ logger: false })
app.register(mercurius, {
  schema: typeDefs,
  resolvers: {
    ...resolvers,
    BigDecimal: new GraphQLScalarType({ name: 'BigDecimal', serialize: Number }),
    Query: {
      leads: (_: unknown, { propertyUid }: { propertyUid: string }) => leadsOfProperty(propertyUid),
    },
  } as never,
  loaders: loaders as never,
  jit: 1,
  graphiql: false,
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
