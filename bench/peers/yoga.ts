// GraphQL Yoga on node:http: DataLoader per request, JIT plugin, parse and validation cache.
// RESPONSE_CACHE=1: with its response cache, whose responses may be a minute old.
import { createServer } from 'node:http'
import { useGraphQlJit } from '@envelop/graphql-jit'
import { useResponseCache } from '@graphql-yoga/plugin-response-cache'
import DataLoader from 'dataloader'
import { GraphQLScalarType } from 'graphql'
import { createSchema, createYoga } from 'graphql-yoga'
import {
  employeesByUid,
  type KeyedRow,
  type LeadRow,
  listLeads,
  listOrders,
  type OrderRow,
  propertiesByUid,
} from './lead-rows.ts'
import { resolvers } from './lead-rules.ts'
import { typeDefs } from './lead-schema.ts'

function createLoader<Row>(
  load: (uids: string[]) => Promise<Row[]>,
  selectKey: (row: Row) => string,
): DataLoader<string, Row[]> {
  return new DataLoader(async uids => {
    const byKey = new Map((await load(uids as string[])).map(row => [selectKey(row), [row]]))
    return uids.map(uid => byKey.get(uid) ?? [])
  })
}

const context = () => ({
  orders: createLoader<OrderRow>(listOrders, row => row.leadUid),
  properties: createLoader<KeyedRow>(propertiesByUid, row => row.uid),
  employees: createLoader<KeyedRow>(employeesByUid, row => row.uid),
})

type Context = ReturnType<typeof context>

const schema = createSchema<Context>({
  typeDefs,
  resolvers: {
    ...resolvers,
    BigDecimal: new GraphQLScalarType({ name: 'BigDecimal', serialize: Number }),
    Query: { leads: (_, { propertyUid }) => listLeads(propertyUid) },
    Lead: {
      ...resolvers.Lead,
      order: (lead: LeadRow, _: unknown, { orders }: Context) => orders.load(lead.uid),
      property: (lead: LeadRow, _: unknown, { properties }: Context) =>
        properties.load(lead.propertyUid),
      assignee: (lead: LeadRow, _: unknown, { employees }: Context) =>
        lead.assigneeUid === null ? [] : employees.load(lead.assigneeUid),
    },
  },
})

const cache = useResponseCache({ session: () => null, ttl: 60_000, idFields: ['uid'] })

const yoga = createYoga({
  schema,
  context,
  plugins: process.env.RESPONSE_CACHE === '1' ? [cache, useGraphQlJit()] : [useGraphQlJit()],
  logging: false,
  graphiql: false,
  landingPage: false,
  multipart: false,
  cors: false,
})
createServer(yoga).listen(Number(process.env.PORT), '127.0.0.1')
