import type { Context } from '../../../context.ts'
import { newUid } from '../../../platform/uid.ts'
import type { Attachment, NewFile } from './attachment.ts'
import { deleteAttachmentFiles, storeAttachmentFile } from './attachment-files.ts'
import { insertAttachments } from './attachments.ts'

/**
 * Adds files to a message, within the transaction that makes the message. The files are stored
 * first, so that no attachment is ever without its file; if one cannot be, none stays.
 *
 * @throws ApiError SERVICE_UNAVAILABLE
 */
export async function addAttachments(
  ctx: Pick<Context, 'db' | 'blobs' | 'clock'>,
  message: { agency_uid: string; uid: string },
  files: NewFile[],
): Promise<void> {
  const rows = files.map(
    ({ fileName, fileType, bytes }, position): Attachment => ({
      agency_uid: message.agency_uid,
      uid: newUid(ctx.clock.now().getTime()),
      message_uid: message.uid,
      position,
      file_name: fileName,
      file_type: fileType,
      file_size: bytes.length,
    }),
  )
  try {
    for (const [i, row] of rows.entries()) {
      await storeAttachmentFile(ctx.blobs, row, files[i]!.bytes)
    }
    await insertAttachments(ctx, rows)
  } catch (error) {
    await deleteAttachmentFiles(ctx.blobs, rows)
    throw error
  }
}
