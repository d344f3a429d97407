/** Moves repeated parts of an OpenAPI document to components: schemas, errors and parameters. */
import { STATUS_CODES } from 'node:http'
import type { Document, Operation, Parameter, Response } from './document-shape.ts'
import { ErrorResponses } from './errors/error-responses.ts'
import { errorShapes } from './errors/error-shapes.ts'
import {
  type Glossary,
  pascal,
  type Schema,
  Shapes,
  singular,
  type ValueDescriptions,
} from './shapes.ts'
import { type Webhooks, webhookItems, webhookParameters, webhookResponses } from './webhooks.ts'

/**
 * Returns a document with its schemas, errors and parameters as components, and its webhooks.
 *
 * @param document inlined, as the routes describe it
 */
export function withComponents(
  document: Document,
  {
    glossary,
    values,
    webhooks,
  }: { glossary: Glossary; values: ValueDescriptions; webhooks: Webhooks },
): Document {
  const shapes = new Shapes(glossary, values)
  const parameters = new Parameters(shapes, glossary)
  for (const [name, schema] of Object.entries(errorShapes)) shapes.reference(schema, name)
  const operations = Object.values(document.paths).flatMap(item => Object.values(item))
  // Names depend on how many operations use a parameter.
  for (const operation of operations) parameters.count(operation)
  const errors = new ErrorResponses(operations)
  const transform = (operation: Operation, options: { isAction: boolean }): Operation => ({
    ...operation,
    ...(operation.parameters ? { parameters: parameters.reference(operation) } : {}),
    ...transformBody(operation, shapes, options),
    responses: transformResponses(operation, shapes, errors),
  })
  const paths = mapValues(document.paths, (item, path) =>
    mapValues(item, (operation, method) =>
      transform(operation, { isAction: isActionOnObject(method, path) }),
    ),
  )
  const webhookPaths = webhookItems(webhooks, shapes)
  const hasWebhooks = Object.keys(webhookPaths).length > 0
  const components = {
    ...document.components,
    schemas: sortKeys(shapes.schemas),
    parameters: sortKeys({ ...parameters.shared, ...(hasWebhooks ? webhookParameters : {}) }),
    responses: sortKeys({ ...errors.shared, ...(hasWebhooks ? webhookResponses : {}) }),
  }
  return { ...document, paths, webhooks: webhookPaths, components }
}

/** Returns whether an operation is an action on one object, `POST /leads/{uid}/close`. */
function isActionOnObject(method: string, path: string): boolean {
  return method === 'post' && /\}\/[^{}/]+$/.test(path)
}

/**
 * References the body's schemas. A body is optional if it is an action's without required fields.
 */
function transformBody(
  { operationId, requestBody }: Operation,
  shapes: Shapes,
  { isAction }: { isAction: boolean },
) {
  if (!requestBody) return {}
  const schemas = Object.values(requestBody.content).map(({ schema }) => schema)
  const required = !isAction || schemas.some(schema => schema.required !== undefined)
  const name = inputName(operationId)
  const content = mapValues(requestBody.content, (media, type) => {
    const suffix = type.startsWith('multipart') ? 'Parts' : ''
    return { ...media, schema: shapes.reference(media.schema, name + suffix) }
  })
  return { requestBody: { ...requestBody, required, content } }
}

/**
 * Names a request body: `LeadInput` for `createLead`, `LeadPatch` for `changeLead`, and
 * `CancelLeadInput` for `cancelLead`.
 */
function inputName(operationId: string): string {
  if (/^change[A-Z]/.test(operationId)) return `${operationId.slice('change'.length)}Patch`
  if (/^create[A-Z]/.test(operationId)) return `${operationId.slice('create'.length)}Input`
  return `${pascal(operationId)}Input`
}

function transformResponses(
  { operationId, responses }: Operation,
  shapes: Shapes,
  errors: ErrorResponses,
): Record<string, Response> {
  return mapValues(responses, (response, status) => {
    if (Number(status) >= 400) return errors.reference(status, response)
    const description = STATUS_CODES[status]!
    if (!response.content) return { description }
    const content = mapValues(response.content, media => ({
      ...media,
      schema: responseSchema(media.schema, operationId, shapes),
    }))
    return { ...response, description, content }
  })
}

