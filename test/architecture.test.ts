/**
 * Rules of STYLE.md, checked on the text of the sources. Rules on imports are in .dependency-
 * cruiser.mjs, those on unused code in knip.jsonc.
 */
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, it } from 'node:test'
import { brokenCitations } from './architecture/citations.ts'
import { nounFolder } from './architecture/districts.ts'
import { roleOf } from './architecture/roles.ts'
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
} from './architecture/sources.ts'
import { unscopedCallers } from './architecture/unscoped-callers.ts'

describe('files of a noun', () => {
  it('a command exports one function', () => {
    const commands = rental.filter(({ path }) => roleOf(path) === 'command')
    const exported = ({ text }: Source) => text.match(/^export (async )?function/gm)?.length
    none(commands.filter(command => exported(command) !== 1).map(({ path }) => path))
  })

  it('every surface is listed', () => {
    const lists = src.filter(({ path }) =>
      /^src\/(server\/(app|workers|start-workers)|rental\/(routes|schemas))\.ts$/.test(path),
    )
    const listed = new Set(lists.flatMap(({ imports }) => imports))
    const surfaces = rental.map(({ path }) => path).filter(isRole('surface'))
    none(surfaces.filter(path => !listed.has(path)))
  })
})

/** Large or frequent statements: docs/decisions/0109-row-functions-and-sql.md. */
const compiledOnce = [
  'dashboard/multi-calendar/multi-calendar-inputs.sql.ts',
  'events/deliveries/queue-deliveries.sql.ts',
  'events/events/events.ts',
  'prices/availability/occupying-leads.sql.ts',
  'prices/calendar/calendar.ts',
  'prices/quotes/quotes.ts',
]

describe('access to the database', () => {
  /** Returns true for the demo, which fills an empty agency with rows of all tables. */
  const isDemo = (path: string) => path.startsWith('demo/')

  it('a table is written from the folders of one noun only', () => {
    const writers = new Map<string, Set<string>>()
    for (const { path, text } of src.filter(({ path }) => !isDemo(path))) {
      for (const table of tablesWritten(text)) {
        writers.set(table, (writers.get(table) ?? new Set()).add(nounFolder(dirname(path))))
      }
    }
    const shared = [...writers].filter(([, folders]) => folders.size > 1)
    none(shared.map(([table, folders]) => [table, ...folders].join(' ')))
    assert.ok(writers.has('leads') && writers.has('rate_windows'), 'writes are recognised')
  })

  it('only queries, SQL and actions of a noun, and the platform, write', () => {
    const writing = src.filter(({ text }) => tablesWritten(text).length > 0)
    const may = ({ path }: Source) =>
      path.startsWith('src/platform/') ||
      (isInRental(path) && ['plural', 'sql', 'command'].includes(roleOf(path)))
    none(writing.filter(file => !may(file) && !isDemo(file.path)).map(({ path }) => path))
  })

  it('statements are compiled once in few, named files', () => {
    const compiling = src.filter(({ imports }) =>
      imports.includes('src/platform/db/compiled-query.ts'),
    )
    const isNeeded = (path: string) =>
      path.startsWith('src/platform/') || compiledOnce.includes(path.slice('src/rental/'.length))
    none(compiling.filter(({ path }) => !isNeeded(path)).map(({ path }) => path))
  })

  it('functions across tenants are called from few, named files', () => {
    const callers: Record<string, string[]> = {}
    for (const { path, text } of src) {
      const called = new Set(text.match(/(?<!function )\b\w+Unscoped(?=\()/g))
      for (const name of called) callers[name] = [...(callers[name] ?? []), path]
    }
    assert.deepEqual(callers, unscopedCallers)
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

describe('streams of the server', () => {
  const streamCreation = new RegExp(
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
  const isServerSource = ({ path }: Source) =>
    !/^src\/(console\/|platform\/graphql\/query-page\/browser\/)/.test(path)
  /** Returns true if the expression at a position is an argument of withErrorListener. */
  const isWrapped = (text: string, at: number) =>
    /\bwithErrorListener\(\s*(\w+\.)*\w*$/.test(text.slice(0, at))

  it('are created inside withErrorListener, so that no error ends the process', () => {
    const findings = src.filter(isServerSource).flatMap(({ path, text }) =>
      [...text.matchAll(streamCreation)].map(({ index, 0: match }) => ({
        path,
        text,
        index,
        what: match,
      })),
    )
    none(
      findings
        .filter(({ text, index }) => !isWrapped(text, index))
        .map(({ path, what: match }) => `${path}: ${match}`),
    )
    assert.ok(findings.length > 10, 'streams are recognised')
  })
})

describe('citations of the sources', () => {
  it('exist in the contract: the document, and the section as a heading or a number', () => {
    const { count, broken } = brokenCitations()
    none(broken)
    assert.ok(count > 500, 'citations are recognised')
  })
})

describe('format of files', () => {
  /** Lists `file:line` of every line that a rule refuses. */
  const lines = (refuses: (line: string) => boolean) =>
    written.flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, i) => (refuses(line) ? [`${path}:${i + 1}`] : [])),
    )
  const unfinishedNotes = new RegExp(
    ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X'].map(w => `\\b${w}\\b`).join('|'),
  )

  it('no comment is an unfinished note', () => {
    none(lines(line => unfinishedNotes.test(line)))
  })

  it('exports have names', () => {
    none(lines(line => /^export default\b/.test(line)))
  })

  it('no type is `any`, except bodies that tests inspect', () => {
    const bodies = lines(line => /[:<|,(] ?any\b[^ (]?(?! \w)|\bas any\b/.test(withoutTexts(line)))
    none(bodies.filter(location => !/^test\/support\/(server|raw-http|logs)\.ts:/.test(location)))
  })

  it('a line has at most 100 characters, except paths and documents that tests quote', () => {
    const isPath = (line: string) => /^(import|export|}) .*from '|\.test\.ts › /.test(line)
    const long = lines(line => [...line].length > 100 && !isPath(line))
    none(long.filter(location => !location.includes('.test.ts:')))
  })

  it('a file has at most 300 lines', () => {
    const long = written.filter(({ text }) => text.trimEnd().split('\n').length > 300)
    none(long.map(({ path }) => path))
  })

  it('a function has at most 60 lines, which the linter checks', () => {
    const { linter } = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'))
    const { level, options } = linter.rules.complexity.noExcessiveLinesPerFunction
    assert.deepEqual([level, options.maxLines], ['error', 60])
    none(src.filter(({ text }) => text.includes('biome-ignore lint/complexity')))
  })
})

/** Removes comments, strings and templates from a line. */
function withoutTexts(line: string): string {
  return line.replace(/(['"`]).*\1/g, '').replace(/\/\/.*|^\s*\*.*|\/\*.*|.*sql`.*/, '')
}
