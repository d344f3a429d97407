/** Description and price of an amenity, in a popover. */
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { call } from '../../api/call.ts'
import { usePropertyContentTranslations } from '../../i18n/properties/translations.ts'
import { invalidateProperties } from '../../shared/properties.query.ts'
import { useWrite } from '../../shared/writes/use-write.ts'
import { WriteForm } from '../../shared/writes/write-form.tsx'
import { ModalDialog } from '../../ui/dialog.tsx'
import { Input, TextArea, useForm } from '../../ui/form.tsx'
import { Icon } from '../../ui/icons.tsx'
import type { Amenity } from './amenities.query.ts'

interface AmenityDetailsProps {
  propertyUid: string
  name: string
  amenity: Amenity
}

export function AmenityDetails(props: AmenityDetailsProps) {
  const { name, amenity } = props
  const { amenities: texts } = usePropertyContentTranslations()
  const [isOpen, setOpen] = useState(false)
  const hasDetails = amenity.description || amenity.price !== null
  return (
    <>
      <Button
        className="icon-button small"
        aria-label={texts.details(name)}
        onPress={() => setOpen(true)}
      >
        <Icon name={hasDetails ? 'edit' : 'plus'} />
      </Button>
      {isOpen ? <DetailsForm {...props} close={() => setOpen(false)} /> : null}
    </>
  )
}

const descriptionMax = 500

function DetailsForm({ name, amenity, close }: AmenityDetailsProps & { close: () => void }) {
  const { amenities: texts } = usePropertyContentTranslations()
  const client = useQueryClient()
  const { uid, price } = amenity
  const form = useForm({
    description: amenity.description ?? '',
    price: price === null ? '' : String(price),
  })
  const { values, set } = form
  const write = useWrite(
    (body: { description: string | null; price: number | null }, key) =>
      call('PUT /amenities/{uid}', { path: { uid }, body, key }),
    () => {
      void invalidateProperties(client)
      close()
    },
    () => ({ text: toasts => toasts.fieldSaved(name) }),
  )
  return (
    <ModalDialog title={texts.details(name)} showsTitle close={close}>
      <div className="ask">
        <WriteForm
          write={write}
          input={() => ({
            description: values.description.trim() || null,
            price: values.price === '' ? null : Number(values.price),
          })}
          submit={texts.save}
          close={close}
        >
          <TextArea
            label={texts.description}
            value={values.description}
            change={value => set('description', value)}
            maxLength={descriptionMax}
            autoFocus
          />
          <Input
            label={texts.price}
            type="number"
            min={0}
            step="any"
            value={values.price}
            change={value => set('price', value)}
          />
        </WriteForm>
      </div>
    </ModalDialog>
  )
}
