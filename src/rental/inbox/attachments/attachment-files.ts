/** The files of attachments, kept outside the database: contract/messaging.md §14. */
import type { Context } from '../../../context.ts'
import type { BlobStore, StoredBlob } from '../../../platform/blobs/blob-store.ts'
import { newUid } from '../../../platform/uid.ts'
import { type Attachment, decoded, type SentFile } from './attachment.ts'

export type FileKey = Pick<Attachment, 'message_uid' | 'uid'>

/** Files that are stored for a message that is still to be made. */
export interface HeldFiles {
  /** The uid that the message will have. */
  messageUid: string
  attachments: Omit<Attachment, 'agency_uid'>[]
}

/** Where the files of attachments are. */
export const attachmentsFolder = 'attachments'

function keyOf({ message_uid, uid }: FileKey): string {
  return `${attachmentsFolder}/${message_uid}/${uid}`
}

/**
 * Stores the files that come with a message, before the transaction that makes it: no attachment
 * is ever without its file. If one cannot be stored, none stays.
 *
 * @throws ApiError SERVICE_UNAVAILABLE
 */
export async function holdFiles(
  { blobs, clock }: Pick<Context, 'blobs' | 'clock'>,
  sent: SentFile[],
): Promise<HeldFiles> {
  const uidNow = () => newUid(clock.now().getTime())
  const held: HeldFiles = { messageUid: uidNow(), attachments: [] }
  try {
    for (const [position, { fileName, fileType, bytes }] of sent.map(decoded).entries()) {
      const attachment = {
        uid: uidNow(),
        message_uid: held.messageUid,
        position,
        file_name: fileName,
        file_type: fileType,
        file_size: bytes.length,
      }
      held.attachments.push(attachment)
      await blobs.put(keyOf(attachment), bytes)
    }
  } catch (error) {
    await forgetFiles({ blobs }, held).catch(() => undefined)
    throw error
  }
  return held
}

/** Deletes files that no message was made for. */
export async function forgetFiles(
  { blobs }: Pick<Context, 'blobs'>,
  { attachments }: HeldFiles,
): Promise<void> {
  if (attachments.length > 0) await blobs.remove(attachments.map(keyOf))
}

/** Deletes the files of attachments that there are not any more. */
export async function deleteAttachmentFiles(blobs: BlobStore, files: FileKey[]): Promise<void> {
  if (files.length > 0) await blobs.remove(files.map(keyOf))
}

/** The file of an attachment, to be read or destroyed; null when it is gone. */
export async function openAttachmentFile(
  blobs: BlobStore,
  key: FileKey,
): Promise<StoredBlob | null> {
  return blobs.open(keyOf(key))
}
