/** Files of messages: contract/messaging.md §14. */
import { openRoute } from '../../../context.ts'
import { notFound } from '../../../platform/errors.ts'
import { Type, text } from '../../../platform/rest/fields.ts'
import { FileReply } from '../../../platform/rest/route.ts'
import { asUid } from '../../../platform/uid.ts'
import { requireEnabledAgency } from '../../access/agency-states/require-enabled-agency.ts'
import { openAttachmentFile } from './attachment-files.ts'
import { readLinkAgency } from './attachment-link.ts'
import { findAttachment } from './attachments.ts'

export const attachmentRoutes = [
  openRoute({
    method: 'GET',
    path: '/messages/:uid/attachments/:attachmentUid',
    since: '3.3',
    access: { isOpen: true },
    summary: 'Download an attachment',
    tag: 'Messages',
    query: Type.Object({ token: Type.Optional(text({ max: 2_048 })) }),
    http: { sendsFile: true },
    errors: ['ACCESS_DENIED', 'AGENCY_DISABLED', 'ATTACHMENT_NOT_FOUND'],
    handler: async (ctx, { query, params }) => {
      // An invalid uid matches no token.
      const messageUid = asUid(params.uid!) ?? ''
      const attachmentUid = asUid(params.attachmentUid!) ?? ''
      const agencyUid = readLinkAgency(ctx, query.token ?? '', { messageUid, attachmentUid })
      await requireEnabledAgency(ctx, agencyUid)
      const row = await findAttachment(ctx, agencyUid, messageUid, attachmentUid)
      const file = row ? await openAttachmentFile(ctx.blobs, row) : null
      if (!row || file === null) throw notFound('ATTACHMENT_NOT_FOUND', attachmentUid)
      const { file_name: name, file_type: mediaType } = row
      return new FileReply({ name, mediaType, size: file.size }, file.stream)
    },
  }),
]
