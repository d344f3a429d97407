/** Attachments of messages: contract/messaging.md §14. */
import type { Selectable } from 'kysely'
import { ApiError, invalidParameter } from '../../../platform/errors.ts'
import type { MessageAttachmentsTable } from '../../tables.ts'

/** Stored attachment without its file. */
export type Attachment = Selectable<MessageAttachmentsTable>

const mebibyte = 1_048_576

const filesMax = 10
const fileBytesMax = 10 * mebibyte
const filesBytesMax = 20 * mebibyte

/** Maximum size of a request with files. */
export const bodyWithFiles = { since: '3.3', bytes: 28 * mebibyte } as const

/** File in a request. */
export interface FileInput {
  fileName: string
  fileType: string
  contentBase64: string
}

/** Decoded file to store. */
export interface NewFile {
  fileName: string
  fileType: string
  bytes: Buffer
}

/**
 * Refuses files that are too many, too large, or invalid, without decoding them.
 *
 * @throws ApiError PAYLOAD_TOO_LARGE, INVALID_PARAMETER
 */
export function checkFiles(files: FileInput[]): void {
  if (files.length > filesMax) {
    throw tooLarge(`A message can have at most ${filesMax} attachments`, filesMax)
  }
  let bytes = 0
  for (const [i, { fileType, contentBase64 }] of files.entries()) {
    const name = (key: string) => `attachments[${i}].${key}`
    if (!mediaType.test(fileType)) {
      throw invalidParameter(name('fileType'), 'must be a media type such as image/jpeg')
    }
    const size = countDecodedBytes(contentBase64)
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
// No two parts of the pattern match the same text, so megabytes are scanned without backtracking.
const base64 = /^[A-Za-z0-9+/_\s-]*(?:=\s*){0,2}$/

/** Returns the number of bytes of a base64 text, or null if it is not base64. */
function countDecodedBytes(text: string): number | null {
  return base64.test(text) ? Buffer.byteLength(text.replace(/[\s=]/g, ''), 'base64') : null
}

/** Decodes a file that {@link checkFiles} has accepted. */
export function decodeFile({ fileName, fileType, contentBase64 }: FileInput): NewFile {
  return { fileName: bareName(fileName), fileType, bytes: Buffer.from(contentBase64, 'base64') }
}

/** Returns a file name without folders, so that a saved file stays in its folder. */
function bareName(fileName: string): string {
  return fileName.replace(/^.*[/\\]/s, '').trim() || 'file'
}
