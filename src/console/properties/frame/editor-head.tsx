/** Head of the editor: name, place, the switch that activates the property, and its actions. */
import { Suspense, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { Link } from 'wouter'
import { newKey } from '../../api/new-key.ts'
import { may, useSession } from '../../api/session.tsx'
import { usePropertyTranslations } from '../../i18n/properties/translations.ts'
import { change, type Versioned } from '../../resources/form/use-section.ts'
import { lazyComponent } from '../../routing/lazy.ts'
import { Problem } from '../../shared/problem.tsx'
import { useWrite } from '../../shared/writes/use-write.ts'
import { Switch } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import { undoAction } from '../../ui/toasts.ts'
import { BookingPageLink } from '../booking-page-link.tsx'
import { type Property, propertyEndpoint } from '../property.query.ts'
import { Thumbnail } from '../thumbnail.tsx'

const DeleteDialog = lazyComponent(async () => (await import('./delete-dialog.tsx')).DeleteDialog)

interface EditorHeadProps {
  property: Property
  receive: (latest: Versioned) => void
}

export function EditorHead(props: EditorHeadProps) {
  const { uid, name, pictureLink, address } = props.property
  const texts = usePropertyTranslations()
  const session = useSession()
  const [isDeleting, setDeleting] = useState(false)
  const mayChange = may(session, 'houses:write')
  return (
    <header className="editor-head">
      <Thumbnail url={pictureLink} name={name} />
      <div className="editor-title">
        <h1 id="property-title">
          <bdi>{name}</bdi>
        </h1>
        <p className="quiet">{address.city}</p>
      </div>
      <ActiveSwitch {...props} isReadOnly={!mayChange} />
      <BookingPageLink propertyUid={uid} />
      {may(session, 'bookings:write') ? (
        <Link className="button plain link" href={`/reservations/new?propertyUid=${uid}`}>
          <Icon name="plus" />
          {texts.newReservation}
        </Link>
      ) : null}
      {mayChange ? (
        <Button className="icon-button" aria-label={texts.remove} onPress={() => setDeleting(true)}>
          <Icon name="trash" />
        </Button>
      ) : null}
      {isDeleting ? (
        <Suspense fallback={null}>
          <DeleteDialog property={props.property} close={() => setDeleting(false)} />
        </Suspense>
      ) : null}
    </header>
  )
}

function ActiveSwitch(props: EditorHeadProps & { isReadOnly: boolean }) {
  const { property, receive, isReadOnly } = props
  const { uid, name, isActive } = property
  const texts = usePropertyTranslations()
  const set = (isActive: boolean, base: Versioned, key: string) =>
    change(propertyEndpoint(uid), { isActive }, base, key)
  const write = useWrite(
    // The switch is the latest decision, so it does not depend on what else has changed.
    (next: boolean, key) => set(next, { item: property, etag: undefined }, key),
    receive,
    (saved, next) => ({
      text: toasts => toasts.fieldSaved(name),
      actions: [undoAction(async () => receive(await set(!next, saved, newKey())))],
    }),
  )
  return (
    <div data-field="isActive">
      <Switch
        label={texts.active}
        isOn={isActive}
        change={next => void write.run(next)}
        isDisabled={isReadOnly || write.isPending}
      />
      {write.error ? <Problem error={write.error} /> : null}
    </div>
  )
}
