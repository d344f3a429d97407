/** Size, contents and delivery of the console's bundle. */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { describe, it } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import {
  isInvalidatedBy,
  type LiveEvent,
  listInvalidatedQueries,
  QueryInvalidator,
} from '../../src/console/live/invalidate-queries.ts'
import { eventTypes } from '../../src/pending-events/event.ts'
import { buildApp } from '../../src/server/app.ts'
import { buildConsole, compress } from '../../src/server/console/bundle.ts'
import { lazyEntry, withStaticImports } from '../../src/server/console/chunk-groups.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { consoleSchemas, consoleSchemasFile } from '../generate/console-schemas.ts'
import { consoleTypes, consoleTypesFile } from '../generate/console-types.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const bundle = await buildConsole()
await compress(bundle.files)

const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + bundle.files.get(name)!.brotli!.length, 0)
const scripts = [...bundle.files.keys()].filter(name => name.endsWith('.js'))
const { inputs, outputs } = bundle.metafile
const folder = join(dirname(consoleTypesFile), '..')

/** Returns the file that contains a lazily imported source. */
const findFile = (source: string) =>
  Object.keys(outputs).find(name => outputs[name]!.entryPoint === lazyEntry(source))!

/** Budgets of pages in bytes; forms of nouns need the schemas of all bodies. */
const budgets: [pages: RegExp, bytes: number][] = [
  [/^\/($|reservations)/, 125_000],
  [/^\/tasks/, 120_000],
  [/^\/properties\/:uid/, 155_000],
  [/^\/properties/, 145_000],
  [/^\/setup/, 145_000],
]
const budgetOfOthers = 140_000

/** Budget of a page in bytes. English has no dictionary of the shell, which is in the core. */
function maxOf(path: string, language: string): number {
  const bytes = budgets.find(([pages]) => pages.test(path))?.[1] ?? budgetOfOthers
  return language === 'en' ? bytes : bytes + (path.startsWith('/properties') ? 8_000 : 6_000)
}

describe('the size of the console, as brotli', () => {
  for (const { path, files, dictionaries } of bundle.info.pages) {
    it(`is at most ${maxOf(path, 'en') / 1_000} kB for the first paint of ${path}`, () => {
      for (const language of ['en', 'de', 'fr', 'es']) {
        const size = sizeOf([...files, ...(dictionaries[language] ?? [])])
        assert.ok(size <= maxOf(path, language), `${size} bytes in ${language}`)
      }
    })
  }

  /** Code that menus and dialogs share. */
  const overlays = 'ui/menu/menu-list.tsx'
  const more: [source: string, most: number][] = [
    [overlays, 80_000],
    ['calendar/actions/forms.tsx', 25_000],
    ['shared/lead/lead-view.tsx', 25_000],
    ['shell/help.tsx', 10_000],
    ['today/actions/end-lead.tsx', 5_000],
  ]
  const core = new Set([bundle.info.script])
  for (const [source, bytesMax] of more) {
    it(`is at most ${bytesMax / 1_000} kB more for the overlays of ${source}`, () => {
      const withFiles = (path: string) => withStaticImports(outputs, [findFile(path)])
      const loaded = source === overlays ? core : withFiles(overlays)
      const files = [...withFiles(source)].filter(name => !loaded.has(name))
      assert.ok(sizeOf(files) <= bytesMax, `${sizeOf(files)} bytes`)
    })
  }

  it('is at most 385 kB of all scripts, and 20 kB of style', () => {
    assert.ok(sizeOf(scripts) <= 385_000, `${sizeOf(scripts)} bytes`)
    assert.ok(sizeOf([bundle.info.style]) <= 20_000)
  })
})

