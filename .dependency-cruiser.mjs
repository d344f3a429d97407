/** Rules on imports (STYLE.md, "A folder is a noun"), checked by `npm run check`. */
import { globSync } from 'node:fs'
import { districts, families } from './test/architecture/districts.ts'
import { roleOf } from './test/architecture/roles.ts'
import { upwardImports } from './test/architecture/upward-imports.ts'

const tests = String.raw`\.test\.ts$`
const noun = '^src/rental/[^/]+/[^/]+/'
const surface = String.raw`${noun}.*\.(rest|graphql|worker)\.ts$`

const quoted = path => path.replaceAll('.', String.raw`\.`)
const exactly = paths => paths.map(path => `^${quoted(path)}$`)
const nounFiles = globSync('src/rental/*/*/**/*.ts').filter(path => !path.endsWith('.test.ts'))
const ofRole = role => exactly(nounFiles.filter(path => roleOf(path) === role))
const [models, queries, commands] = ['singular', 'plural', 'command'].map(ofRole)

/** Returns a rule that every file of a role keeps towards files of other nouns. */
function towardsOtherNouns(name, from, to) {
  const inFolder = folder => `^(?=(?:${from.join('|').replaceAll(/[\^$]/g, '')})$)${folder}`
  const split = families.map(folders => `^(?:${folders.join('|')})/`)
  const rule = (path, pathNot, own) => ({
    name,
    severity: 'error',
    from: { path, pathNot },
    to: { path: to, pathNot: own },
  })
  return [
    rule(inFolder('(src/rental/[^/]+/[^/]+)/'), split, '^$1/'),
    ...split.map(own => rule(inFolder(own.slice(1)), tests, own)),
  ]
}

/** Rules of a district: it imports only from lower ones, but for a list that can only shrink. */
function towardsHigher(district, i) {
  const higher = districts.slice(i + 1).map(other => `^src/rental/${other}/[^/]+/`)
  if (higher.length === 0) return []
  const name = 'no-higher-district'
  const file = path => `src/rental/${path}.ts`
  const listed = Object.entries(upwardImports).filter(([from]) => from.startsWith(`${district}/`))
  const rule = (from, pathNot = []) => ({
    name,
    severity: 'error',
    from,
    to: { path: higher, ...(pathNot.length > 0 ? { pathNot } : {}) },
  })
  return [
    rule({
      path: `^src/rental/${district}/`,
      pathNot: [tests, ...exactly(listed.map(([from]) => file(from)))],
    }),
    ...listed.map(([from, to]) => rule({ path: exactly([file(from)]) }, exactly(to.map(file)))),
  ]
}

const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** Folders of the console. Each imports only from levels below its own. */
const consoleLevels = [
  ['routing'],
  ['i18n'],
  ['api', 'ui'],
  ['live', 'shared'],
  ['resources'],
  [
    ...['calendar', 'leads', 'owners', 'properties', 'quotes', 'rates', 'reviews', 'settings'],
    ...['tasks', 'today'],
  ],
  ['setup'],
  ['shell'],
]
const inConsole = folders => folders.map(folder => `^src/console/${folder}/`)
const consoleOrder = consoleLevels.flatMap((level, i) =>
  level.map(folder =>
    forbid(
      'console-imports-lower-levels',
      { path: inConsole([folder]) },
      { path: '^src/console/', pathNot: inConsole([folder, ...consoleLevels.slice(0, i).flat()]) },
    ),
  ),
)
const sources = { path: '^src/', pathNot: tests }

// biome-ignore lint/style/noDefaultExport: the tool takes no other
export default {
  forbidden: [
    forbid('no-cycle', {}, { circular: true }),
    forbid(
      'platform-imports-itself',
      { path: '^src/platform/', pathNot: tests },
      { pathNot: '^src/platform/' },
    ),
    forbid(
      'platform-tests-know-no-business',
      { path: String.raw`^src/platform/.*\.test\.ts$` },
      { path: String.raw`^(src/(rental|server|cli)|demo)\b` },
    ),
    forbid('sources-import-sources', sources, { pathNot: '^src/' }),
    forbid('bench-is-apart', { pathNot: '^bench/' }, { path: '^bench/' }),
    forbid('tests-import-no-proof', { path: '^(src|demo|test)/' }, { path: '^prove/' }),
    forbid(
      'business-knows-no-process',
      { path: '^src/rental/', pathNot: tests },
      { path: String.raw`^(src/((cli|main|config)\.ts$|server/|config/)|demo/)` },
    ),
    forbid(
      'models-are-pure',
      { path: models },
      {
        pathNot: [
          String.raw`^src/platform/(money|dates/dates|web/languages|uid|errors|rest/fields|rest/version)\.ts$`,
          String.raw`^src/rental/(tables|versions)\.ts$`,
          ...models,
        ],
      },
    ),
    forbid(
      'pending-events-are-below-districts',
      { path: '^src/pending-events/', pathNot: tests },
      {
        path: '^src/rental/',
        pathNot: String.raw`^src/rental/(tables|versions|access/agencies/caller)\.ts$`,
      },
    ),
    forbid('queries-know-no-commands', { path: queries }, { path: [surface, ...commands] }),
    ...towardsOtherNouns('queries-know-own-queries', queries, queries),
    forbid('surfaces-are-outermost', { path: noun, pathNot: [tests, surface] }, { path: surface }),
    ...towardsOtherNouns(
      'surfaces-know-own-commands',
      exactly(nounFiles.filter(path => roleOf(path) === 'surface')),
      [surface, ...commands],
    ),
    forbid(
      'lists-name-surfaces',
      { path: String.raw`^src/(server/(app|workers)|rental/routes)\.ts$` },
      {
        path: noun,
        pathNot: [
          surface,
          ...exactly(
            [
              'agencies/authenticate',
              'agencies/caller',
              'credential-uses/recent-credentials',
              'partners/access-snapshot.sql',
              'roles/check-role',
            ].map(path => `src/rental/access/${path}.ts`),
          ),
          String.raw`^src/rental/events/(event-log/log-watch|events/object-states\.sql)\.ts$`,
        ],
      },
    ),
    ...districts.flatMap(towardsHigher),
    ...consoleOrder,
  ],
  options: {
    includeOnly: '^(src|test|prove|bench)/',
    exclude: 'node_modules',
    parser: 'swc',
  },
}
