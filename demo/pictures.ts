/** Pictures of the demo's properties: drawings in `pictures/`, 1200 by 800 pixels. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BlobStore } from '../src/platform/blobs/blob-store.ts'
import { storePhotoFile } from '../src/rental/properties/photo-storage/photo-file.ts'
import type { Landscape } from './catalog/towns.ts'

export const motifs = ['front', 'living room', 'kitchen', 'bedroom', 'view'] as const

export type Motif = (typeof motifs)[number]

/** A photo whose file has not been stored yet. */
export interface Shot {
  photoUid: string
  /** Name of the file in `pictures/`. */
  picture: string
}

/** Property types that have a picture of their front, by landscape; other types use the first. */
const fronts: Record<Landscape, string[]> = {
  alps: ['CHALET'],
  bayou: ['COTTAGE'],
  beach: ['BUNGALOW'],
  bush: ['CABIN'],
  cactus: ['GUESTHOUSE'],
  canal: ['TOWNHOUSE'],
  city: ['LOFT', 'STUDIO', 'HOTEL'],
  cliffs: ['COTTAGE'],
  coast: ['VILLA'],
  desert: ['HOUSE'],
  forest: ['CABIN'],
  garden: ['HOUSE'],
  harbor: ['CONDO'],
  highlands: ['HUT'],
  lake: ['TINY_HOUSE'],
  olives: ['FARMHOUSE', 'TRULLO'],
  orchard: ['HOUSE'],
  snow: ['LODGE'],
}

/** Surroundings in the windows of rooms; landscapes without an entry are countryside. */
const surroundings: Partial<Record<Landscape, string>> = {
  alps: 'mountains',
  lake: 'mountains',
  snow: 'mountains',
  beach: 'sea',
  cliffs: 'sea',
  coast: 'sea',
  harbor: 'sea',
  canal: 'city',
  city: 'city',
  cactus: 'desert',
  desert: 'desert',
}

/** Returns the name of the picture of a motif of a property. */
export function choosePicture(motif: Motif, type: string, landscape: Landscape): string {
  if (motif !== 'front') {
    return fileName(motif, surroundings[landscape] ?? 'countryside')
  }
  const types = fronts[landscape]
  return fileName(motif, types.includes(type) ? type : types[0]!, landscape)
}

/** Joins words to a file name, `front-tiny-house-lake.jpg`. */
function fileName(...parts: string[]): string {
  return `${parts.join('-').toLowerCase().replace(/[ _]/g, '-')}.jpg`
}

export function readPicture(name: string): Promise<Buffer> {
  return readFile(join(import.meta.dirname, 'pictures', name))
}

/** Stores the files of photos as if they had been uploaded. */
export async function storePictures(blobs: BlobStore, shots: Shot[]): Promise<void> {
  for (const [picture, group] of Map.groupBy(shots, shot => shot.picture)) {
    const file = await readPicture(picture)
    await Promise.all(group.map(({ photoUid }) => storePhotoFile(blobs, photoUid, file)))
  }
}
