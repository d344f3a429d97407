/** Tile of a photo: picture, caption, and a menu. It is moved by drag, by keys, or by the menu. */
import { type KeyboardEvent, useState } from 'react'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { Icon } from '../../ui/icons.tsx'
import { InlineText } from '../../ui/inline-text.tsx'
import { ActionMenu, MenuButton } from '../../ui/menu/menu-button.tsx'
import { scaledUrl } from '../thumbnail.tsx'
import type { PhotoOrder } from './photo-order.ts'
import type { Photo } from './uploads.ts'

interface PhotoTileProps {
  photo: Photo
  position: number
  count: number
  order: PhotoOrder
  isReadOnly: boolean
  setCaption: (caption: string | null) => void
  remove: () => void
}

export function PhotoTile(props: PhotoTileProps) {
  const { photo, position, order, isReadOnly, setCaption } = props
  const { photos: texts } = usePropertyContentTranslations()
  const [isTarget, setTarget] = useState(false)
  return (
    <li
      className={`photo-tile ${isTarget ? 'is-target' : ''}`}
      draggable={!isReadOnly}
      onDragStart={() => order.drag(position)}
      onDragEnd={() => order.drag(null)}
      onDragOver={event => {
        if (order.dragged === null) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={() => {
        setTarget(false)
        if (order.dragged !== null) order.move(order.dragged, position)
      }}
    >
      <div className="photo-frame">
        <img
          src={scaledUrl(photo.mediumThumbnailScaleImageUrl)}
          alt={photo.description ?? texts.photo(position + 1)}
          loading="lazy"
          draggable={false}
        />
        {position === 0 ? <span className="cover-mark">{texts.cover}</span> : null}
        {isReadOnly ? null : <TileMenu {...props} />}
      </div>
      <InlineText
        className="caption"
        label={`${texts.caption}, ${texts.photo(position + 1)}`}
        placeholder={texts.caption}
        value={photo.description}
        maxLength={captionMax}
        isReadOnly={isReadOnly}
        save={setCaption}
      />
    </li>
  )
}

const captionMax = 255

const steps: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

function TileMenu({ position, count, order, remove }: PhotoTileProps) {
  const { photos: texts } = usePropertyContentTranslations()
  const actions = [
    ...(position > 0 ? [{ id: 'first', text: texts.first }] : []),
    ...(position > 0 ? [{ id: 'earlier', text: texts.earlier }] : []),
    ...(position < count - 1 ? [{ id: 'later', text: texts.later }] : []),
    { id: 'remove', text: texts.remove, isDanger: true },
  ]
  const run = (id: string) => {
    if (id === 'remove') remove()
    else if (id === 'first') order.move(position, 0)
    else order.move(position, position + (id === 'earlier' ? -1 : 1))
  }
  // Alt and an arrow key move the photo; the focus moves with it.
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key]
    if (step === undefined || !event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    order.move(position, position + step)
  }
  return (
    <div className="photo-menu" role="presentation" onKeyDownCapture={onKeyDown}>
      <MenuButton
        className="icon-button"
        label={texts.actions(position + 1)}
        menu={open => (
          <ActionMenu {...open} {...{ actions, run }} label={texts.actions(position + 1)} />
        )}
      >
        <Icon name="more" />
      </MenuButton>
    </div>
  )
}
