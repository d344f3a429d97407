/** What the console's program weighs, what it is made of, and how it is served. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { buildApp } from '../../src/app.ts'
import { isStaleBy, type LiveEvent, Refresher, readsOf } from '../../src/console/live/live.ts'
import { bundleConsole, withImports } from '../../src/console-server/bundle.ts'
import { eventTypes } from '../../src/rental/events/events/event.ts'
import { makeAgency } from '../fixtures/rows.ts'
import { makeSignedIn } from '../fixtures/sessions.ts'
import { consoleTypes, consoleTypesFile } from '../generate/console-types.ts'
import { eventually } from '../support/eventually.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const bundle = await bundleConsole()
await bundle.compressed

const sizeOf = (names: Iterable<string>) =>
  [...names].reduce((sum, name) => sum + bundle.files.get(name)!.brotli!.length, 0)
const scripts = [...bundle.files.keys()].filter(name => name.endsWith('.js'))
const { outputs } = bundle.metafile
const fileOf = (source: string) =>
  Object.keys(outputs).find(path => outputs[path]!.entryPoint === source)!

describe('the size of the console, as brotli', () => {
  const first = withImports(outputs, fileOf('main.tsx'))
  const beside = (source: string) =>
    [...withImports(outputs, fileOf(source))].filter(name => !first.has(name))

  const texts = 'words/lead/en.ts'
  const pages: [page: string, most: number, ...further: string[]][] = [
    ['today/today.page.tsx', 125_000],
    ['leads/leads.page.tsx', 125_000],
    ['leads/lead.page.tsx', 125_000, texts],
    ['leads/board/board.page.tsx', 125_000, texts],
    ['quotes/quote.page.tsx', 125_000, texts],
    ['calendar/calendar.page.tsx', 135_000],
  ]
  for (const [page, most, ...further] of pages) {
    it(`is at most ${most / 1_000} kB for the first paint of ${page}`, () => {
      const size = sizeOf(new Set([...first, ...[page, ...further].flatMap(beside)]))
      assert.ok(size <= most, `${size} bytes`)
    })
  }

  /** What menus and windows have in common. */
  const overlays = 'kit/menu/menu-list.tsx'
  const more: [source: string, most: number][] = [
    [overlays, 35_000],
    ['calendar/acts/forms.tsx', 35_000],
    ['calendar/agenda/agenda.tsx', 12_000],
    ['frame/palette/palette.tsx', 12_000],
    ['frame/help.tsx', 12_000],
  ]
  for (const [source, most] of more) {
    it(`is at most ${most / 1_000} kB more for ${source}`, () => {
      const known = new Set(source === overlays ? [] : beside(overlays))
      const size = sizeOf(beside(source).filter(name => !known.has(name)))
      assert.ok(size <= most, `${size} bytes`)
    })
  }

  it('is at most 320 kB of all scripts, and 20 kB of style', () => {
    assert.ok(sizeOf(scripts) <= 320_000, `${sizeOf(scripts)} bytes`)
    assert.ok(sizeOf([bundle.style]) <= 20_000)
  })
})

describe('what the console is made of', () => {
  /** Pure files of the business; everything else is a client of the interface. */
  const shared =
    /^\.\.\/(rental\/(events\/events\/event|leads\/leads\/lead|versions)|platform\/rest\/version)\.ts$/

  it('is its own, packages, and the pure files that it shares', () => {
    const inputs = Object.keys(bundle.metafile.inputs).filter(path => path.startsWith('../'))
    const own = inputs.filter(path => !path.includes('node_modules/'))
    assert.deepEqual(
      own.filter(path => !shared.test(path)),
      [],
    )
    assert.ok(own.length > 0)
  })

  it('takes widgets one by one: to read all of them takes three times as long', () => {
    const whole = /react-aria(-components)?\/(dist\/)?exports\/index/
    assert.deepEqual(
      Object.keys(bundle.metafile.inputs).filter(path => whole.test(path)),
      [],
    )
  })

  it('has the types that are generated', async () => {
    assert.equal(readFileSync(consoleTypesFile, 'utf8'), await consoleTypes())
  })
})

