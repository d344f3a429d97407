/** Confirmation of a deletion that cannot be undone. */
import { Button } from 'react-aria-components/Button'
import { useResourceTranslations } from '../../i18n/resource-translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { ModalDialog } from '../../ui/dialog.tsx'
import type { Item, Resource, ResourceTexts } from '../resource.ts'

interface RemoveDialogProps {
  resource: Resource
  texts: ResourceTexts
  item: Item
  confirm: (item: Item) => void
  close: () => void
}

export function RemoveDialog({ resource, texts, item, confirm, close }: RemoveDialogProps) {
  const kit = useResourceTranslations()
  const { form } = useTranslations()
  return (
    <ModalDialog title={kit.removeOne(resource.title(item))} showsTitle close={close}>
      <div className="ask">
        <p>{texts.removal}</p>
        <div className="form-end">
          <Button className="button danger" onPress={() => confirm(item)}>
            {kit.delete}
          </Button>
          <Button className="button plain" onPress={close} autoFocus>
            {form.cancel}
          </Button>
        </div>
      </div>
    </ModalDialog>
  )
}
