/** Pictures, and forms to send them in. */
import sharp from 'sharp'
import { makeProperty } from './fixtures.ts'
import type { Answer, TestServer } from './server.ts'

export const canvas = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3a7' } })

export const jpeg = await canvas(2000, 1000).jpeg().toBuffer()
export const png = await canvas(300, 200).png().toBuffer()
export const webp = await canvas(300, 200).webp().toBuffer()

export type Fields = Record<string, string | Blob>

export function form(fields: Fields): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

export function asFile(bytes: Buffer, type = 'image/jpeg'): Blob {
  return new Blob([new Uint8Array(bytes)], { type })
}

export async function upload(
  server: TestServer,
  key: string,
  fields: Fields,
  { version = 'v3.3', headers = {} }: { version?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return server.request('POST', `/api/${version}/photos`, { key, headers, body: form(fields) })
}

/** A property with one uploaded photo. */
export async function makePhoto(
  server: TestServer,
  { agencyUid, key }: { agencyUid: string; key: string },
  file: Buffer,
): Promise<{ uid: string; propertyUid: string }> {
  const propertyUid = await makeProperty(server, agencyUid)
  const { status, body } = await upload(server, key, { propertyUid, file: asFile(file) })
  if (status !== 201) throw new Error(JSON.stringify(body))
  return { uid: body.photo.uid, propertyUid }
}

/** A file as everybody gets it. */
export async function getFile(
  { url }: TestServer,
  uid: string,
  query = '',
  headers: Record<string, string> = {},
) {
  const answer = await fetch(`${url}/files/photos/${uid}${query}`, { headers })
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() }
}
