/**
 * Types of the API operations that the console calls: written by `openapi-typescript`, of
 * `tools/openapi`.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { operations } from '../../src/console/api/operations.ts'
import { removeFolder } from '../support/temporary.ts'

const root = join(import.meta.dirname, '../..')
const generator = join(root, 'tools/openapi/node_modules/openapi-typescript/bin/cli.js')

export const consoleTypesFile = join(root, 'src/console/api/api-types.ts')

const prefix = '/api/v3.3'

type Json = { [name: string]: unknown }

/** Returns the generated types of the operations of the newest document. */
export async function consoleTypes(): Promise<string> {
  const text = await readFile(join(root, 'contracts/v3.3.json'), 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-types-'))
  try {
    const [from, to] = [join(folder, 'api.json'), join(folder, 'api.ts')]
    await writeFile(from, JSON.stringify(selectCalled(JSON.parse(text))))
    await promisify(execFile)(process.execPath, [generator, from, '-o', to], { cwd: folder })
    return (await readFile(to, 'utf8')).replace(/ {4}/g, '  ')
  } finally {
    await removeFolder(folder)
  }
}

export async function writeConsoleTypes(): Promise<void> {
  await writeFile(consoleTypesFile, await consoleTypes())
}

/**
 * Reduces a document to the operations that the console calls, with their successful responses and
 * references.
 */
function selectCalled(document: Json): Json {
  const all = document.paths as Record<string, Record<string, Json>>
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ')
    const { parameters, requestBody, responses } = all[prefix + path]![method.toLowerCase()]!
    const successes = Object.entries(responses as Json).filter(([status]) => status.startsWith('2'))
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = {
      ...(parameters ? { parameters } : {}),
      ...(path.includes('{') ? { parameters: pathParameters(path, parameters as Json[]) } : {}),
      ...(requestBody ? { requestBody } : {}),
      responses: Object.fromEntries(successes),
    }
  }
  const reduced = simplify({ ...document, paths }) as Json
  return {
    openapi: reduced.openapi,
    info: reduced.info,
    paths,
    components: collectComponents(reduced),
  }
}

/**
 * Returns the parameters of a path. The document lists them for all methods of the path, or not at
 * all.
 */
function pathParameters(path: string, documented: Json[] = []): Json[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const inPath = names.map(name => {
    return { name, in: 'path', required: true, schema: { type: 'string' } }
  })
  return [...inPath, ...documented.filter(parameter => parameter.in !== 'path')]
}

/** Drops what types do not express: descriptions, and alternatives of required members. */
function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify)
  if (typeof value !== 'object' || value === null) return value
  const remaining = Object.entries(value).filter(
    ([name, member]) =>
      !(name === 'description' && typeof member === 'string') &&
      !(name === 'anyOf' && (member as Json[]).every(isRequirement)),
  )
  return Object.fromEntries(remaining.map(([name, member]) => [name, simplify(member)]))
}

function isRequirement(schema: Json): boolean {
  return Object.keys(schema).join() === 'required'
}

function collectComponents({ paths, components }: Json): Json {
  const used: Record<string, Json> = {}
  const visit = (text: string) => {
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      used[kind] ??= {}
      if (name in used[kind]) continue
      const part = (components as Record<string, Json>)[kind]![name]
      used[kind][name] = part
      visit(JSON.stringify(part))
    }
  }
  visit(JSON.stringify(paths))
  return used
}
