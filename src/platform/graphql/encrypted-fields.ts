/**
 * Encrypted text fields. The database returns them encrypted within the JSON text of a response,
 * and the server decrypts them there. Raw control characters delimit them, which JSON text cannot
 * contain because it escapes them.
 */
import { sql } from 'kysely'
import { type Cipher, decryptOrNull } from '../crypto/encryption.ts'
import type { SelectedField } from './collect-fields.ts'
import type { EncryptedField, Row, Sql, Types } from './fields.ts'

/** `chr(1)` in SQL. */
const delimiter = '\u0001'
/** `chr(2)` in SQL. */
const separator = '\u0002'

/** Returns the SQL of an encrypted field as JSON text with delimiters. */
export function encryptedSql(field: EncryptedField, row: Row): Sql {
  const [plaintext, encrypted] = [field.plaintext(row), field.encrypted(row)]
  return sql`case when ${encrypted} is not null and ${plaintext} is null
    then chr(1) || ${field.context(row)} || chr(2) || coalesce(${field.keyId(row)}, '')
      || chr(2) || encode(${encrypted}, 'hex') || chr(1)
    else coalesce(to_json(${plaintext})::text, 'null') end`
}

export function hasEncryptedFields(types: Types, selection: SelectedField[]): boolean {
  return selection.some(
    ({ parent, name, fields }) =>
      types[parent]?.[name]?.kind === 'encrypted' || hasEncryptedFields(types, fields),
  )
}

/** Decrypts the fields in a JSON text; one that no key decrypts becomes null. */
export function decryptFields(json: string, cipher: Pick<Cipher, 'decrypt'>): string {
  // Encrypted fields are between delimiters: every second fragment.
  const fragments = json.split(delimiter)
  for (let i = 1; i < fragments.length; i += 2) {
    const [context, keyId, hex] = fragments[i]!.split(separator) as [string, string, string]
    const bytes = Buffer.from(hex, 'hex')
    fragments[i] = JSON.stringify(decryptOrNull(() => cipher.decrypt({ keyId, bytes }, context)))
  }
  return fragments.join('')
}
