/** Delayed write in the row of its object. */
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { undoDelayed } from '../../api/delayed.ts'
import { useTranslations } from '../../i18n/translations.tsx'
import { useDelayed } from './use-delayed.ts'

/** Progress of the row's write, with an undo button while it is possible. */
export function DelayedStatus({ object }: { object: string }) {
  const { live } = useTranslations()
  const delayed = useDelayed(object)
  const container = useRef<HTMLSpanElement>(null)
  const isUndoable = delayed?.isUndoable ?? false
  // The pressed button is unmounted, and later the undo button: keep the focus in the row.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const undo = isUndoable ? container.current?.querySelector('button') : null
    ;(undo ?? container.current)?.focus({ preventScroll: true })
  }, [isUndoable])
  if (!delayed) return null
  const { state, action } = delayed
  const texts = state === 'done' ? live.succeeded : live.pending
  const message = texts[action as keyof typeof texts] ?? ''
  return (
    <span ref={container} className="row-acts is-doing" tabIndex={-1}>
      <span role="status">{state === 'offline' ? live.offline : message}</span>
      {isUndoable ? (
        <Button className="button plain small" onPress={() => undoDelayed(object)}>
          {live.undo}
        </Button>
      ) : null}
    </span>
  )
}
