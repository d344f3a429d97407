import type { Context } from '../../../context.ts'
import type { HeldFiles } from './attachment-files.ts'
import { insertAttachments } from './attachments.ts'

/** Adds files that are stored already to the message that they are for. */
export async function addAttachments(
  ctx: Pick<Context, 'db'>,
  { agency_uid }: { agency_uid: string },
  { attachments }: HeldFiles,
): Promise<void> {
  await insertAttachments(
    ctx,
    attachments.map(attachment => ({ agency_uid, ...attachment })),
  )
}
