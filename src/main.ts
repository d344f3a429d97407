import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What this process writes holds guests' data and keys, which no other user may read.
process.umask(0o077)

// A third of a start is compiling what it loads. Compiled code is cached beside the installed
// packages: a user who may change one may change the other. A process without that permission
// caches nothing.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/lodgepole/compiled'))
// Imported only now, so that the cache has it.
const { runCli } = await import('./cli.ts')
process.exitCode = await runCli(process.argv.slice(2), process.env)
// A failed start closes all it has opened; a connection that does not end does not delay the exit.
if (process.exitCode !== 0) setTimeout(() => process.exit(), 5_000).unref()
