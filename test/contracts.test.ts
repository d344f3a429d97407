import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { existsIn } from '../src/platform/rest/version.ts'
import { newestVersion, versions } from '../src/rental/versions.ts'
import { contracts, pinnedContracts } from './generate/contracts.ts'
import { tablesFile, tablesSource } from './generate/generate-tables.ts'
import { grown, operationsIn, printOperations, readOperations } from './generate/operations.ts'

const files = await contracts()
const pinned = await pinnedContracts()

const advice = 'has drifted: run `npm run generate` and review the difference'

interface Operation {
  summary?: string
  responses?: Record<string, unknown>
}

/** `GET /leads` and what the document of a version says of it. */
function operationsOf(label: string): [string, Operation][] {
  const { paths } = JSON.parse(files.get(`${label}.json`)!)
  return Object.entries<Record<string, Operation>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )
}

/** Its uid is a message's from 3.2 on: contract/messaging.md §9. */
const leadsMessages = { path: '/messages/{leadUid}', until: '3.1' } as const

describe('contracts/', () => {
  for (const [name, text] of files) {
    it(`${name} is what the sources promise`, () => {
      assert.ok(pinned.get(name) === text, `contracts/${name} ${advice}`)
    })
  }

  it('has no file that nothing makes', () => {
    assert.deepEqual([...pinned.keys()], [...files.keys()].sort())
  })

  for (const version of versions.slice(0, -1)) {
    it(`v${version} has a path only if a younger version has it too`, () => {
      const newest = operationsOf(`v${newestVersion}`).map(([name]) => name)
      const here = operationsOf(`v${version}`).map(([name]) => name)
      const inNewest = (name: string) => newest.includes(name.replace(version, newestVersion))
      const older = here.filter(name => !inNewest(name))
      const allowed = existsIn(version, leadsMessages)
        ? [`GET /api/v${version}${leadsMessages.path}`]
        : []
      assert.deepEqual(older, allowed)
    })
  }

  it('keeps every operation that was promised by its name, method and path', () => {
    const promised = pinned.get('operations.txt')!.split('\n')
    const present = new Set(printOperations(operationsIn(files)).split('\n'))
    const lost = promised.filter(line => !present.has(line))
    assert.deepEqual(lost, [], 'clients call these: an operation is never renamed or dropped')
  })

  it('takes no operation from the list that it has promised', () => {
    const promised = readOperations(
      'getLead GET /leads/{uid} v3.0 v3.1\nlistLeads GET /leads v3.0\n',
    )
    const present = readOperations('listLeads GET /leads v3.1\n')
    assert.equal(
      printOperations(grown(promised, present)),
      'getLead GET /leads/{uid} v3.0 v3.1\nlistLeads GET /leads v3.0 v3.1\n',
    )
  })

  it('every operation of the newest version has a summary', () => {
    const silent = operationsOf(`v${newestVersion}`).filter(([, { summary }]) => !summary)
    assert.deepEqual(
      silent.map(([name]) => name),
      [],
    )
  })

  it('every operation says how it succeeds', () => {
    const labels = ['v2', ...versions.map(version => `v${version}`)]
    const vague = labels.flatMap(operationsOf).filter(([, { responses = {} }]) => {
      return !Object.keys(responses).some(status => status.startsWith('2'))
    })
    assert.deepEqual(
      vague.map(([name]) => name),
      [],
    )
  })
})

describe('src/rental/tables.ts', () => {
  it('is what the migrations make', async () => {
    const present = await readFile(tablesFile, 'utf8')
    assert.ok(present === (await tablesSource()), `src/rental/tables.ts ${advice}`)
  })
})
