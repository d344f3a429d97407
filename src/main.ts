import { enableCompileCache, setSourceMapsSupport } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBundle } from './server-bundle/bundle.ts'

// What this process writes holds guests' data and keys, which no other user may read.
process.umask(0o077)

// Half of a start is finding and compiling what it loads. So the sources are bundled where that has
// been done, and what has been compiled lies beside what is installed: who may change the one may
// change the other. Where this process may not, nothing is kept.
const root = join(import.meta.dirname, '..')
const bundle = findBundle(root)
enableCompileCache(join(bundle ?? join(root, 'node_modules/.cache/lodgepole'), 'compiled'))
if (bundle) setSourceMapsSupport(true, { nodeModules: true })
const entry = bundle ? pathToFileURL(join(bundle, 'cli.mjs')).href : './cli.ts'
const { runCli } = (await import(entry)) as typeof import('./cli.ts')
process.exitCode = await runCli(process.argv.slice(2), process.env)
// A failed start closes all it has opened; a connection that does not end does not delay the exit.
if (process.exitCode !== 0) setTimeout(() => process.exit(), 5_000).unref()
