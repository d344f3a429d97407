import { fuzzRoutes } from './fuzz-routes.ts'
import { surfaceAt } from './surfaces.ts'

await fuzzRoutes(surfaceAt('/api/v3.0'))
