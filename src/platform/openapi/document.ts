import swagger from '@fastify/swagger'
import type { FastifyInstance } from 'fastify'
import { type Document, withComponents } from './components.ts'
import type { Glossary } from './shapes.ts'

/** What a document says that its routes do not. */
export interface Reference {
  info: { title: string; version: string; description: string }
  glossary: Glossary
}

/** Collects the routes of a scope into an OpenAPI document, served at `<prefix>/openapi.json`. */
export async function documentScope(app: FastifyInstance, reference: Reference): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { ...reference.info, license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
      components: {
        securitySchemes: {
          apiKey: { type: 'apiKey', in: 'header', name: 'X-HOSTFULLY-APIKEY' },
          accessToken: { type: 'http', scheme: 'bearer' },
        },
      },
    },
  })
  let text: string | undefined
  app.get(
    '/openapi.json',
    { schema: { hide: true }, config: { isOpen: () => true } },
    async (_request, reply) => {
      text ??= JSON.stringify(
        withComponents(app.swagger() as unknown as Document, reference.glossary),
      )
      return reply.type('application/json').send(text)
    },
  )
}
