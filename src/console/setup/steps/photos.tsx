/** Step with photos: several can be chosen or dropped at once. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { upload } from '../../api/upload.ts'
import { useSetupTranslations } from '../../i18n/setup/translations.ts'
import { Problem } from '../../shared/problem.tsx'
import { Icon } from '../../ui/icons.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

interface PropertyUid {
  propertyUid: string
}

export function Photos({ propertyUid, next }: StepProps & PropertyUid) {
  const texts = useSetupTranslations()
  const { photos, refresh } = usePhotos(propertyUid)
  const { add, waiting, failed, retry } = useUploads(propertyUid, refresh)
  return (
    <StepFrame step="photos" next={next} submit={next} isPending={waiting > 0}>
      <label
        className="drop-zone"
        onDragOver={event => event.preventDefault()}
        onDrop={event => {
          event.preventDefault()
          add([...event.dataTransfer.files])
        }}
      >
        <Icon name="plus" />
        {texts.photos.choose}
        <span className="quiet small">{texts.photos.limits}</span>
        <input
          type="file"
          className="for-readers"
          multiple
          accept="image/jpeg,image/png,image/webp"
          onChange={({ target }) => {
            add([...(target.files ?? [])])
            target.value = ''
          }}
        />
      </label>
      <p role="status" className="quiet">
        {waiting > 0 ? texts.photos.uploading(waiting) : ''}
      </p>
      {failed.map(upload => (
        <Problem
          key={upload.key}
          title={texts.photos.failed(upload.file.name)}
          error={upload.error}
          retry={() => retry(upload)}
        />
      ))}
      <ul className="setup-photos">
        {photos.map(photo => (
          <li key={photo.uid}>
            <img src={pathOf(photo.mediumThumbnailScaleImageUrl)} alt={photo.description ?? ''} />
          </li>
        ))}
      </ul>
    </StepFrame>
  )
}

/** Returns the address on this server, which may be open under another name than its public one. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

function usePhotos(propertyUid: string) {
  const client = useQueryClient()
  const queryKey = ['photos', propertyUid]
  const { data } = useQuery({
    queryKey,
    queryFn: async ({ signal }) =>
      (await call('GET /photos', { query: { propertyUid }, signal })).photos,
  })
  const refresh = () => {
    void client.invalidateQueries({ queryKey })
    void client.invalidateQueries({ queryKey: ['publish-checks'] })
  }
  return { photos: data ?? [], refresh }
}

interface Upload {
  key: string
  file: File
  error: unknown
}

/** Uploads of files, one after the other, so that they keep their order. */
function useUploads(propertyUid: string, refresh: () => void) {
  const [waiting, setWaiting] = useState(0)
  const [failed, setFailed] = useState<Upload[]>([])
  const run = async (uploads: Upload[]) => {
    setWaiting(count => count + uploads.length)
    for (const { file, key } of uploads) {
      try {
        const { signal } = new AbortController()
        const parts = { propertyUid, file }
        await upload({ path: '/photos', parts, key, signal, onProgress: () => {} })
        refresh()
      } catch (error) {
        setFailed(old => [...old, { file, key, error }])
      }
      setWaiting(count => count - 1)
    }
  }
  return {
    waiting,
    failed,
    add: (files: File[]) =>
      void run(files.map(file => ({ key: newKey(), file, error: undefined }))),
    retry: (upload: Upload) => {
      setFailed(old => old.filter(({ key }) => key !== upload.key))
      void run([upload])
    },
  }
}
