/** docs/decisions/0112: only strategies depend on the kind of the database. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { type Source, src } from './sources.ts'

const strategies = /^src\/platform\/db\/(cluster|embedded)\//

/** Files that select, create or name a kind of database. */
const kindAwareFiles = [
  // Opens the database that the settings name.
  'src/server/database.ts',
  // Verifies a backup in an embedded database of its own.
  'src/cli/server/backups.ts',
  // Distributes a database.
  'src/cli/server/cluster.ts',
]

const kindPattern =
  /\bis(Cluster|Citus|Embedded|Pglite|Distributed)\b|citus|openPglite|[!=]== '(postgres|pglite)'|'url' in|pg_dist/i

const namesKind = ({ path, text }: Source) =>
  !strategies.test(path) && kindPattern.test(withoutComments(text))

it('no code but that of the strategies asks for the kind of a database', () => {
  const naming = src.filter(namesKind).map(({ path }) => path)
  assert.deepEqual(naming.toSorted(), kindAwareFiles.toSorted())
})

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
}
