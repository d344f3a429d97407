import {
  type GraphQLArgument,
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
} from 'graphql'
import { useState } from 'react'

interface Field {
  name: string
  description?: string | null
  deprecationReason?: string | null
  args?: readonly GraphQLArgument[]
  type?: { toString(): string }
}

const matchesMax = 100

/** Panel with one type of the schema, or the results of a search. `path` has the opened types. */
export function SchemaDocs(props: {
  schema: GraphQLSchema | undefined
  path: string[]
  onOpen: (path: string[]) => void
}) {
  const { schema, path, onOpen } = props
  const [search, setSearch] = useState('')
  if (!schema) return <p>The documentation needs the schema: enter an API key above.</p>
  const open = (name: string) => {
    setSearch('')
    onOpen([...path, name])
  }
  const type = schema.getType(path.at(-1) ?? '')
  return (
    <>
      <input
        type="search"
        aria-label="Search types and fields"
        placeholder="Search types and fields"
        value={search}
        onChange={event => setSearch(event.target.value)}
      />
      {path.length > 0 && search === '' && (
        <button type="button" onClick={() => onOpen(path.slice(0, -1))}>
          ← {path.at(-2) ?? 'Schema'}
        </button>
      )}
      {search !== '' && <Matches schema={schema} search={search} onOpen={open} />}
      {search === '' && type && <Type schema={schema} type={type} onOpen={open} />}
      {search === '' && !type && <Roots schema={schema} onOpen={open} />}
    </>
  )
}

function Roots({ schema, onOpen }: { schema: GraphQLSchema; onOpen: (name: string) => void }) {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
  const types = Object.values(schema.getTypeMap()).filter(type => !isIntrospectionType(type))
  return (
    <>
      <h2>Schema</h2>
      {schema.description && <p>{schema.description}</p>}
      <Names names={roots.flatMap(type => type?.name ?? [])} onOpen={onOpen} />
      <h3>All types</h3>
      <Names names={types.map(({ name }) => name).sort()} onOpen={onOpen} />
    </>
  )
}

function Matches(props: { schema: GraphQLSchema; search: string; onOpen: (name: string) => void }) {
  const text = props.search.toLowerCase()
  const found: [label: string, type: string][] = []
  for (const type of Object.values(props.schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue
    if (type.name.toLowerCase().includes(text)) found.push([type.name, type.name])
    for (const { name } of fieldsOf(type)) {
      if (name.toLowerCase().includes(text)) found.push([`${type.name}.${name}`, type.name])
    }
  }
  if (found.length === 0) return <p>No type or field contains this text.</p>
  return (
    <ul>
      {found.slice(0, matchesMax).map(([label, type]) => (
        <li key={label}>
          <button type="button" className="link" onClick={() => props.onOpen(type)}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  )
}

function Type(props: {
  schema: GraphQLSchema
  type: GraphQLNamedType
  onOpen: (name: string) => void
}) {
  const { schema, type, onOpen } = props
  const isAbstract = isUnionType(type) || isInterfaceType(type)
  const possible = isAbstract ? schema.getPossibleTypes(type).map(({ name }) => name) : []
  return (
    <>
      <h2>{type.name}</h2>
      {type.description && <p>{type.description}</p>}
      {possible.length > 0 && <Names names={possible} onOpen={onOpen} />}
      <dl>
        {fieldsOf(type).map(field => (
          <FieldEntry key={field.name} field={field} onOpen={onOpen} />
        ))}
      </dl>
    </>
  )
}

function FieldEntry({ field, onOpen }: { field: Field; onOpen: (name: string) => void }) {
  return (
    <>
      <dt>
        <code>{field.name}</code>
        {field.type && <TypeLink type={field.type} onOpen={onOpen} />}
      </dt>
      <dd>
        {field.description}
        {field.deprecationReason && <p>Deprecated: {field.deprecationReason}</p>}
        {(field.args ?? []).map(argument => (
          <div key={argument.name} className="argument">
            <code>{argument.name}</code>
            <TypeLink type={argument.type} onOpen={onOpen} />
            {argument.description}
          </div>
        ))}
      </dd>
    </>
  )
}

function TypeLink(props: { type: { toString(): string }; onOpen: (name: string) => void }) {
  const text = String(props.type)
  const open = () => props.onOpen(text.replaceAll(/[[\]!]/g, ''))
  return (
    <button type="button" className="link" onClick={open}>
      {text}
    </button>
  )
}

function Names({ names, onOpen }: { names: string[]; onOpen: (name: string) => void }) {
  return (
    <ul>
      {names.map(name => (
        <li key={name}>
          <TypeLink type={name} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  )
}

function fieldsOf(type: GraphQLNamedType): Field[] {
  if (isEnumType(type))
    return [...type.getValues()].map(({ name, description }) => ({ name, description }))
  if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type)) {
    return Object.values(type.getFields()) as Field[]
  }
  return []
}
