/** A failed publish check on the wire: contract/resources.md §11.3. */
import { named, nullable, oneOf, shape, text, uid } from '../../../platform/rest/fields.ts'
import { checkCodes, levels, severities } from './publish-check.ts'

export const publishCheck = shape('PublishCheck', {
  propertyUid: nullable(uid()),
  level: named('PublishCheckLevel', oneOf(levels)),
  code: named('PublishCheckCode', oneOf(checkCodes)),
  severity: named('PublishCheckSeverity', oneOf(severities)),
  field: text(),
})
