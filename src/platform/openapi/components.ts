/** Turns what repeats in an OpenAPI document into components: shapes, errors and parameters. */
import { STATUS_CODES } from 'node:http'
import type { Document, Operation, Parameter, Response } from './document-shape.ts'
import { ErrorResponses } from './errors/error-responses.ts'
import { errorShapes } from './errors/error-shapes.ts'
import { type Glossary, pascal, type Schema, Shapes, singular, type ValueWords } from './shapes.ts'
import { type Webhooks, webhookItems, webhookParameters, webhookResponses } from './webhooks.ts'

/**
 * The document with its shapes, errors and parameters as components, and its webhooks.
 *
 * @param document as the routes describe it, every schema in its place
 */
export function withComponents(
  document: Document,
  { glossary, values, webhooks }: { glossary: Glossary; values: ValueWords; webhooks: Webhooks },
): Document {
  const shapes = new Shapes(glossary, values)
  const parameters = new Parameters(shapes, glossary)
  for (const [name, schema] of Object.entries(errorShapes)) shapes.place(schema, name)
  const operations = Object.values(document.paths).flatMap(item => Object.values(item))
  for (const operation of operations) parameters.count(operation)
  const errors = new ErrorResponses(operations)
  const placed = (operation: Operation, isAction: boolean): Operation => ({
    ...operation,
    ...(operation.parameters ? { parameters: parameters.place(operation) } : {}),
    ...bodyOf(operation, shapes, isAction),
    responses: responsesOf(operation, shapes, errors),
  })
  const paths = mapValues(document.paths, (item, path) =>
    mapValues(item, (operation, method) => placed(operation, isAction(method, path))),
  )
  const items = webhookItems(webhooks, shapes)
  const hasWebhooks = Object.keys(items).length > 0
  const components = {
    ...document.components,
    schemas: ordered(shapes.schemas),
    parameters: ordered({ ...parameters.shared, ...(hasWebhooks ? webhookParameters : {}) }),
    responses: ordered({ ...errors.shared, ...(hasWebhooks ? webhookResponses : {}) }),
  }
  return { ...document, paths, webhooks: items, components }
}

/** Returns whether an operation acts on one object, `POST /leads/{uid}/close`. */
function isAction(method: string, path: string): boolean {
  return method === 'post' && /\}\/[^{}/]+$/.test(path)
}

/** Clients need not send the body of an action of which nothing is required. */
function bodyOf({ operationId, requestBody }: Operation, shapes: Shapes, isAction: boolean) {
  if (!requestBody) return {}
  const schemas = Object.values(requestBody.content).map(({ schema }) => schema)
  const required = !isAction || schemas.some(schema => schema.required !== undefined)
  const name = inputName(operationId)
  const content = mapValues(requestBody.content, (media, type) => {
    const suffix = type.startsWith('multipart') ? 'Parts' : ''
    return { ...media, schema: shapes.place(media.schema, name + suffix) }
  })
  return { requestBody: { ...requestBody, required, content } }
}

/** `createLead` takes a `LeadInput`, `changeLead` a `LeadPatch`, `cancelLead` what has its name. */
function inputName(operationId: string): string {
  if (/^change[A-Z]/.test(operationId)) return `${operationId.slice('change'.length)}Patch`
  if (/^create[A-Z]/.test(operationId)) return `${operationId.slice('create'.length)}Input`
  return `${pascal(operationId)}Input`
}

function responsesOf(
  { operationId, responses }: Operation,
  shapes: Shapes,
  errors: ErrorResponses,
): Record<string, Response> {
  return mapValues(responses, (response, status) => {
    if (Number(status) >= 400) return errors.place(status, response)
    const description = STATUS_CODES[status]!
    if (!response.content) return { description }
    const content = mapValues(response.content, media => ({
      ...media,
      schema: answerOf(media.schema, operationId, shapes),
    }))
    return { ...response, description, content }
  })
}

