import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler'

/** By schema. A serializer is a pure function, so all servers of the process may share it. */
const compiled = new Map<string, Serializer>()

/**
 * Compiles the schemas of answers as Fastify does, but equal ones only once: the routes share those
 * of errors, and the versions nearly all, and compiling them is most of what a start takes.
 */
export function sharedSerializers(): SerializerFactory {
  const build = SerializerSelector()
  return (externalSchemas, options) => {
    const compile = build(externalSchemas, options)
    const around = JSON.stringify([externalSchemas, options])
    return route => {
      const key = `${around} ${JSON.stringify(route.schema)}`
      const serializer = compiled.get(key) ?? compile(route)
      compiled.set(key, serializer)
      return serializer
    }
  }
}
