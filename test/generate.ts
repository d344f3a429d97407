/** `npm run generate`: writes what is made from other files, row types and `contracts/`. */
import { writeContracts } from './support/contracts.ts'
import { writeTables } from './support/generate-tables.ts'

await writeTables()
await writeContracts()
