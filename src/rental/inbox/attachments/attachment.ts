/** Files that come with messages: contract/messaging.md §14. */
import type { Selectable } from 'kysely'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import type { MessageAttachmentsTable } from '../../tables.ts'

/** An attachment as stored; its file is kept elsewhere. */
export type Attachment = Selectable<MessageAttachmentsTable>

const mebibyte = 1_048_576

const filesMax = 10
const fileBytesMax = 10 * mebibyte
const filesBytesMax = 20 * mebibyte

/** How large a request may be that brings files along. */
export const bodyWithFiles = { since: '3.3', bytes: 28 * mebibyte } as const

/** A file as a request brings it. */
export interface SentFile {
  fileName: string
  fileType: string
  contentBase64: string
}

/** A file that is to be kept. */
export interface NewFile {
  fileName: string
  fileType: string
  bytes: Buffer
}

/**
 * Refuses files that are too many or too large, or that are none; nothing is decoded yet.
 *
 * @throws ApiError PAYLOAD_TOO_LARGE, INVALID_PARAMETER
 */
export function checkFiles(files: SentFile[]): void {
  if (files.length > filesMax) {
    throw tooLarge(`A message can have at most ${filesMax} attachments`, filesMax)
  }
  let bytes = 0
  for (const [i, { fileType, contentBase64 }] of files.entries()) {
    const name = (key: string) => `attachments[${i}].${key}`
    if (!mediaType.test(fileType)) {
      throw invalidParameter(name('fileType'), 'must be a media type such as image/jpeg')
    }
    const size = decodedBytes(contentBase64)
    if (size === null) throw invalidParameter(name('contentBase64'), 'must be base64')
    if (size > fileBytesMax) {
      throw tooLarge(`An attachment can have at most ${fileBytesMax} bytes`, fileBytesMax)
    }
    bytes += size
  }
  if (bytes > filesBytesMax) {
    throw tooLarge(
      `The attachments of a message can have at most ${filesBytesMax} bytes together`,
      filesBytesMax,
    )
  }
}

function tooLarge(text: string, limit: number): ApiError {
  return new ApiError('PAYLOAD_TOO_LARGE', text, { members: { limit } })
}

const mediaType = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+( *; *[\w-]+=("[\w .:;,/+-]*"|[\w.+:-]+))*$/
// No two parts of it can match the same text: megabytes of it are looked at once, not over again.
const base64 = /^[A-Za-z0-9+/_\s-]*(?:=\s*){0,2}$/

/** How many bytes a text of base64 stands for; null: it is none. */
function decodedBytes(text: string): number | null {
  return base64.test(text) ? Buffer.byteLength(text.replace(/[\s=]/g, ''), 'base64') : null
}

/** The bytes of a file that {@link checkFiles} has let through. */
export function decoded({ fileName, fileType, contentBase64 }: SentFile): NewFile {
  return { fileName: bareName(fileName), fileType, bytes: Buffer.from(contentBase64, 'base64') }
}

/** Returns a file name without folders: who saves it should not be led out of a folder. */
function bareName(fileName: string): string {
  return fileName.replace(/^.*[/\\]/s, '').trim() || 'file'
}
