import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler'
import { madeForEach } from '../../concurrency/made-once.ts'

/** By schema. A serializer is a pure function, so all servers of the process may share it. */
const compiled = new Map<string, Serializer>()
/** The same by the schema itself, which spares those of a process's second server the writing. */
const onceForSchema = madeForEach<object, Serializer>()

/**
 * Compiles the schemas of answers as Fastify does, but each when its first answer is written:
 * compiling all would be nearly half of a start, and most servers never answer most operations.
 * Equal ones are compiled once: the routes share those of errors, and the versions nearly all.
 */
export function sharedSerializers(): SerializerFactory {
  const build = SerializerSelector()
  return (externalSchemas, options) => {
    const compile = build(externalSchemas, options)
    const around = JSON.stringify([externalSchemas, options])
    return route => {
      const make = () => compiledLater(() => byText(route, around, compile))
      return onceForSchema(route.schema as object, around, make)
    }
  }
}

function compiledLater(compile: () => Serializer): Serializer {
  let made: Serializer | undefined
  return (data: unknown) => {
    made ??= compile()
    return made(data)
  }
}

type Compile = ReturnType<SerializerFactory>

function byText(route: Parameters<Compile>[0], around: string, compile: Compile): Serializer {
  const key = `${around} ${JSON.stringify(route.schema)}`
  const serializer = compiled.get(key) ?? compile(route)
  compiled.set(key, serializer)
  return serializer
}
