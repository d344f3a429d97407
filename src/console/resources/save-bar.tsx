/** Buttons of a form that saves by itself; they appear with the first change. */
import { Button } from 'react-aria-components/Button'
import { useResourceTranslations } from '../i18n/resources/translations.ts'
import { useTranslations } from '../i18n/translations.tsx'

interface SaveBarProps {
  isDirty: boolean
  isPending: boolean
  /** True while the user has to decide about changes of another user. */
  hasConflict: boolean
  discard: () => void
}

export function SaveBar({ isDirty, isPending, hasConflict, discard }: SaveBarProps) {
  const texts = useResourceTranslations()
  const { form } = useTranslations()
  if (!isDirty && !isPending) return null
  return (
    <div className="form-end save-bar">
      <Button type="submit" className="button" isDisabled={isPending || hasConflict}>
        {isPending ? form.sending : texts.save}
      </Button>
      <Button className="button plain" isDisabled={isPending} onPress={discard}>
        {texts.discard}
      </Button>
    </div>
  )
}
