/** Order of the photos, which drag, keys and menus change. */
import { useState } from 'react'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import type { Photo } from './uploads.ts'

export interface PhotoOrder {
  /** Position of the photo that is dragged, or null. */
  dragged: number | null
  drag: (position: number | null) => void
  /** Moves a photo and reports its new position to screen readers. */
  move: (from: number, to: number) => void
}

export function usePhotoOrder(
  photos: readonly Photo[],
  setPhotos: (photos: Photo[]) => void,
  report: (text: string) => void,
): PhotoOrder {
  const { photos: texts } = usePropertyContentTranslations()
  const [dragged, drag] = useState<number | null>(null)
  const move = (from: number, to: number) => {
    if (from === to || to < 0 || to >= photos.length) return
    const next = photos.toSpliced(from, 1).toSpliced(to, 0, photos[from]!)
    setPhotos(next)
    report(texts.moved(to + 1, photos.length))
  }
  return { dragged, drag, move }
}
