/** Attachments in responses and requests: contract/messaging.md §14. */
import type { Context } from '../../../context.ts'
import { count, listOf, rawText, shape, text, uid } from '../../../platform/rest/fields.ts'
import type { Attachment } from './attachment.ts'
import { signAttachmentUrl } from './attachment-link.ts'

export const attachmentShape = shape('Attachment', {
  uid: uid(),
  fileName: text(),
  fileUrl: text({ max: 2_048 }),
  fileType: text(),
  fileSize: count(),
})

/** Field for uploaded files. Too many files give the same error as files that are too large. */
export const fileInputs = listOf(
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
    fileUrl: signAttachmentUrl(ctx, attachment),
    fileType: attachment.file_type,
    fileSize: attachment.file_size,
  }))
}
