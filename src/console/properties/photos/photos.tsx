/** Photos of a property: upload by drop, order, captions, deletion with undo. */
import { type DragEvent, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { delayMs } from '../../api/delayed.ts'
import { may, useSession } from '../../api/session.tsx'
import { percentText } from '../../i18n/format.ts'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { useVisible } from '../../resources/list/use-removal.tsx'
import { Problem } from '../../shared/problem.tsx'
import { useDelay } from '../../shared/writes/use-delayed.ts'
import { Icon } from '../../ui/icons.tsx'
import type { Property } from '../property.query.ts'
import { usePhotoOrder } from './photo-order.ts'
import { PhotoTile } from './photo-tile.tsx'
import { usePhotos, usePhotoWrites } from './photos.query.ts'
import { UploadTile } from './upload-tile.tsx'
import { acceptedTypes, addUploads, type Photo, type Upload, useUploads } from './uploads.ts'

interface PhotosProps {
  property: Property
  /** False inside a card that has a title. */
  isCard?: boolean
}

export function Photos({ property, isCard = true }: PhotosProps) {
  const { uid: propertyUid } = property
  const { photos: texts } = usePropertyContentTranslations()
  const mayChange = may(useSession(), 'content:write')
  const { data, error, refetch } = usePhotos(propertyUid)
  const photos = useVisible(data ?? [])
  const writes = usePhotoWrites(property)
  const uploads = useUploads().filter(upload => upload.propertyUid === propertyUid)
  const [movedText, setMovedText] = useState('')
  const addFiles = (files: readonly File[]) => addUploads(propertyUid, files, writes.add)
  const drop = useDrop(mayChange ? addFiles : null)
  const order = usePhotoOrder(photos, next => void writes.setOrder(next), setMovedText)
  const remove = usePhotoRemoval()
  return (
    <section
      className={`photos ${isCard ? 'card' : ''} ${drop.isOver ? 'is-over' : ''}`}
      aria-label={texts.title}
      data-field="photos"
      {...drop.handlers}
    >
      <div className="title-row">
        {isCard ? <h2>{texts.title}</h2> : null}
        <span className="quiet number">{photos.length}</span>
        {mayChange ? <AddButton addFiles={addFiles} /> : null}
      </div>
      <UploadProgress uploads={uploads} />
      {error ? <Problem error={error} retry={refetch} /> : null}
      {data && photos.length + uploads.length === 0 ? (
        <div className="drop-zone">
          <Icon name="photo" />
          <p>{texts.drop}</p>
        </div>
      ) : null}
      <ol className="photo-grid">
        {photos.map((photo, position) => (
          <PhotoTile
            key={photo.uid}
            {...{ photo, position, order }}
            count={photos.length}
            isReadOnly={!mayChange}
            setCaption={description => void writes.setCaption(photo, description)}
            remove={() => remove(photo, texts.photo(position + 1))}
          />
        ))}
        {uploads.map(upload => (
          <UploadTile key={upload.id} upload={upload} />
        ))}
      </ol>
      <p className="quiet small">{texts.limits}</p>
      <p role="status" className="for-readers">
        {movedText}
      </p>
    </section>
  )
}

function AddButton({ addFiles }: { addFiles: (files: File[]) => void }) {
  const { photos: texts } = usePropertyContentTranslations()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button className="button" onPress={() => input.current?.click()}>
        <Icon name="plus" />
        {texts.add}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={acceptedTypes}
        aria-label={texts.add}
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])])
          // The same file can be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}

/** Progress of all uploads together. */
function UploadProgress({ uploads }: { uploads: readonly Upload[] }) {
  const { photos: texts } = usePropertyContentTranslations()
  const { locale } = useLocalization()
  const pending = uploads.filter(({ state }) => state !== 'failed')
  const bytes = pending.reduce((sum, { file }) => sum + file.size, 0)
  const sent = pending.reduce((sum, { file, progress }) => sum + file.size * progress, 0)
  const share = bytes > 0 ? Math.round((sent / bytes) * hundred) / hundred : 0
  return (
    <div className="upload-progress">
      <p role="status" className={pending.length > 0 ? undefined : 'for-readers'}>
        {pending.length > 0 ? texts.uploading(pending.length) : ''}
      </p>
      {pending.length > 0 ? (
        <progress value={share} aria-label={texts.progress(percentText(share, locale))} />
      ) : null}
    </div>
  )
}

const hundred = 100

/** Accepts files that are dropped on an element; null accepts none. */
function useDrop(addFiles: ((files: File[]) => void) | null) {
  const [isOver, setOver] = useState(false)
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!addFiles || !hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      setOver(false)
      if (!addFiles || !hasFiles(event)) return
      event.preventDefault()
      addFiles([...event.dataTransfer.files])
    },
  }
  return { isOver, handlers }
}

function usePhotoRemoval() {
  const delay = useDelay()
  return ({ uid }: Photo, name: string) =>
    delay({
      object: uid,
      noun: 'photos',
      action: 'remove',
      ms: delayMs.deletion,
      name,
      reads: ['properties'],
      send: options => call('DELETE /photos/{uid}', { path: { uid }, ...options, isDelayed: true }),
    })
}
