/** `npm run generate`: writes generated files, row types, `contracts/` and tables of documents. */
import { writeConsoleSchemas } from './generate/console-schemas.ts'
import { writeConsoleTypes } from './generate/console-types.ts'
import { writeContracts } from './generate/contracts.ts'
import { writeExamples } from './generate/examples/file.ts'
import { writeTables } from './generate/generate-tables.ts'
import { writeReferences } from './generate/reference/markers.ts'

await writeTables()
await writeExamples()
await writeContracts()
await writeConsoleTypes()
await writeConsoleSchemas()
await writeReferences()
