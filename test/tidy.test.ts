/**
 * The house rules of STYLE.md, run as a test: they look at text, so they are quick. Rules on imports
 * are in .dependency-cruiser.mjs, those on unused code in knip.jsonc.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { brokenCitations } from './tidy/citations.ts'
import { familyOf } from './tidy/districts.ts'
import { pastTenants } from './tidy/past-tenants.ts'
import { roleOf } from './tidy/roles.ts'
import {
  isInRental,
  isRole,
  none,
  rental,
  root,
  type Source,
  src,
  tablesWritten,
  written,
} from './tidy/sources.ts'

describe('what the files of a noun are', () => {
  it('an act exports one function', () => {
    const acts = rental.filter(({ path }) => roleOf(path) === 'act')
    const exported = ({ text }: Source) => text.match(/^export (async )?function/gm)?.length
    none(acts.filter(act => exported(act) !== 1).map(({ path }) => path))
  })

  it('every surface is listed', () => {
    const lists = src.filter(({ path }) =>
      /^src\/(app|workers|process\/start-work|rental\/(routes|schemas))\.ts$/.test(path),
    )
    const listed = new Set(lists.flatMap(({ imports }) => imports))
    const surfaces = rental.map(({ path }) => path).filter(isRole('surface'))
    none(surfaces.filter(path => !listed.has(path)))
  })
})

/** Large or frequent statements: docs/decisions/0109-row-functions-and-sql.md. */
const compiledOnce = [
  'around/multi-calendar/multi-calendar-facts.sql.ts',
  'events/deliveries/queue-deliveries.sql.ts',
  'events/events/events.ts',
  'prices/calendar-facts/holders.sql.ts',
  'prices/calendar/calendar.ts',
  'prices/quotes/quotes.ts',
]

describe('who may touch the database', () => {
  /** Fills an empty agency with rows of all tables. */
  const isDemo = (path: string) => path.startsWith('demo/')

  it('a table is written from the folders of one noun only', () => {
    const writers = new Map<string, Set<string>>()
    for (const { path, text } of src.filter(({ path }) => !isDemo(path))) {
      for (const table of tablesWritten(text)) {
        writers.set(table, (writers.get(table) ?? new Set()).add(familyOf(dirname(path))))
      }
    }
    const shared = [...writers].filter(([, folders]) => folders.size > 1)
    none(shared.map(([table, folders]) => [table, ...folders].join(' ')))
    assert.ok(writers.has('leads') && writers.has('rate_windows'), 'writes are recognised')
  })

  it('only queries, SQL and acts of a noun, and the platform, write', () => {
    const writing = src.filter(({ text }) => tablesWritten(text).length > 0)
    const may = ({ path }: Source) =>
      path.startsWith('src/platform/') ||
      (isInRental(path) && ['plural', 'sql', 'act'].includes(roleOf(path)))
    none(writing.filter(file => !may(file) && !isDemo(file.path)).map(({ path }) => path))
  })

  it('statements are compiled once in few, named places', () => {
    const compiling = src.filter(({ imports }) => imports.includes('src/platform/db/prepare.ts'))
    const isNeeded = (path: string) =>
      path.startsWith('src/platform/') || compiledOnce.includes(path.slice('src/rental/'.length))
    none(compiling.filter(({ path }) => !isNeeded(path)).map(({ path }) => path))
  })

  it('what looks past the tenant is called from few, named places', () => {
    const callers: Record<string, string[]> = {}
    for (const { path, text } of src) {
      const called = new Set(text.match(/(?<!function )\b\w+Unscoped(?=\()/g))
      for (const name of called) callers[name] = [...(callers[name] ?? []), path]
    }
    assert.deepEqual(callers, pastTenants)
  })

  it('migrations are numbered without gaps', () => {
    const names = globSync('migrations/*', { cwd: root })
      .map(path => basename(path))
      .sort()
    const numbers = names.map(name => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1])
    assert.deepEqual(
      numbers,
      names.map((_, i) => String(i + 1).padStart(4, '0')),
    )
  })
})

