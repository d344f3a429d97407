import type { Kysely } from 'kysely'
import { encryptionKeyId } from '../../platform/crypto/encryption.ts'
import { findEncrypted } from '../../platform/crypto/re-encrypt.ts'
import { computeKeyId } from '../../platform/crypto/signing-keys.ts'
import type { Database } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import {
  acceptKeys,
  listAcceptedKeys,
  lockSecretKeys,
} from '../../rental/access/secret-keys/secret-keys.ts'
import { encryptedColumns } from '../../rental/encrypted-columns.ts'
import type { Tables } from '../../rental/tables.ts'

/**
 * Refuses keys that cannot decrypt the database, and stores the fingerprints of accepted ones
 * (docs/decisions/0026). Compares fingerprints first, and tries to decrypt stored values if they
 * differ or are missing.
 *
 * @throws Error naming the fingerprints
 */
export async function requireSecretKeys(
  database: Pick<Database<Tables>, 'kysely' | 'work' | 'clock'>,
  secretKeys: readonly Buffer[],
): Promise<void> {
  const ids = secretKeys.map(computeKeyId)
  if (areSameIds(await listAcceptedKeys({ db: database.kysely }), ids)) return
  await transaction({ db: database.work }, async ({ db }: { db: Kysely<Tables> }) => {
    await lockSecretKeys({ db })
    // Reads again: another process may have accepted keys in between.
    const mismatch = await findKeyMismatch(db, secretKeys)
    if (mismatch !== null) throw new OperatorError(mismatch)
    await acceptKeys({ db }, secretKeys, database.clock.now())
  })
}

/** Returns why keys cannot decrypt the database, with the fingerprints; null: they can. */
export async function findKeyMismatch(
  db: Kysely<Tables>,
  secretKeys: readonly Buffer[],
): Promise<string | null> {
  const ids = secretKeys.map(computeKeyId)
  const accepted = await listAcceptedKeys({ db })
  if (ids.some(id => accepted.includes(id))) return null
  const { hasOwnKeys, hasOtherKeys } = await findEncryptingKeys(db, secretKeys)
  // Without fingerprints, as in databases of older releases, some own values are sufficient.
  const isUsable = !hasOtherKeys || (hasOwnKeys && accepted.length === 0)
  return isUsable ? null : wrongKeyText(ids, accepted)
}

/** Accepts keys although they cannot decrypt the stored values. */
export async function acceptSecretKeys(
  { work, clock }: Pick<Database<Tables>, 'work' | 'clock'>,
  secretKeys: readonly Buffer[],
): Promise<void> {
  await transaction({ db: work }, ({ db }: { db: Kysely<Tables> }) =>
    acceptKeys({ db }, secretKeys, clock.now()),
  )
}

function areSameIds(accepted: string[], ids: string[]): boolean {
  return accepted.length === new Set(ids).size && ids.every(id => accepted.includes(id))
}

async function findEncryptingKeys(db: Kysely<Tables>, secretKeys: readonly Buffer[]) {
  const keyIds = secretKeys.map(encryptionKeyId)
  const found = { hasOwnKeys: false, hasOtherKeys: false }
  for (const columns of encryptedColumns) {
    const { hasOwnKeys, hasOtherKeys } = await findEncrypted(db, columns, keyIds)
    found.hasOwnKeys ||= hasOwnKeys
    found.hasOtherKeys ||= hasOtherKeys
  }
  return found
}

function wrongKeyText(ids: string[], accepted: string[]): string {
  const expected =
    accepted.length === 0 ? 'another key' : `the key with the fingerprint ${accepted.join(' or ')}`
  return (
    `SECRET_KEY is wrong for this database: it is encrypted with ${expected}, and SECRET_KEY has ` +
    `${ids.join(', ')}. Start with that key. If it is lost, and with it everything it encrypted, ` +
    'run: lodgepole secret accept'
  )
}
