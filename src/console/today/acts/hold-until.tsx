/** Asks until when nights are held. */
import type { RefObject } from 'react'
import type { Write } from '../../api/use-write.ts'
import { useForm, WriteForm } from '../../kit/form.tsx'
import { Confirm } from '../../kit/lists/confirm.tsx'
import {
  addHours,
  type Extension,
  isHoldEnd,
  localOf,
  utcOf,
} from '../../leads/acts/hold/hold-end.ts'
import { HoldEndField } from '../../leads/acts/hold/hold-end-field.tsx'
import { useWords } from '../../words/words.tsx'

interface HoldUntilProps {
  trigger: RefObject<HTMLElement | null>
  /** The present end of the hold. */
  end: string
  write: Write<Extension>
  close: () => void
}

export function HoldUntil({ trigger, end, write, close }: HoldUntilProps) {
  const { today } = useWords()
  const form = useForm({ until: localOf(addHours(end, 24)) })
  const { until } = form.values
  const send: Write<Extension> = {
    ...write,
    run: async given => {
      const isDone = await write.run(given)
      if (isDone) close()
      return isDone
    },
  }
  return (
    <Confirm {...{ trigger, close }} title={today.acts.extend}>
      <WriteForm
        title={today.acts.extend}
        write={send}
        given={() => ({ until: utcOf(until) })}
        submit={today.acts.extend}
        isDisabled={!isHoldEnd(until, end)}
        close={close}
      >
        <HoldEndField end={end} value={until} change={text => form.set('until', text)} autoFocus />
      </WriteForm>
    </Confirm>
  )
}
