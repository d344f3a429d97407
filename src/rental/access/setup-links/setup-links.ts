/** Link that creates the first agency of a server: docs/decisions/0115-setup-link.md. */
import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from '../../../context.ts'
import type { SigningKeys } from '../../../platform/crypto/signing-keys.ts'
import { dayMs } from '../../../platform/dates/dates.ts'
import { transaction } from '../../../platform/db/transaction.ts'
import { hashSecret } from '../agencies/api-keys.sql.ts'

type ContextPart = Pick<Context, 'db' | 'clock'>

/** Returns whether a text has the form of a token. */
export function isSetupToken(text: string): boolean {
  return /^[\w-]{43}$/.test(text)
}

export function setupLinkUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/console/new-agency/${token}`
}

/**
 * Issues the link, good for a day. Until it expires, the same one is issued again and renewed, so
 * that the links of several processes and commands are equal.
 *
 * @returns its token; null if it was used, because then it is never issued again
 */
export async function issueSetupLink(
  ctx: ContextPart,
  signing: Pick<SigningKeys, 'signing'>,
): Promise<string | null> {
  return transaction(ctx, async ({ db, clock }: ContextPart) => {
    const now = clock.now()
    const expiresAt = new Date(now.getTime() + dayMs)
    const { rows } = await sql<{ issued_at: Date }>`
      insert into setup_links as l (issued_at, expires_at)
      values (${now}::timestamptz, ${expiresAt}::timestamptz)
      on conflict (id) do update set expires_at = excluded.expires_at,
        issued_at = case when l.expires_at > ${now} then l.issued_at else excluded.issued_at end
      where l.used_at is null
      returning issued_at`.execute(db)
    if (!rows[0]) return null
    const token = deriveToken(signing.signing('set-up link'), rows[0].issued_at)
    await db
      .updateTable('setup_links')
      .set({ token_hash: hashSecret(token) })
      .execute()
    return token
  })
}

function deriveToken(key: Buffer, issuedAt: Date): string {
  return createHmac('sha256', key).update(issuedAt.toISOString()).digest('base64url')
}

/** Returns whether a token is that of the link, which is neither used nor expired. */
export async function isSetupLink({ db, clock }: ContextPart, token: string): Promise<boolean> {
  const row = await db
    .selectFrom('setup_links')
    .select('id')
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', clock.now())
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Marks the link as used. Of several concurrent requests, only one succeeds: the others wait for
 * its transaction.
 *
 * @returns whether the link was usable
 */
export async function consumeSetupLink(
  { db, clock }: ContextPart,
  token: string,
): Promise<boolean> {
  const now = clock.now()
  const row = await db
    .updateTable('setup_links')
    .set({ used_at: now })
    .where('token_hash', '=', hashSecret(token))
    .where('expires_at', '>', now)
    .where('used_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
