/** An API key on the wire, without anything to sign in with: contract/resources.md §8.5. */
import { utcText } from '../../../platform/dates.ts'
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

/** So long a former secret may live on. */
const keepHoursMax = 720

export const apiKey = shape('ApiKey', {
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

/** A key with what it signs in by, which is shown this once. */
export const shownApiKey = shape('ShownApiKey', { apiKey, secret: text() })

export const newApiKey = shape('ApiKeyInput', {
  name: text({ min: 1 }),
  readOnly: Type.Optional(bool()),
  strict: Type.Optional(bool()),
  tags: Type.Optional(listOf(text({ min: 1 }), 60)),
  expiresUtcDateTime: Type.Optional(nullable(utcInstant())),
})

export const keyRotation = shape('ApiKeyRotation', {
  keepHours: Type.Optional(integer(0, keepHoursMax)),
})

/** @param usedAt when it was last used, to the hour */
export function presentApiKey(key: ApiKey, usedAt: Date | undefined) {
  const at = (date: Date | null | undefined) => (date ? utcText(date) : null)
  return {
    uid: key.uid,
    name: key.name,
    hint: key.hint,
    readOnly: key.read_only,
    strict: key.is_strict,
    tags: key.tags,
    createdUtcDateTime: utcText(key.created_at),
    lastUsedUtcDateTime: at(usedAt),
    expiresUtcDateTime: at(key.expires_at),
    revokedUtcDateTime: at(key.revoked_at),
  }
}
