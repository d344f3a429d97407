/** Tile of a photo that is uploaded, or could not be. */
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { percentText } from '../../i18n/format.ts'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { useLocalization } from '../../i18n/translations.tsx'
import { Icon } from '../../ui/icons.tsx'
import { removeUpload, retryUpload, type Upload } from './uploads.ts'

/** Failures that the same file can overcome later. */
const repeatable = new Set(['offline', 'quota', 'failed'])

export function UploadTile({ upload }: { upload: Upload }) {
  const { id, file, state, progress, failure } = upload
  const { photos: texts } = usePropertyContentTranslations()
  const { locale } = useLocalization()
  const isFailed = state === 'failed'
  return (
    <li className={isFailed ? 'photo-tile is-failed' : 'photo-tile is-uploading'}>
      <div className="photo-frame">
        {isFailed ? <Icon name="alert" /> : <Preview file={file} />}
      </div>
      <p className="file-name">
        <bdi>{file.name}</bdi>
      </p>
      {isFailed ? (
        <p className="field-error" role="alert">
          {texts[failure ?? 'failed']}
        </p>
      ) : (
        <div className="upload-state">
          <progress
            value={progress}
            aria-label={texts.progress(percentText(Math.round(progress * 100) / 100, locale))}
          />
          {state === 'waiting' ? <span className="quiet small">{texts.waiting}</span> : null}
        </div>
      )}
      <div className="upload-actions">
        {failure && repeatable.has(failure) ? (
          <Button
            className="icon-button"
            aria-label={texts.retry(file.name)}
            onPress={() => retryUpload(id)}
          >
            <Icon name="move" />
          </Button>
        ) : null}
        <Button
          className="icon-button"
          aria-label={isFailed ? texts.dismiss(file.name) : texts.cancel(file.name)}
          onPress={() => removeUpload(id)}
        >
          <Icon name="close" />
        </Button>
      </div>
    </li>
  )
}

/** Size up to which the browser shows the file itself: large pictures would fill its memory. */
const previewBytesMax = 4 * 1024 * 1024

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (file.size > previewBytesMax) return
    const objectUrl = URL.createObjectURL(file)
    setUrl(objectUrl)
    return () => URL.revokeObjectURL(objectUrl)
  }, [file])
  return url ? <img src={url} alt="" decoding="async" /> : <Icon name="photo" />
}
