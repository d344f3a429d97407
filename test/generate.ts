/** `npm run generate`: writes what is made from other files, row types and `contracts/`. */
import { writeContracts } from './contracts.ts'
import { writeTables } from './generate-tables.ts'

await writeTables()
await writeContracts()
