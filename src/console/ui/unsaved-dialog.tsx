/** Confirmation before unsaved input is discarded. */
import { Button } from 'react-aria-components/Button'
import { useTranslations } from '../i18n/translations.tsx'
import { ModalDialog } from './dialog.tsx'

export function UnsavedDialog({ decide }: { decide: (isLeaving: boolean) => void }) {
  const { unsaved } = useTranslations()
  return (
    <ModalDialog title={unsaved.title} close={() => decide(false)} showsTitle>
      <div className="ask">
        <p>{unsaved.text}</p>
        <div className="form-end">
          <Button className="button" autoFocus onPress={() => decide(false)}>
            {unsaved.stay}
          </Button>
          <Button className="button plain" onPress={() => decide(true)}>
            {unsaved.leave}
          </Button>
        </div>
      </div>
    </ModalDialog>
  )
}
