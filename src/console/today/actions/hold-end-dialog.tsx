/** Dialog for the new end of a hold. */
import type { RefObject } from 'react'
import { useLocalization } from '../../i18n/translations.tsx'
import {
  addHours,
  defaultExtensionHours,
  type Extension,
  isHoldEnd,
  toLocal,
  toUtc,
} from '../../shared/lead/actions/hold/hold-end.ts'
import { HoldEndField } from '../../shared/lead/actions/hold/hold-end-field.tsx'
import type { Write } from '../../shared/writes/use-write.ts'
import { WriteForm } from '../../shared/writes/write-form.tsx'
import { useForm } from '../../ui/form.tsx'
import { Confirm } from '../../ui/popover/confirm.tsx'

interface HoldEndDialogProps {
  trigger: RefObject<HTMLElement | null>
  /** Present end of the hold. */
  holdEnd: string
  write: Write<Extension>
  close: () => void
}

export function HoldEndDialog({ trigger, holdEnd, write, close }: HoldEndDialogProps) {
  const { texts, timeZone } = useLocalization()
  const { today } = texts
  const form = useForm({ until: toLocal(addHours(holdEnd, defaultExtensionHours), timeZone) })
  const { until } = form.values
  const writeAndClose: Write<Extension> = {
    ...write,
    run: async extension => {
      const hasSucceeded = await write.run(extension)
      if (hasSucceeded) close()
      return hasSucceeded
    },
  }
  return (
    <Confirm {...{ trigger, close }} title={today.acts.extend}>
      <WriteForm
        title={today.acts.extend}
        write={writeAndClose}
        input={() => ({ until: toUtc(until, timeZone) })}
        submit={today.acts.extend}
        isDisabled={!isHoldEnd(until, holdEnd, timeZone)}
        close={close}
      >
        <HoldEndField
          holdEnd={holdEnd}
          value={until}
          change={text => form.set('until', text)}
          autoFocus
        />
      </WriteForm>
    </Confirm>
  )
}
