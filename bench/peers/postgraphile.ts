// PostGraphile 5 (Grafast) over its own views, on node:http: one SQL statement per request, cached
// plans per document, prepared statements, output as text, no GraphiQL, no watch.
import { createServer } from 'node:http'
import { postgraphile } from 'postgraphile'
import { makePgService } from 'postgraphile/adaptors/pg'
import { grafserv } from 'postgraphile/grafserv/node'
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber'

const instance = postgraphile({
  extends: [PostGraphileAmberPreset],
  disablePlugins: ['NodePlugin'],
  pgServices: [
    makePgService({
      connectionString: process.env.DATABASE_URL as string,
      schemas: ['bench_graph'],
      poolConfig: { max: 10 },
    }),
  ],
  schema: { defaultBehavior: '-insert -update -delete' },
  grafast: { explain: false },
  grafserv: {
    graphqlPath: '/graphql',
    graphiql: false,
    graphiqlOnGraphQLGET: false,
    websockets: false,
    watch: false,
    outputDataAsString: true,
  },
})

const server = createServer()
await instance.createServ(grafserv).addTo(server)
if (process.argv[2] === 'schema') {
  const { printSchema } = await import('graphql')
  console.log(printSchema(await instance.getSchema()))
}
server.listen(Number(process.env.PORT), '127.0.0.1')
