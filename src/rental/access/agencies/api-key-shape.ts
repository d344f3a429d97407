/** An API key on the wire, without its secret: contract/resources.md §8.5. */
import { utcText } from '../../../platform/dates/dates.ts'
import {
  bool,
  integer,
  listOf,
  nullable,
  shape,
  Type,
  text,
  uid,
  utcDateTime,
  utcInstant,
} from '../../../platform/rest/fields.ts'
import type { ApiKey } from './api-keys.sql.ts'

/** Maximum number of hours for which a former secret stays valid. */
const formerSecretHoursMax = 720

export const apiKeySchema = shape('ApiKey', {
  uid: uid(),
  name: text(),
  hint: text(),
  readOnly: bool(),
  strict: bool(),
  tags: nullable(listOf(text())),
  createdUtcDateTime: utcDateTime(),
  lastUsedUtcDateTime: nullable(utcDateTime()),
  expiresUtcDateTime: nullable(utcDateTime()),
  revokedUtcDateTime: nullable(utcDateTime()),
})

/** A key with its secret, which is returned only once. */
export const apiKeyWithSecret = shape('ShownApiKey', { apiKey: apiKeySchema, secret: text() })

export const newApiKey = shape('ApiKeyInput', {
  name: text({ min: 1 }),
  readOnly: Type.Optional(bool()),
  strict: Type.Optional(bool()),
  tags: Type.Optional(listOf(text({ min: 1 }), 60)),
  expiresUtcDateTime: Type.Optional(nullable(utcInstant())),
})

export const keyRotation = shape('ApiKeyRotation', {
  keepHours: Type.Optional(integer(0, formerSecretHoursMax)),
})

/** @param usedAt time of last use, accurate to the hour */
export function presentApiKey(key: ApiKey, usedAt: Date | undefined) {
  const utcTextOrNull = (date: Date | null | undefined) => (date ? utcText(date) : null)
  return {
    uid: key.uid,
    name: key.name,
    hint: key.hint,
    readOnly: key.read_only,
    strict: key.is_strict,
    tags: key.tags,
    createdUtcDateTime: utcText(key.created_at),
    lastUsedUtcDateTime: utcTextOrNull(usedAt),
    expiresUtcDateTime: utcTextOrNull(key.expires_at),
    revokedUtcDateTime: utcTextOrNull(key.revoked_at),
  }
}
