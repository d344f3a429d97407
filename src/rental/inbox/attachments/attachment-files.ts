/** Files of attachments, stored outside the database: contract/messaging.md §14. */
import type { Context } from '../../../context.ts'
import type { BlobStore, StoredBlob } from '../../../platform/blobs/blob-store.ts'
import { newUid } from '../../../platform/uid.ts'
import { type Attachment, decodeFile, type FileInput } from './attachment.ts'

export type FileKey = Pick<Attachment, 'message_uid' | 'uid'>

/** Stored files of a message that does not exist yet. */
export interface StoredFiles {
  /** Uid that the message will have. */
  messageUid: string
  attachments: Omit<Attachment, 'agency_uid'>[]
}

/** Folder of attachments in the blob store. */
export const attachmentsFolder = 'attachments'

function toBlobKey({ message_uid, uid }: FileKey): string {
  return `${attachmentsFolder}/${message_uid}/${uid}`
}

/**
 * Stores the files of a message before the transaction that creates the message: no attachment is
 * ever without its file. Deletes all of them if one cannot be stored.
 *
 * @throws ApiError SERVICE_UNAVAILABLE
 */
export async function storeFiles(
  { blobs, clock }: Pick<Context, 'blobs' | 'clock'>,
  files: FileInput[],
): Promise<StoredFiles> {
  const createUid = () => newUid(clock.now().getTime())
  const stored: StoredFiles = { messageUid: createUid(), attachments: [] }
  try {
    for (const [position, { fileName, fileType, bytes }] of files.map(decodeFile).entries()) {
      const attachment = {
        uid: createUid(),
        message_uid: stored.messageUid,
        position,
        file_name: fileName,
        file_type: fileType,
        file_size: bytes.length,
      }
      stored.attachments.push(attachment)
      await blobs.put(toBlobKey(attachment), bytes)
    }
  } catch (error) {
    await deleteStoredFiles({ blobs }, stored).catch(() => undefined)
    throw error
  }
  return stored
}

/** Deletes the files of a message that was not created. */
export async function deleteStoredFiles(
  { blobs }: Pick<Context, 'blobs'>,
  { attachments }: StoredFiles,
): Promise<void> {
  if (attachments.length > 0) await blobs.remove(attachments.map(toBlobKey))
}

export async function deleteAttachmentFiles(blobs: BlobStore, files: FileKey[]): Promise<void> {
  if (files.length > 0) await blobs.remove(files.map(toBlobKey))
}

/** Opens the file of an attachment. Returns null if it no longer exists. */
export async function openAttachmentFile(
  blobs: BlobStore,
  key: FileKey,
): Promise<StoredBlob | null> {
  return blobs.open(toBlobKey(key))
}