describe('the files of the console', () => {
  it('are at most four scripts and three dictionaries for a page, four if not English', () => {
    for (const { path, files, dictionaries } of bundle.info.pages) {
      assert.ok(files.length <= 4, `${path}: ${files.join(', ')}`)
      assert.ok(files.includes(bundle.info.script), path)
      assert.ok((dictionaries.en ?? []).length <= 3, path)
      assert.ok(dictionaries.de!.length <= 4, path)
    }
  })

  it('are listed for every page', () => {
    const pages = globSync('**/*.page.tsx', { cwd: folder })
    assert.ok(pages.length > 5)
    for (const page of pages) {
      const file = findFile(page)
      assert.ok(
        bundle.info.pages.some(({ files }) => files.includes(file)),
        page,
      )
    }
    const rows = readFileSync(join(folder, 'shell/pages.ts'), 'utf8').match(/^ {4}path: '/gm)!
    assert.equal(bundle.info.pages.length, rows.length)
  })

  it('are few and none is tiny', () => {
    const chunks = scripts.filter(name => name.startsWith('chunk-'))
    assert.ok(chunks.length <= 8, chunks.join(', '))
    for (const name of chunks) assert.ok(sizeOf([name]) > 1_000, name)
  })

  it('export all that is imported lazily: no two sources of a file export the same name', () => {
    const sources = Object.keys(inputs).filter(path => /^[a-z].*\.tsx?$/.test(path))
    const imports = sources.flatMap(path => {
      const text = readFileSync(join(folder, path), 'utf8')
      const matches = text.matchAll(/\(await import\('([^']+)'\)\)\.(\w+)/g)
      return [...matches].map(([, source = '', name = '']) => {
        return { file: findFile(posix.join(dirname(path), source)), name }
      })
    })
    assert.ok(imports.length > 30)
    for (const { file, name } of imports) assert.ok(outputs[file]!.exports.includes(name), name)
  })
})

describe('the contents of the bundle', () => {
  /** Pure files of the server; the rest of the console is a client of the API. */
  const shared = [
    'platform/rest/version.ts',
    'pending-events/event.ts',
    'rental/leads/leads/lead.ts',
    'rental/prices/occupancies/lead-status.ts',
    'rental/versions.ts',
  ]

  it('are its own sources, packages, and the shared pure files', () => {
    const inputs = Object.keys(bundle.metafile.inputs).filter(path => path.startsWith('../'))
    const own = inputs.filter(path => !path.includes('node_modules/'))
    assert.deepEqual(
      own.filter(path => !shared.includes(path.slice('../'.length))),
      [],
    )
    assert.ok(own.length > 0)
  })

  it('import widgets one by one: the index of all takes three times as long to parse', () => {
    const fullIndex = /react-aria(-components)?\/(dist\/)?exports\/index/
    assert.deepEqual(
      Object.keys(bundle.metafile.inputs).filter(path => fullIndex.test(path)),
      [],
    )
  })

  it('include the generated types and schemas', async () => {
    assert.equal(readFileSync(consoleTypesFile, 'utf8'), await consoleTypes())
    assert.equal(readFileSync(consoleSchemasFile, 'utf8'), await consoleSchemas())
  })
})

describe('the page of the console', () => {
  it('200: has a strict policy, and names its assets by their hashes', async () => {
    const { agencyUid } = await makeAgency(server)
    const { headers } = await makeSignedIn(server, agencyUid, 'STAFF')
    const page = await server.request('GET', '/console/calendar?from=2026-06-01', { headers })
    assert.equal(page.status, 200)
    const policy = page.headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none';/)
    assert.match(policy, /img-src 'self' data: blob: https:;/)
    assert.doesNotMatch(policy.replace(/img-src [^;]+/, ''), /unsafe|https?:|\*/)
    assert.match(policy, /script-src 'self'; .*require-trusted-types-for 'script'/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const named = [...page.text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)]
    assert.ok(named.length > 3)
    for (const [, path = ''] of named) {
      // The server compresses with brotli in the background.
      await eventually(async () => {
        const file = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } })
        await file.arrayBuffer()
        assert.equal(file.status, 200, path)
        assert.match(file.headers.get('cache-control')!, /immutable/)
        return file.headers.get('content-encoding') === 'br'
      })
    }
    assert.equal((await server.request('GET', '/console/assets/console-0.js')).status, 404)
  })

  it('303: redirects to sign-in with the way back', async () => {
    const response = await fetch(`${server.url}/console/reservations?stage=HOLD`, {
      redirect: 'manual',
    })
    assert.equal(response.status, 303)
    const to = '/console/sign-in?next=%2Fconsole%2Freservations%3Fstage%3DHOLD'
    assert.equal(response.headers.get('location'), to)
  })
})

