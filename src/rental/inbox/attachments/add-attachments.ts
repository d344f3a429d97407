import type { Context } from '../../../context.ts'
import { insertRows } from '../../../platform/db/rows.ts'
import { takeStorage } from '../../access/agency-storage/agency-storage.ts'
import type { HeldFiles } from './attachment-files.ts'

/**
 * Adds files that are stored already to the message that they are for.
 *
 * @throws ApiError STORAGE_QUOTA_EXCEEDED
 */
export async function addAttachments(
  ctx: Pick<Context, 'db' | 'settings'>,
  { agency_uid }: { agency_uid: string },
  { attachments }: HeldFiles,
): Promise<void> {
  await insertRows(
    ctx,
    'message_attachments',
    attachments.map(attachment => ({ agency_uid, ...attachment })),
  )
  const bytes = attachments.reduce((sum, { file_size }) => sum + file_size, 0)
  await takeStorage(ctx, agency_uid, bytes)
}
