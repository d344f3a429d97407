import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler'
import { memoizeByObject } from '../../concurrency/memoize-async.ts'

/** Compiled serializers by schema text. They are pure functions, so all servers share them. */
const serializersByText = new Map<string, Serializer>()
/** The same serializers by schema object: a second server need not serialize the schema again. */
const serializersBySchema = memoizeByObject<object, Serializer>()

/**
 * Returns a serializer compiler that compiles a schema on first use. Compiling all of them takes
 * nearly half of the startup time, and most servers use few operations. Equal schemas are compiled
 * once: routes share error schemas, and versions share nearly all.
 */
export function sharedSerializers(): SerializerFactory {
  const build = SerializerSelector()
  return (externalSchemas, options) => {
    const compile = build(externalSchemas, options)
    const settings = JSON.stringify([externalSchemas, options])
    return route => {
      const create = () => lazySerializer(() => compileShared(route, settings, compile))
      return serializersBySchema(route.schema as object, settings, create)
    }
  }
}

function lazySerializer(compile: () => Serializer): Serializer {
  let serializer: Serializer | undefined
  return (data: unknown) => {
    serializer ??= compile()
    return serializer(data)
  }
}

type Compile = ReturnType<SerializerFactory>

function compileShared(
  route: Parameters<Compile>[0],
  settings: string,
  compile: Compile,
): Serializer {
  const key = `${settings} ${JSON.stringify(route.schema)}`
  const serializer = serializersByText.get(key) ?? compile(route)
  serializersByText.set(key, serializer)
  return serializer
}
