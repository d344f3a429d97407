import { createRequire } from 'node:module'

// Defines `Temporal` where Node has none, which is before 26. Loaded synchronously: Node 24 crashes
// if a worker thread is ended during an `await` of a module.
if (!('Temporal' in globalThis)) createRequire(import.meta.url)('temporal-polyfill/global')
