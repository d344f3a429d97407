import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { describe, it } from 'node:test'
import { existsIn } from '../src/platform/rest/version.ts'
import { newestVersion, versions } from '../src/rental/versions.ts'
import { contracts, pinnedContracts, printPairDifferences } from './generate/contracts.ts'
import { tablesFile, tablesSource } from './generate/generate-tables.ts'
import {
  collectOperations,
  mergeOperations,
  printOperations,
  readOperations,
} from './generate/operations.ts'
import { adjacentVersions, pinnedDocuments } from './generate/pinned-documents.ts'

const { files, documents } = await contracts()
const pinned = await pinnedContracts()

const advice = 'has drifted: run `npm run generate` and review the difference'

interface Operation {
  summary?: string
  responses?: Record<string, unknown>
}

/** Lists the operations of a version, such as `GET /leads`, with their documents. */
function listOperations(label: string): [string, Operation][] {
  const { paths } = documents.get(label)!
  return Object.entries(paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [
        `${method.toUpperCase()} ${path}`,
        operation,
      ]),
  )
}

/** Yields copies of a document with one change each: a member removed, added, or changed. */
function* changedCopies<T>(document: T): Generator<T> {
  const total = listMembers(document).length
  for (const share of [0.001, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.999]) {
    const copy = structuredClone(document)
    const [parent, key] = listMembers(copy)[Math.floor(total * share)]!
    const kind = Math.round(share * 10) % 3
    if (Array.isArray(parent)) parent.splice(Number(key), kind === 0 ? 1 : 0, 'other')
    else if (kind === 0) delete parent[key]
    else parent[kind === 1 ? key : 'other'] = 'other'
    yield copy
  }
}

/** Lists every member of objects and arrays within a value, with its parent. */
function listMembers(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== 'object' || value === null) return []
  const parent = value as Record<string, unknown>
  return Object.keys(parent).flatMap(key => [
    [parent, key] as [Record<string, unknown>, string],
    ...listMembers(parent[key]),
  ])
}

/** Path whose uid is that of a message from 3.2 on: contract/messaging.md §9. */
const leadsMessages = { path: '/messages/{leadUid}', until: '3.1' } as const

describe('contracts/', () => {
  for (const [name, text] of files) {
    it(`${name} equals the output of the sources`, () => {
      assert.ok(pinned.get(name) === text, `contracts/${name} ${advice}`)
    })
  }

  it('has no file that is not generated', () => {
    assert.deepEqual([...pinned.keys()], [...files.keys()].sort())
  })

  it('reproduces every document from a newer one and the differences', () => {
    const pinned = pinnedDocuments()
    for (const [label, document] of documents) assert.deepEqual(pinned.get(label), document, label)
  })

  for (const pair of adjacentVersions) {
    it(`${pair.file} changes with every change of ${pair.older}`, () => {
      for (const changed of changedCopies(documents.get(pair.older))) {
        const text = printPairDifferences(pair, new Map([...documents, [pair.older, changed]]))
        assert.notEqual(text, pinned.get(pair.file), 'a change that no file would show')
      }
    })
  }

  for (const version of versions.slice(0, -1)) {
    it(`v${version} has a path only if a newer version has it too`, () => {
      const newest = listOperations(`v${newestVersion}`).map(([name]) => name)
      const here = listOperations(`v${version}`).map(([name]) => name)
      const inNewest = (name: string) => newest.includes(name.replace(version, newestVersion))
      const older = here.filter(name => !inNewest(name))
      const allowed = existsIn(version, leadsMessages)
        ? [`GET /api/v${version}${leadsMessages.path}`]
        : []
      assert.deepEqual(older, allowed)
    })
  }

  it('retains every published operation with its name, method and path', () => {
    const promised = pinned.get('operations.txt')!.split('\n')
    const present = new Set(printOperations(collectOperations(documents)).split('\n'))
    const lost = promised.filter(line => !present.has(line))
    assert.deepEqual(lost, [], 'clients call these: an operation is never renamed or dropped')
  })

  it('never removes a published operation from the list', () => {
    const promised = readOperations(
      'getLead GET /leads/{uid} v3.0 v3.1\nlistLeads GET /leads v3.0\n',
    )
    const present = readOperations('listLeads GET /leads v3.1\n')
    assert.equal(
      printOperations(mergeOperations(promised, present)),
      'getLead GET /leads/{uid} v3.0 v3.1\nlistLeads GET /leads v3.0 v3.1\n',
    )
  })

  it('every operation of the newest version has a summary', () => {
    const silent = listOperations(`v${newestVersion}`).filter(([, { summary }]) => !summary)
    assert.deepEqual(
      silent.map(([name]) => name),
      [],
    )
  })

  it('every operation documents a response of success', () => {
    const labels = ['v2', ...versions.map(version => `v${version}`)]
    const vague = labels.flatMap(listOperations).filter(([, { responses = {} }]) => {
      return !Object.keys(responses).some(status => status.startsWith('2'))
    })
    assert.deepEqual(
      vague.map(([name]) => name),
      [],
    )
  })
})

describe('src/rental/tables.ts', () => {
  it('equals the schema of the migrations', async () => {
    const present = await readFile(tablesFile, 'utf8')
    assert.ok(present === (await tablesSource()), `src/rental/tables.ts ${advice}`)
  })
})
