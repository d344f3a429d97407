import { attack } from './attack.ts'
import { scopeAt } from './scopes.ts'

await attack(scopeAt('/v2'))