/**
 * An envelope around one thing or a list of them is named by it, `LeadAnswer`, `LeadList`, and a
 * thing without a name by its key.
 */
function answerOf(schema: Schema, operationId: string, shapes: Shapes): Schema {
  const { properties, 'x-component': component } = schema
  if (component || !properties) return shapes.place(schema, pascal(operationId))
  const keys = Object.keys(properties).filter(key => !key.startsWith('_'))
  const [key, ...others] = keys
  const field = key === undefined || others.length > 0 ? undefined : properties[key]
  const thing = field?.items ?? field
  if (!thing || !isObject(thing)) return shapes.place(schema, `${pascal(operationId)}Answer`)
  const name = thing['x-component']?.name ?? pascal(field?.items ? singular(key!) : key!)
  const known = { ...thing, 'x-component': { name, ...thing['x-component'] } }
  const envelope = {
    ...schema,
    properties: { ...properties, [key!]: field?.items ? { ...field, items: known } : known },
  }
  const kind = field?.items ? (properties._paging ? 'Page' : 'List') : 'Answer'
  return shapes.place(envelope, name + kind)
}

function isObject({ properties, 'x-component': component }: Schema): boolean {
  return properties !== undefined || component !== undefined
}

/** Parameters. The most used of a name has it, another is named by its operation besides. */
class Parameters {
  readonly shared: Record<string, Parameter> = {}
  readonly #uses = new Map<string, Map<string, number>>()
  readonly #shapes: Shapes
  readonly #glossary: Glossary

  constructor(shapes: Shapes, glossary: Glossary) {
    this.#shapes = shapes
    this.#glossary = glossary
  }

  count({ parameters = [] }: Operation): void {
    for (const parameter of parameters) {
      const uses = this.#uses.get(nameOf(parameter)) ?? new Map<string, number>()
      const text = JSON.stringify(parameter)
      uses.set(text, (uses.get(text) ?? 0) + 1)
      this.#uses.set(nameOf(parameter), uses)
    }
  }

  place({ operationId, parameters = [] }: Operation) {
    return parameters.map(parameter => {
      const uses = [...this.#uses.get(nameOf(parameter))!].sort(([, a], [, b]) => b - a)
      const isUsual = uses[0]![0] === JSON.stringify(parameter)
      const name = isUsual ? nameOf(parameter) : pascal(operationId) + nameOf(parameter)
      this.shared[name] ??= this.#described(parameter, name)
      return { $ref: `#/components/parameters/${name}` } as unknown as Parameter
    })
  }

  /** Returns the text of a filter, `Query.tags`, or else that of the field of the same name. */
  #meaning({ name, in: place, required = false }: Parameter): string | undefined {
    const filter = place === 'query' && !required ? this.#glossary[`Query.${name}`] : undefined
    const path = place === 'path' ? this.#glossary[`Path.${name}`] : undefined
    return filter ?? path ?? this.#glossary[name]
  }

  #described(parameter: Parameter, name: string): Parameter {
    const own = parameter.description ?? parameter.schema.description
    const text = own ?? this.#meaning(parameter)
    const { description, ...bare } = this.#shapes.place(
      { ...parameter.schema, ...(text === undefined ? {} : { description: text }) },
      name,
    )
    const { name: wire, in: place, required = false } = parameter
    const about = description === undefined ? {} : { description }
    return { name: wire, in: place, required, ...about, schema: bare }
  }
}

/** `PropertyUid`, `RequiredPropertyUid` and `PropertyUidInPath` are three parameters. */
function nameOf({ name, in: place, required }: Parameter): string {
  if (place === 'path') return `${pascal(name)}InPath`
  return `${required ? 'Required' : ''}${pascal(name)}`
}

function ordered<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function mapValues<T, R>(record: Record<string, T>, map: (value: T, key: string) => R) {
  const entries = Object.entries(record).map(([key, value]) => [key, map(value, key)] as const)
  return Object.fromEntries(entries) as Record<string, R>
}