describe('the page of the console', () => {
  it('200: has a strict policy, and names what it loads by its contents', async () => {
    const { agencyUid } = await makeAgency(server)
    const { headers } = await makeSignedIn(server, agencyUid, 'STAFF')
    const page = await server.request('GET', '/console/calendar?from=2026-06-01', { headers })
    assert.equal(page.status, 200)
    const policy = page.headers.get('content-security-policy')!
    assert.match(policy, /^default-src 'none';/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    assert.match(policy, /script-src 'self'; .*require-trusted-types-for 'script'/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const named = [...page.text.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)]
    assert.ok(named.length > 4)
    for (const [, path = ''] of named) {
      const file = await fetch(server.url + path, { headers: { 'accept-encoding': 'br' } })
      assert.equal(file.status, 200, path)
      assert.match(file.headers.get('cache-control')!, /immutable/)
      assert.equal(file.headers.get('content-encoding'), 'br')
      await file.arrayBuffer()
    }
    assert.equal((await server.request('GET', '/console/assets/console-0.js')).status, 404)
  })

  it('303: leads to sign-in, and from there back', async () => {
    const answer = await fetch(`${server.url}/console/leads?stage=HOLD`, { redirect: 'manual' })
    assert.equal(answer.status, 303)
    const to = '/console/sign-in?next=%2Fconsole%2Fleads%3Fstage%3DHOLD'
    assert.equal(answer.headers.get('location'), to)
  })
})

describe('CONSOLE=false', () => {
  it('leaves the plain pages, and leads whoever signs in to their account', async () => {
    const app = await buildApp({ ...server, config: { ...server.config, console: false } })
    const { statusCode, headers } = await app.inject('/console')
    assert.deepEqual([statusCode, headers.location], [303, '/console/account'])
    assert.equal((await app.inject('/console/sign-in')).statusCode, 200)
    for (const path of ['/console/calendar', `/console/assets/${bundle.script}`]) {
      assert.equal((await app.inject(path)).statusCode, 404, path)
    }
    await app.close()
  })
})

describe('what an event makes stale', () => {
  it('is said of every type', () => {
    assert.deepEqual(
      eventTypes.filter(type => readsOf(type) === null),
      [],
    )
  })

  it('is the lead that it names, and the tiles with its property', () => {
    const event = (payload: LiveEvent['payload']): LiveEvent => {
      return { seq: 1, eventType: 'LEAD_PROPERTY_CHANGED', payload }
    }
    const moved = event({ lead_uid: 'a', property_uid: 'p', previous_property_uid: 'q' })
    const tileWith = (uid: string) => ({ nightsOf: new Map([[uid, {}]]) })
    assert.ok(isStaleBy(moved, ['lead', 'a'], {}))
    assert.ok(!isStaleBy(moved, ['lead', 'b'], {}))
    assert.ok(isStaleBy(moved, ['calendar'], tileWith('p')))
    assert.ok(isStaleBy(moved, ['calendar'], tileWith('q')))
    assert.ok(!isStaleBy(moved, ['calendar'], tileWith('r')))
    assert.ok(isStaleBy({ ...moved, eventType: 'NEWER_THAN_THIS' }, ['leads'], {}))
    assert.ok(!isStaleBy({ ...moved, eventType: 'REVIEW_CREATED' }, ['leads'], {}))
  })

  it('is read anew after what is being read, which is shown', async () => {
    const client = new QueryClient()
    const refresher = new Refresher(client)
    const reads: { signal: AbortSignal; answer: (text: string) => void }[] = []
    const queryFn = ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>(answer => reads.push({ signal, answer }))
    const observer = new QueryObserver(client, { queryKey: ['today'], queryFn })
    const stop = observer.subscribe(() => {})
    const shows = (text: string) => eventually(() => observer.getCurrentResult().data === text)
    const event = { seq: 1, eventType: 'NEW_BOOKING', payload: {} }
    reads[0]!.answer('at first')
    await shows('at first')
    refresher.take(event)
    await eventually(() => reads.length === 2)
    for (const seq of [2, 3]) {
      refresher.take({ ...event, seq })
      await eventually(() => client.getQueryState(['today'])!.isInvalidated)
    }
    reads[1]!.answer('meanwhile')
    await shows('meanwhile')
    await eventually(() => reads.length === 3)
    reads[2]!.answer('in the end')
    await shows('in the end')
    assert.deepEqual([reads.length, reads[1]!.signal.aborted], [3, false])
    stop()
    client.clear()
  })
})

describe('the words of a page', () => {
  it('stand in the words of each language, not in the page', () => {
    const folder = join(dirname(consoleTypesFile), '..')
    const sources = Object.keys(bundle.metafile.inputs).filter(path => /^[a-z].*\.tsx$/.test(path))
    const texts = sources.flatMap(path => {
      const source = readFileSync(join(folder, path), 'utf8')
      const found = source.matchAll(
        />\s*([A-Z][a-z]+(?: [a-z]+)*)\s*<\/|aria-label="([A-Z][^"]+)"/g,
      )
      return [...found].map(([text]) => `${path}: ${text}`)
    })
    assert.deepEqual(
      texts.filter(text => !text.includes('"Lodgepole"')),
      [],
    )
    assert.ok(sources.length > 15)
  })
})
