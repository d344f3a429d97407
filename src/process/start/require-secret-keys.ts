import type { Kysely } from 'kysely'
import type { Database } from '../../platform/db/database.ts'
import { transaction } from '../../platform/db/transaction.ts'
import { findSealed } from '../../platform/keys/reseal.ts'
import { keyIdOf } from '../../platform/keys/signing-keys.ts'
import { sealingKeyId } from '../../platform/seal.ts'
import {
  acceptKeys,
  listAcceptedKeys,
  lockSecretKeys,
} from '../../rental/access/secret-keys/secret-keys.ts'
import { sealedColumns } from '../../rental/sealed-columns.ts'
import type { Tables } from '../../rental/tables.ts'

/**
 * Refuses keys that do not open what the database has sealed, and stores the fingerprints of those
 * that it accepts (docs/decisions/0026). Whether they fit is known by the fingerprints, and where
 * these are others, or there are none yet, by the sealed values.
 *
 * @throws Error naming the fingerprints
 */
export async function requireSecretKeys(
  database: Pick<Database<Tables>, 'kysely' | 'work' | 'clock'>,
  secretKeys: readonly Buffer[],
): Promise<void> {
  const ids = secretKeys.map(keyIdOf)
  if (isSame(await listAcceptedKeys({ db: database.kysely }), ids)) return
  await transaction({ db: database.work }, async ({ db }: { db: Kysely<Tables> }) => {
    await lockSecretKeys({ db })
    const accepted = await listAcceptedKeys({ db })
    if (!ids.some(id => accepted.includes(id))) {
      const { isOurs, isOthers } = await findSealedByAny(db, secretKeys)
      const isUsable = !isOthers || (isOurs && accepted.length === 0)
      if (!isUsable) throw new Error(otherKey(ids, accepted))
    }
    await acceptKeys({ db }, secretKeys, database.clock.now())
  })
}

/** Accepts keys although they do not open what the database has sealed. */
export async function acceptSecretKeys(
  { work, clock }: Pick<Database<Tables>, 'work' | 'clock'>,
  secretKeys: readonly Buffer[],
): Promise<void> {
  await transaction({ db: work }, ({ db }: { db: Kysely<Tables> }) =>
    acceptKeys({ db }, secretKeys, clock.now()),
  )
}

function isSame(accepted: string[], ids: string[]): boolean {
  return accepted.length === new Set(ids).size && ids.every(id => accepted.includes(id))
}

async function findSealedByAny(db: Kysely<Tables>, secretKeys: readonly Buffer[]) {
  const keyIds = secretKeys.map(sealingKeyId)
  const found = { isOurs: false, isOthers: false }
  for (const columns of sealedColumns) {
    const { isOurs, isOthers } = await findSealed(db, columns, keyIds)
    found.isOurs ||= isOurs
    found.isOthers ||= isOthers
  }
  return found
}

function otherKey(ids: string[], accepted: string[]): string {
  const expected =
    accepted.length === 0 ? 'another key' : `the key with the fingerprint ${accepted.join(' or ')}`
  return (
    `SECRET_KEY is wrong for this database: it is encrypted with ${expected}, and SECRET_KEY has ` +
    `${ids.join(', ')}. Start with that key. If it is lost, and with it everything it encrypted, ` +
    'run: lodgepole secret accept'
  )
}
