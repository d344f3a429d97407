/** The requests that webhooks are, for the OpenAPI documents: contract/events.md §3, §5. */
import type { Webhooks } from '../../../platform/openapi/webhooks.ts'
import type { Version } from '../../../platform/rest/version.ts'
import { registrableTypes } from './event.ts'
import { triggers } from './event-triggers.ts'
import { payloadSchema, samplePayload } from './payload-shape.ts'

/** By event type, of those that webhooks of a version may ask for. */
export function webhooksAt(version: Version): Webhooks {
  const entries = registrableTypes(version).map(type => {
    const { $schema, $id, title, not, additionalProperties, ...schema } = payloadSchema(
      type,
      '',
    ) as Record<string, unknown>
    return [type, { trigger: triggers[type], schema, sample: samplePayload(type) }] as const
  })
  return Object.fromEntries(entries)
}
