/** Schema of a request body in the form that forms need; `api-schemas.ts` lists them. */

/** Field of a body that is not an object. */
export interface FieldSchema {
  /** `map`: numbers by key. */
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'map'
  isNullable?: true
  /** Name of the number type: a share of 1, or an amount of money. */
  kind?: 'Fraction' | 'Money'
  format?: string
  enum?: readonly string[]
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  multipleOf?: number
  minLength?: number
  maxLength?: number
  items?: FieldSchema
  /** Possible keys of a map. */
  keys?: readonly string[]
}

export interface BodySchema {
  required: readonly string[]
  /** Fields by their path, such as `availability.minimumStay`. */
  fields: Readonly<Record<string, FieldSchema>>
}