/**
 * Names an envelope by its content, `LeadAnswer` or `LeadList`. Content without a schema name is
 * named by its key.
 */
function responseSchema(schema: Schema, operationId: string, shapes: Shapes): Schema {
  const { properties, 'x-component': component } = schema
  if (component || !properties) return shapes.reference(schema, pascal(operationId))
  const keys = Object.keys(properties).filter(key => !key.startsWith('_'))
  const [key, ...otherKeys] = keys
  // An envelope contains one field, apart from metadata.
  const field = key === undefined || otherKeys.length > 0 ? undefined : properties[key]
  const content = field?.items ?? field
  if (!content || !isObject(content))
    return shapes.reference(schema, `${pascal(operationId)}Answer`)
  const name = content['x-component']?.name ?? pascal(field?.items ? singular(key!) : key!)
  const namedContent = { ...content, 'x-component': { name, ...content['x-component'] } }
  const envelope = {
    ...schema,
    properties: {
      ...properties,
      [key!]: field?.items ? { ...field, items: namedContent } : namedContent,
    },
  }
  const kind = field?.items ? (properties._paging ? 'Page' : 'List') : 'Answer'
  return shapes.reference(envelope, name + kind)
}

function isObject({ properties, 'x-component': component }: Schema): boolean {
  return properties !== undefined || component !== undefined
}

/** Shared parameters. The most common variant has the plain name, others an operation's prefix. */
class Parameters {
  readonly shared: Record<string, Parameter> = {}
  /** Number of uses by component name and by the JSON text of the parameter. */
  readonly #uses = new Map<string, Map<string, number>>()
  readonly #shapes: Shapes
  readonly #glossary: Glossary

  constructor(shapes: Shapes, glossary: Glossary) {
    this.#shapes = shapes
    this.#glossary = glossary
  }

  count({ parameters = [] }: Operation): void {
    for (const parameter of parameters) {
      const uses = this.#uses.get(parameterName(parameter)) ?? new Map<string, number>()
      const text = JSON.stringify(parameter)
      uses.set(text, (uses.get(text) ?? 0) + 1)
      this.#uses.set(parameterName(parameter), uses)
    }
  }

  reference({ operationId, parameters = [] }: Operation) {
    return parameters.map(parameter => {
      const uses = [...this.#uses.get(parameterName(parameter))!].sort(([, a], [, b]) => b - a)
      const isUsual = uses[0]![0] === JSON.stringify(parameter)
      const name = isUsual
        ? parameterName(parameter)
        : pascal(operationId) + parameterName(parameter)
      this.shared[name] ??= this.#describe(parameter, name)
      return { $ref: `#/components/parameters/${name}` } as unknown as Parameter
    })
  }

  /** Returns the description of a filter, `Query.tags`, or of the field with the same name. */
  #findDescription({ name, in: location, required = false }: Parameter): string | undefined {
    const isFilter = location === 'query' && !required
    const ofFilter = isFilter ? this.#glossary[`Query.${name}`] : undefined
    const ofPath = location === 'path' ? this.#glossary[`Path.${name}`] : undefined
    return ofFilter ?? ofPath ?? this.#glossary[name]
  }

  #describe(parameter: Parameter, componentName: string): Parameter {
    const ownText = parameter.description ?? parameter.schema.description
    const text = ownText ?? this.#findDescription(parameter)
    const { description, ...schema } = this.#shapes.reference(
      { ...parameter.schema, ...(text === undefined ? {} : { description: text }) },
      componentName,
    )
    const { name: wireName, in: location, required = false } = parameter
    const described = description === undefined ? {} : { description }
    return { name: wireName, in: location, required, ...described, schema }
  }
}

/** Returns the name of a component: `PropertyUid`, `RequiredPropertyUid` or `PropertyUidInPath`. */
function parameterName({ name, in: location, required }: Parameter): string {
  if (location === 'path') return `${pascal(name)}InPath`
  return `${required ? 'Required' : ''}${pascal(name)}`
}

function sortKeys<T>(record: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))
}

function mapValues<T, R>(record: Record<string, T>, map: (value: T, key: string) => R) {
  const entries = Object.entries(record).map(([key, value]) => [key, map(value, key)] as const)
  return Object.fromEntries(entries) as Record<string, R>
}
