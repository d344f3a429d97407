/** The types of what the console calls: `openapi-typescript`, of `tools/openapi`, writes them. */
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

/** What the generator makes of the operations of the newest document. */
export async function consoleTypes(): Promise<string> {
  const text = await readFile(join(root, 'contracts/v3.3.json'), 'utf8')
  const folder = await mkdtemp(join(tmpdir(), 'lodgepole-types-'))
  try {
    const [from, to] = [join(folder, 'api.json'), join(folder, 'api.ts')]
    await writeFile(from, JSON.stringify(onlyCalled(JSON.parse(text))))
    await promisify(execFile)(process.execPath, [generator, from, '-o', to], { cwd: folder })
    return (await readFile(to, 'utf8')).replace(/ {4}/g, '  ')
  } finally {
    await removeFolder(folder)
  }
}

/** `npm run generate` */
export async function writeConsoleTypes(): Promise<void> {
  await writeFile(consoleTypesFile, await consoleTypes())
}

/** A document of the operations alone, with their good answers and what these refer to. */
function onlyCalled(document: Json): Json {
  const all = document.paths as Record<string, Record<string, Json>>
  const paths: Record<string, Json> = {}
  for (const operation of operations) {
    const [method = '', path = ''] = operation.split(' ')
    const { parameters, requestBody, responses } = all[prefix + path]![method.toLowerCase()]!
    const good = Object.entries(responses as Json).filter(([status]) => status.startsWith('2'))
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = {
      ...(parameters ? { parameters } : {}),
      ...(path.includes('{') ? { parameters: parametersOf(path, parameters as Json[]) } : {}),
      ...(requestBody ? { requestBody } : {}),
      responses: Object.fromEntries(good),
    }
  }
  const bare = withoutWords({ ...document, paths }) as Json
  return { openapi: bare.openapi, info: bare.info, paths, components: usedBy(bare) }
}

/** Names of a path are parameters of the path where the document has them for all its methods. */
function parametersOf(path: string, given: Json[] = []): Json[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  const inPath = names.map(name => {
    return { name, in: 'path', required: true, schema: { type: 'string' } }
  })
  return [...inPath, ...given.filter(one => one.in !== 'path')]
}

/** Whatever explains is left to the document. */
function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords)
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, what]) => !(name === 'description' && typeof what === 'string'),
  )
  return Object.fromEntries(kept.map(([name, what]) => [name, withoutWords(what)]))
}

/** The components that the paths refer to, and those that these do. */
function usedBy({ paths, components }: Json): Json {
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
