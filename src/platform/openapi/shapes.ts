/** Shapes of an OpenAPI document as its components, which every use of them refers to. */
import { isDeepStrictEqual } from 'node:util'

/** A JSON Schema as routes describe one, with the marks of `rest/fields.ts`. */
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
 * What a component or a field means where its shape does not say it: `Fee`, `Fee.amount` of that
 * shape and of those that write one, or `amount` of all others.
 */
export type Glossary = Readonly<Record<string, string>>

/** What values of an enum mean, by component and value, where the value does not say it. */
export type ValueWords = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Collects shapes as components. A shape is named by its mark; an object without one by where it is
 * first met: `LeadAssignee` is the field `assignee` of `Lead`.
 */
export class Shapes {
  readonly schemas: Record<string, Schema> = {}
  readonly #glossary: Glossary
  readonly #values: ValueWords

  constructor(glossary: Glossary, values: ValueWords) {
    this.#glossary = glossary
    this.#values = values
  }

  /**
   * What stands where a shape is used: a reference where it is a component, else itself.
   *
   * @param name of an object that has none
   * @throws Error for two different shapes of one name
   */
  place(schema: Schema, name: string): Schema {
    const { 'x-component': component, description, ...bare } = schema
    const isNamed = component !== undefined || Object.keys(bare.properties ?? {}).length > 0
    const about = descriptionOf(description, bare)
    if (!isNamed) return { ...this.#content(bare, name), ...about }
    const { shape, isNullable } = withoutNull(bare)
    const known = component?.name ?? name
    const words = [component?.description ?? this.#glossary[known], this.#meanings(known, shape)]
    const own = words.filter(text => text).join('\n\n')
    const described = own === '' ? {} : { description: own }
    this.define(known, { ...this.#content(shape, known), ...described })
    const reference = { $ref: `#/components/schemas/${known}` }
    return isNullable
      ? { anyOf: [reference, { type: 'null' }], ...about }
      : { ...reference, ...about }
  }

  /** @throws Error if another shape has the name */
  define(name: string, schema: Schema): void {
    const present = this.schemas[name]
    if (present && !isDeepStrictEqual(present, schema)) {
      const both = `${JSON.stringify(present)}\n${JSON.stringify(schema)}`
      throw new Error(`Two shapes are named ${name}:\n${both}`)
    }
    this.schemas[name] = schema
  }

  #content(schema: Schema, name: string): Schema {
    const copy = nullInEnum(withoutMarks(schema))
    if (copy.items) copy.items = this.place(copy.items, singular(name))
    if (copy.properties) copy.properties = this.#fields(copy.properties, name)
    if (copy.anyOf) copy.anyOf = copy.anyOf.map(one => this.place(one, name))
    const { additionalProperties: values, patternProperties, ...rest } = copy
    const ofMap = patternProperties ? Object.values(patternProperties)[0] : values
    if (typeof ofMap !== 'object') return copy
    return { ...rest, additionalProperties: this.place(ofMap, `${name}Value`) }
  }

  #fields(fields: Record<string, Schema>, name: string): Record<string, Schema> {
    const placed = Object.entries(fields).map(([key, field]) => {
      const description = field.description ?? this.#meaning(name, key)
      const described = description === undefined ? field : { ...field, description }
      return [key, this.place(described, name + pascal(key))] as const
    })
    return Object.fromEntries(placed)
  }

  /** The values of an enum that have words, as a list in Markdown. */
  #meanings(component: string, { enum: values = [] }: Schema): string {
    const words = this.#values[component] ?? {}
    const known = values.map(String).filter(value => value in words)
    return known.map(value => `- \`${value}\`: ${words[value]}`).join('\n')
  }

  #meaning(component: string, field: string): string | undefined {
    const thing = written(component)
    const names = [component, thing, singular(thing)].map(name => `${name}.${field}`)
    return [...names, field].map(name => this.#glossary[name]).find(words => words !== undefined)
  }
}

/** `FeeInput`, `FeePatch` and `ReplaceFeeInput` write a `Fee`; `FeesInput` would write several. */
function written(component: string): string {
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

/** The name of the component that a schema refers to. */
export function refName({ $ref }: Schema): string | undefined {
  return $ref?.slice('#/components/schemas/'.length)
}

/** What only the server reads is said in words. */
function descriptionOf(description: string | undefined, schema: Schema): { description?: string } {
  const aliases = Object.entries(schema['x-value-aliases'] ?? {})
  const sentences = [
    description,
    schema['x-alias'] && `Alias: \`${schema['x-alias']}\`.`,
    schema['x-personal'] && 'Personal data: omitted if the caller has no access to personal data.',
    aliases.length > 0 && `Aliases: ${aliases.map(pair => pair.join(' for ')).join(', ')}.`,
  ].filter(sentence => typeof sentence === 'string')
  return sentences.length > 0 ? { description: sentences.join(' ') } : {}
}

function withoutMarks(schema: Schema): Schema {
  const ours = Object.entries(schema).filter(([key]) => !key.startsWith('x-'))
  return Object.fromEntries(ours)
}

function withoutNull(schema: Schema): { shape: Schema; isNullable: boolean } {
  const { type } = schema
  if (!Array.isArray(type) || !type.includes('null')) return { shape: schema, isNullable: false }
  return { shape: { ...schema, type: type.find(one => one !== 'null')! }, isNullable: true }
}

/** A closed set that may be null has null in it; the server's own reader does not need it there. */
function nullInEnum(schema: Schema): Schema {
  const { type, enum: values } = schema
  const lacksNull = values && Array.isArray(type) && type.includes('null') && !values.includes(null)
  return lacksNull ? { ...schema, enum: [...values, null] } : schema
}
