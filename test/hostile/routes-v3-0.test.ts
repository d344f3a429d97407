import { attack } from './attack.ts'
import { scopeAt } from './scopes.ts'

await attack(scopeAt('/api/v3.0'))
