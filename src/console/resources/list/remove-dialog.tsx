/** Confirmation of a deletion that cannot be undone. */
import { Button } from 'react-aria-components/Button'
import { useResourceTranslations } from '../../i18n/resources/translations.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { ModalDialog } from '../../ui/dialog.tsx'

interface RemoveDialogProps {
  /** Name of the object. */
  name: string
  /** Consequences of the deletion. */
  text: string
  confirm: () => void
  close: () => void
}

export function RemoveDialog({ name, text, confirm, close }: RemoveDialogProps) {
  const kit = useResourceTranslations()
  const { form } = useTranslations()
  return (
    <ModalDialog title={kit.removeOne(name)} showsTitle close={close}>
      <div className="ask">
        <p>{text}</p>
        <div className="form-end">
          <Button className="button danger" onPress={confirm}>
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
