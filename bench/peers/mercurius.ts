// Mercurius on Fastify: JIT from a document's second execution, its own batch loaders, no logger.
import Fastify from 'fastify'
import { GraphQLScalarType } from 'graphql'
import mercurius from 'mercurius'
import {
  employeesByUid,
  type KeyedRow,
  type LeadRow,
  listLeads,
  listOrders,
  propertiesByUid,
} from './lead-rows.ts'
import { resolvers } from './lead-rules.ts'
import { typeDefs } from './lead-schema.ts'

type Queries = { obj: LeadRow }[]

const toList = <Row>(row: Row | undefined) => (row ? [row] : [])

/** Loads each key once. Returns a list with at most one row per lead. */
async function loadRelated(
  queries: Queries,
  selectKey: (lead: LeadRow) => string | null,
  load: (uids: string[]) => Promise<KeyedRow[]>,
) {
  const keys = new Set(queries.map(({ obj }) => selectKey(obj)).filter(key => key !== null))
  const byKey = new Map((await load([...keys])).map(row => [row.uid, row]))
  return queries.map(({ obj }) => toList(byKey.get(selectKey(obj) ?? '')))
}

// A loader without a cache, as its documentation advises for objects that are read once.
const loader = <Loader>(load: Loader) => ({ loader: load, opts: { cache: false } })

const loaders = {
  Lead: {
    order: loader(async (queries: Queries) => {
      const orders = await listOrders(queries.map(({ obj }) => obj.uid))
      const byKey = new Map(orders.map(order => [order.leadUid, order]))
      return queries.map(({ obj }) => toList(byKey.get(obj.uid)))
    }),
    property: loader((queries: Queries) =>
      loadRelated(queries, lead => lead.propertyUid, propertiesByUid),
    ),
    assignee: loader((queries: Queries) =>
      loadRelated(queries, lead => lead.assigneeUid, employeesByUid),
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
      leads: (_: unknown, { propertyUid }: { propertyUid: string }) => listLeads(propertyUid),
    },
  } as never,
  loaders: loaders as never,
  jit: 1,
  graphiql: false,
})
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT) })
