import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { madeOnce } from '../concurrency/made-once.ts'
import { holdsTag } from '../http/entity-tags.ts'
import { withComponents } from './components.ts'
import type { Document } from './document-shape.ts'
import { type Examples, withExamples } from './examples.ts'
import { asOpenApi30 } from './openapi-3-0.ts'
import type { Glossary, ValueWords } from './shapes.ts'
import type { Webhooks } from './webhooks.ts'

/** What a document says that its routes do not. */
export interface Reference {
  info: { title: string; version: string; description: string }
  serverUrl: string
  glossary: Glossary
  values: ValueWords
  /** Tags by group, each with what it is about. */
  tagGroups: Readonly<Record<string, Readonly<Record<string, string>>>>
  webhooks: Webhooks
  /** Whether partners do anything as themselves, by client id and secret. */
  hasClients: boolean
  /** Real values of components, by name. */
  examples(): Promise<Examples>
}

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-HOSTFULLY-APIKEY',
    description: 'API key of an agency.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description:
      'OAuth access token that a partner obtained for an agency. API keys of an agency are ' +
      'accepted, too.',
  },
  client: {
    type: 'http',
    scheme: 'basic',
    description: 'Client id and client secret of a partner.',
  },
} as const

/**
 * Collects the routes of a scope into an OpenAPI document, served at `<prefix>/openapi.json`, and
 * as OpenAPI 3.0 at `<prefix>/openapi-3.0.json`.
 */
export async function documentScope(app: FastifyInstance, reference: Reference): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...reference.info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      servers: [{ url: reference.serverUrl }],
      security: [{ apiKey: [] }, { accessToken: [] }],
      components: { securitySchemes: schemesOf(reference) },
    },
  })
  serveDocument(
    app,
    '/openapi.json',
    madeOnce(async () => ready(await documentOf(app, reference))),
  )
  const made30 = async () => ready(asOpenApi30(await documentOf(app, reference)))
  serveDocument(app, '/openapi-3.0.json', madeOnce(made30))
}

function serveDocument(app: FastifyInstance, path: string, made: () => Promise<Made>): void {
  app.get(
    path,
    { schema: { hide: true }, config: { isOpen: () => true } },
    async ({ headers }, reply) => {
      const { tag, text, gzipped } = await made()
      reply.headers({ etag: `W/"${tag}"`, 'cache-control': 'no-cache' }).type('application/json')
      if (holdsTag(headers['if-none-match'], tag)) return reply.code(304).send()
      if (!(headers['accept-encoding'] ?? '').includes('gzip')) return reply.send(text)
      return reply.header('content-encoding', 'gzip').send(gzipped)
    },
  )
}

/** A document, ready to send. */
interface Made {
  /** Without its quotation marks. */
  tag: string
  text: string
  gzipped: Buffer
}

async function ready(document: Document): Promise<Made> {
  const text = JSON.stringify(document)
  const tag = createHash('sha256').update(text).digest('base64url')
  return { tag, text, gzipped: await promisify(gzip)(text) }
}

async function documentOf(app: FastifyInstance, reference: Reference): Promise<Document> {
  const described = app.swagger() as unknown as Document
  const { openapi, info, servers, security, paths, components, ...rest } = withComponents(
    described,
    reference,
  )
  const document = { openapi, info, servers, security, ...tagsOf(paths, reference), paths, ...rest }
  return withExamples({ ...document, components } as Document, await reference.examples())
}

function schemesOf({ hasClients }: Reference) {
  const { client, ...usual } = securitySchemes
  return hasClients ? { ...usual, client } : usual
}

/** Of the tags those that operations have, in their groups. */
function tagsOf(paths: Document['paths'], { tagGroups }: Reference) {
  const used = new Set(Object.values(paths).flatMap(item => Object.values(item).flatMap(tagsIn)))
  const groups = Object.entries(tagGroups).map(([name, tags]) => ({
    name,
    tags: Object.keys(tags).filter(tag => used.has(tag)),
  }))
  const words = Object.assign({}, ...Object.values(tagGroups)) as Record<string, string>
  return {
    tags: groups.flatMap(({ tags }) => tags.map(name => ({ name, description: words[name] }))),
    'x-tagGroups': groups.filter(({ tags }) => tags.length > 0),
  }
}

function tagsIn({ tags }: Document['paths'][string][string]): string[] {
  return (tags as string[] | undefined) ?? []
}