describe('CONSOLE=false', () => {
  it('serves the plain pages, and redirects to the account', async () => {
    const app = await buildApp({ ...server, config: { ...server.config, console: false } })
    const { statusCode, headers } = await app.inject('/console')
    assert.deepEqual([statusCode, headers.location], [303, '/console/account'])
    assert.equal((await app.inject('/console/sign-in')).statusCode, 200)
    for (const path of ['/console/calendar', `/console/assets/${bundle.info.script}`]) {
      assert.equal((await app.inject(path)).statusCode, 404, path)
    }
    await app.close()
  })
})

describe('the queries that an event invalidates', () => {
  it('are defined for every event type', () => {
    assert.deepEqual(
      eventTypes.filter(type => listInvalidatedQueries(type) === null),
      [],
    )
  })

  it('are those of the lead, and the tiles with its property', () => {
    const event = (payload: LiveEvent['payload']): LiveEvent => {
      return { seq: 1, eventType: 'LEAD_PROPERTY_CHANGED', payload }
    }
    const moved = event({ lead_uid: 'a', property_uid: 'p', previous_property_uid: 'q' })
    const tileWith = (uid: string) => ({ nightsByProperty: new Map([[uid, {}]]) })
    assert.ok(isInvalidatedBy(moved, ['lead', 'a'], {}))
    assert.ok(!isInvalidatedBy(moved, ['lead', 'b'], {}))
    assert.ok(isInvalidatedBy(moved, ['calendar'], tileWith('p')))
    assert.ok(isInvalidatedBy(moved, ['calendar'], tileWith('q')))
    assert.ok(!isInvalidatedBy(moved, ['calendar'], tileWith('r')))
    assert.ok(isInvalidatedBy({ ...moved, eventType: 'NEWER_THAN_THIS' }, ['leads'], {}))
    assert.ok(!isInvalidatedBy({ ...moved, eventType: 'REVIEW_CREATED' }, ['leads'], {}))
  })

  it('are refetched after a running fetch, whose result is displayed', async () => {
    const client = new QueryClient()
    const invalidator = new QueryInvalidator(client)
    const reads: { signal: AbortSignal; resolve: (text: string) => void }[] = []
    const queryFn = ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>(resolve => reads.push({ signal, resolve }))
    const observer = new QueryObserver(client, { queryKey: ['today'], queryFn })
    const stop = observer.subscribe(() => {})
    const waitForData = (text: string) =>
      eventually(() => observer.getCurrentResult().data === text)
    const event = { seq: 1, eventType: 'NEW_BOOKING', payload: {} }
    reads[0]!.resolve('at first')
    await waitForData('at first')
    invalidator.add(event)
    await eventually(() => reads.length === 2)
    for (const seq of [2, 3]) {
      invalidator.add({ ...event, seq })
      await eventually(() => client.getQueryState(['today'])!.isInvalidated)
    }
    reads[1]!.resolve('meanwhile')
    await waitForData('meanwhile')
    await eventually(() => reads.length === 3)
    reads[2]!.resolve('in the end')
    await waitForData('in the end')
    assert.deepEqual([reads.length, reads[1]!.signal.aborted], [3, false])
    stop()
    client.clear()
  })
})

describe('the texts of a page', () => {
  it('are in the dictionaries, not in the page', () => {
    const sources = Object.keys(bundle.metafile.inputs).filter(path => /^[a-z].*\.tsx$/.test(path))
    const texts = sources.flatMap(path => {
      const source = readFileSync(join(folder, path), 'utf8')
      const matches = source.matchAll(
        />\s*([A-Z][a-z]+(?: [a-z]+)*)\s*<\/|aria-label="([A-Z][^"]+)"/g,
      )
      return [...matches].map(([text]) => `${path}: ${text}`)
    })
    assert.deepEqual(
      texts.filter(text => !text.includes('"Lodgepole"')),
      [],
    )
    assert.ok(sources.length > 15)
  })
})
