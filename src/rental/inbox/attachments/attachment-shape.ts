/** An attachment on the wire: contract/messaging.md §14. */
import type { Context } from '../../../context.ts'
import { count, listOf, rawText, shape, text, uid } from '../../../platform/rest/fields.ts'
import type { Attachment } from './attachment.ts'
import { linkOf } from './attachment-link.ts'

export const attachmentShape = shape('Attachment', {
  uid: uid(),
  fileName: text(),
  fileUrl: text({ max: 2_048 }),
  fileType: text(),
  fileSize: count(),
})

/** How files are sent; that they are too many is refused like files that are too large. */
export const sentFiles = listOf(
  shape('FileInput', {
    fileName: text({ min: 1 }),
    fileType: text({ min: 1 }),
    contentBase64: rawText(),
  }),
  1_000,
)

export function presentAttachments(
  ctx: Pick<Context, 'clock' | 'settings' | 'signing'>,
  attachments: Attachment[],
) {
  return attachments.map(attachment => ({
    uid: attachment.uid,
    fileName: attachment.file_name,
    fileUrl: linkOf(ctx, attachment),
    fileType: attachment.file_type,
    fileSize: attachment.file_size,
  }))
}
