/** Bundles the server: docs/decisions/0036-bundled-server-start.md. */
import { join } from 'node:path'
import { buildBundle, serverEntry } from './server-bundle/build-bundle.ts'

await buildBundle(join(import.meta.dirname, '..'), serverEntry)
