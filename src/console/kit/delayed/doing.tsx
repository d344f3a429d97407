/** A delayed write in the row of its object. */
import { useEffect, useRef } from 'react'
import { Button } from 'react-aria-components/Button'
import { undoDelayed } from '../../api/delayed.ts'
import { useWords } from '../../words/words.tsx'
import { useDelayed } from './use-delayed.ts'

/** Progress of a write of the row, with *Undo* as long as it is possible. */
export function Doing({ object }: { object: string }) {
  const { live } = useWords()
  const delayed = useDelayed(object)
  const place = useRef<HTMLSpanElement>(null)
  const isUndoable = delayed?.isUndoable ?? false
  // The button that was pressed has gone, and then the one that takes it back.
  useEffect(() => {
    if (document.activeElement !== document.body) return
    const undo = isUndoable ? place.current?.querySelector('button') : null
    ;(undo ?? place.current)?.focus({ preventScroll: true })
  }, [isUndoable])
  if (!delayed) return null
  const { state, action } = delayed
  const text = state === 'done' ? live.did : live.doing
  const said = text[action as keyof typeof text] ?? ''
  return (
    <span ref={place} className="row-acts is-doing" tabIndex={-1}>
      <span role="status">{state === 'offline' ? live.offline : said}</span>
      {isUndoable ? (
        <Button className="button plain small" onPress={() => undoDelayed(object)}>
          {live.undo}
        </Button>
      ) : null}
    </span>
  )
}
