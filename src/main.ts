import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// What this process writes holds guests' data and keys, which no other user may read.
process.umask(0o077)

// Half of a start is compiling what it loads. What has been compiled lies beside what is installed:
// who may change the one may change the other. Where this process may not, nothing is kept.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/lodgepole/compiled'))
const { runCli } = await import('./cli.ts')
process.exitCode = await runCli(process.argv.slice(2), process.env)