describe('how the server makes streams', () => {
  const made = new RegExp(
    [
      String.raw`\bnew (Readable|Writable|PassThrough|Transform|Duplex|Worker|Busboy)\b`,
      String.raw`\bReadable\.(from|fromWeb)\(`,
      String.raw`\bcreate(Read|Write)Stream\(`,
      String.raw`\bcreate(Gzip|Gunzip|Deflate|Inflate|BrotliCompress|BrotliDecompress)\(`,
      String.raw`\.query\(copy(From|To)\(`,
      String.raw`\.Body as Readable`,
      String.raw`\b(spawn|fork|execFile)\(`,
      String.raw`(?<![.\w])(request|connect|createConnection)\(\w+,`,
    ].join('|'),
    'g',
  )
  const isOfServer = ({ path }: Source) =>
    !/^src\/(console\/|platform\/graphql\/query-page\/browser\/)/.test(path)
  /** Returns the text before a place, back to the bracket around it. */
  const isWrapped = (text: string, at: number) =>
    /\bwithErrorListener\(\s*(\w+\.)*\w*$/.test(text.slice(0, at))

  it('inside withErrorListener, so that no error of a stream ends the process', () => {
    const places = src
      .filter(isOfServer)
      .flatMap(({ path, text }) =>
        [...text.matchAll(made)].map(({ index, 0: what }) => ({ path, text, index, what })),
      )
    none(
      places
        .filter(({ text, index }) => !isWrapped(text, index))
        .map(({ path, what }) => `${path}: ${what}`),
    )
    assert.ok(places.length > 10, 'streams are recognised')
  })
})

describe('what the sources cite', () => {
  it('is in the contract: the paper, and the section as a heading or a number', () => {
    const { count, broken } = brokenCitations()
    none(broken)
    assert.ok(count > 500, 'citations are recognised')
  })
})

describe('how a file looks', () => {
  /** `file:line` of every line that a rule refuses. */
  const lines = (refuses: (line: string) => boolean) =>
    written.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, i) => (refuses(line) ? [`${path}:${i + 1}`] : [])),
    )
  const laterWords = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].map(w => `\\b${w}\\b`).join('|'),
  )

  it('nothing is put off in a comment', () => {
    none(lines(line => laterWords.test(line)))
  })

  it('exports have names', () => {
    none(lines(line => /^export default\b/.test(line)))
  })

  it('no type is `any`, but for the bodies that tests look into', () => {
    const bodies = lines(line => /[:<|,(] ?any\b[^ (]?(?! \w)|\bas any\b/.test(withoutTexts(line)))
    none(bodies.filter(place => !/^test\/support\/(server|raw|logs)\.ts:/.test(place)))
  })

  it('a line has at most 100 characters, but for paths and documents that tests quote', () => {
    const isPath = (line: string) => /^(import|export|}) .*from '|\.test\.ts › /.test(line)
    const long = lines(line => [...line].length > 100 && !isPath(line))
    none(long.filter(place => !place.includes('.test.ts:')))
  })

  it('a file has at most 300 lines', () => {
    const long = written.filter(({ text }) => text.trimEnd().split('\n').length > 300)
    none(long.map(({ path }) => path))
  })

  it('a function has at most 60 lines: the linter sees to it', () => {
    const { linter } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    const { level, options } = linter.rules.complexity.noExcessiveLinesPerFunction
    assert.deepEqual([level, options.maxLines], ['error', 60])
    none(src.filter(({ text }) => text.includes('biome-ignore lint/complexity')))
  })
})

/** A line of code without comments, texts and templates. */
function withoutTexts(line: string): string {
  return line.replace(/(['"`]).*\1/g, '').replace(/\/\/.*|^\s*\*.*|\/\*.*|.*sql`.*/, '')
}
