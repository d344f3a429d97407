import type { Context } from '../../context.ts'
import type { MessageKey } from '../messages/message.ts'

/** An attachment as the wire has it. */
export interface Attachment {
  uid: string
  fileName: string
  fileUrl: string
  fileType: string
  fileSize: number
}

/** The attachments of messages, by message. */
export async function listAttachments(
  _ctx: Context,
  _messages: MessageKey[],
): Promise<Map<string, Attachment[]>> {
  return new Map()
}
