/** The files of attachments, kept outside the database: contract/messaging.md §14. */
import type { BlobStore, StoredBlob } from '../../../platform/blobs/blob-store.ts'
import type { Attachment } from './attachment.ts'

export type FileKey = Pick<Attachment, 'message_uid' | 'uid'>

function keyOf({ message_uid, uid }: FileKey): string {
  return `attachments/${message_uid}/${uid}`
}

export async function storeAttachmentFile(
  blobs: BlobStore,
  key: FileKey,
  bytes: Buffer,
): Promise<void> {
  await blobs.put(keyOf(key), bytes)
}

/** The file of an attachment, to be read or destroyed; null when it is gone. */
export async function openAttachmentFile(
  blobs: BlobStore,
  key: FileKey,
): Promise<StoredBlob | null> {
  return blobs.open(keyOf(key))
}

export async function deleteAttachmentFiles(blobs: BlobStore, keys: FileKey[]): Promise<void> {
  await blobs.remove(keys.map(keyOf))
}
