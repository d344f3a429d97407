import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Files of this process contain personal data and keys, which no other user may read.
process.umask(0o077)

// Compiling modules takes a third of the startup time. The compile cache is next to the installed
// packages, with the same permissions. A process without write access caches nothing.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/lodgepole/compiled'))
// Imported after the cache is enabled.
const { runCli } = await import('./cli.ts')
const { standardSettingsFiles } = await import('./config/settings-file.ts')
const args = process.argv.slice(2)
process.exitCode = await runCli(args, process.env, undefined, standardSettingsFiles)
// A connection that does not close must not delay the exit after a failed start.
if (process.exitCode !== 0) setTimeout(() => process.exit(), 5_000).unref()
