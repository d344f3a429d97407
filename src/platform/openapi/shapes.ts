/** Schemas of an OpenAPI document as shared components. */
import { isDeepStrictEqual } from 'node:util'

/** JSON Schema of a route, with the keywords of `rest/fields.ts`. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  allOf?: Schema[]
  additionalProperties?: Schema | boolean
  patternProperties?: Record<string, Schema>
  'x-component'?: { name: string; description?: string }
  [key: string]: unknown
}

/**
 * Descriptions of components and fields: `Fee` for a component, `Fee.amount` for a field of that
 * component and of its inputs, and `amount` for the field in all others.
 */
export type Glossary = Readonly<Record<string, string>>

/** Descriptions of enum values, by component and value. */
export type ValueDescriptions = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Shared schemas. An object without a schema name is named by its first use: `LeadAssignee` is the
 * field `assignee` of `Lead`.
 */
export class Shapes {
  readonly schemas: Record<string, Schema> = {}
  readonly #glossary: Glossary
  readonly #values: ValueDescriptions

  constructor(glossary: Glossary, values: ValueDescriptions) {
    this.#glossary = glossary
    this.#values = values
  }

  /**
   * Returns a reference to the component of a schema, or the schema itself if it is not a
   * component.
   *
   * @param name name of an object without a schema name
   * @throws Error for two different schemas with one name
   */
  reference(schema: Schema, name: string): Schema {
    const { 'x-component': component, description, ...bare } = schema
    const isNamed = component !== undefined || Object.keys(bare.properties ?? {}).length > 0
    const useDescription = withKeywordTexts(description, bare)
    if (!isNamed) return { ...this.#convertContent(bare, name), ...useDescription }
    const { shape, isNullable } = withoutNull(bare)
    const schemaName = component?.name ?? name
    const texts = [
      component?.description ?? this.#glossary[schemaName],
      this.#describeValues(schemaName, shape),
    ]
    const componentText = texts.filter(text => text).join('\n\n')
    const componentDescription = componentText === '' ? {} : { description: componentText }
    this.define(schemaName, {
      ...this.#convertContent(shape, schemaName),
      ...componentDescription,
    })
    const reference = { $ref: `#/components/schemas/${schemaName}` }
    return isNullable
      ? { anyOf: [reference, { type: 'null' }], ...useDescription }
      : { ...reference, ...useDescription }
  }

  /** @throws Error if another schema has the name */
  define(name: string, schema: Schema): void {
    const existing = this.schemas[name]
    if (existing && !isDeepStrictEqual(existing, schema)) {
      const schemas = `${JSON.stringify(existing)}\n${JSON.stringify(schema)}`
      throw new Error(`Two shapes are named ${name}:\n${schemas}`)
    }
    this.schemas[name] = schema
  }

  #convertContent(schema: Schema, name: string): Schema {
    const copy = withNullInEnum(withoutKeywords(schema))
    if (copy.items) copy.items = this.reference(copy.items, singular(name))
    if (copy.properties) copy.properties = this.#referenceFields(copy.properties, name)
    if (copy.anyOf) copy.anyOf = copy.anyOf.map(alternative => this.reference(alternative, name))
    const { additionalProperties, patternProperties, ...otherKeywords } = copy
    // A map has one schema for all values, by pattern or not.
    const valueSchema = patternProperties
      ? Object.values(patternProperties)[0]
      : additionalProperties
    if (typeof valueSchema !== 'object') return copy
    return { ...otherKeywords, additionalProperties: this.reference(valueSchema, `${name}Value`) }
  }

  #referenceFields(fields: Record<string, Schema>, name: string): Record<string, Schema> {
    const references = Object.entries(fields).map(([key, field]) => {
      const description = field.description ?? this.#findDescription(name, key)
      const described = description === undefined ? field : { ...field, description }
      return [key, this.reference(described, name + pascal(key))] as const
    })
    return Object.fromEntries(references)
  }

  /** Returns the described values of an enum, as a list in Markdown. */
  #describeValues(component: string, { enum: values = [] }: Schema): string {
    const descriptions = this.#values[component] ?? {}
    const describedValues = values.map(String).filter(value => value in descriptions)
    return describedValues.map(value => `- \`${value}\`: ${descriptions[value]}`).join('\n')
  }

  #findDescription(component: string, field: string): string | undefined {
    const objectName = describedObject(component)
    const names = [component, objectName, singular(objectName)].map(name => `${name}.${field}`)
    return [...names, field].map(name => this.#glossary[name]).find(text => text !== undefined)
  }
}

/** Returns the name of an input's object: `Fee` for `FeeInput`, `FeePatch`, `ReplaceFeeInput`. */
function describedObject(component: string): string {
  return component
    .replace(/(Input|Patch|Replacement|InputParts|Details|WithRooms)$/, '')
    .replace(/^(Replace|Named|New|Put)(?=[A-Z])/, '')
}

/** `order-adjustments` → `OrderAdjustments` */
export function pascal(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter(word => word !== '')
  return words.map(word => word[0]!.toUpperCase() + word.slice(1)).join('')
}

/** `properties` → `property` */
export function singular(text: string): string {
  if (/(ss|us)$/.test(text)) return text
  return text.replace(/ies$/, 'y').replace(/(?<=ss|sh|x)es$|s$/, '')
}

export function refName({ $ref }: Schema): string | undefined {
  return $ref?.slice('#/components/schemas/'.length)
}

/** Returns a description with sentences about keywords that OpenAPI does not know. */
function withKeywordTexts(
  description: string | undefined,
  schema: Schema,
): { description?: string } {
  const aliases = Object.entries(schema['x-value-aliases'] ?? {})
  const sentences = [
    description,
    schema['x-alias'] && `Alias: \`${schema['x-alias']}\`.`,
    schema['x-personal'] && 'Personal data: omitted if the caller has no access to personal data.',
    aliases.length > 0 && `Aliases: ${aliases.map(pair => pair.join(' for ')).join(', ')}.`,
  ].filter(sentence => typeof sentence === 'string')
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

function withoutKeywords(schema: Schema): Schema {
  const standard = Object.entries(schema).filter(([key]) => !key.startsWith('x-'))
  return Object.fromEntries(standard)
}

/** Removes null from the types of a schema. */
function withoutNull(schema: Schema): { shape: Schema; isNullable: boolean } {
  const { type } = schema
  if (!Array.isArray(type) || !type.includes('null')) return { shape: schema, isNullable: false }
  return { shape: { ...schema, type: type.find(name => name !== 'null')! }, isNullable: true }
}

/** Adds null to a nullable enum, which OpenAPI requires and the request parser does not. */
function withNullInEnum(schema: Schema): Schema {
  const { type, enum: values } = schema
  const lacksNull = values && Array.isArray(type) && type.includes('null') && !values.includes(null)
  return lacksNull ? { ...schema, enum: [...values, null] } : schema
}
