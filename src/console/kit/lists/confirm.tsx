/** A question beside the button that asks it; the page behind it stays usable. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { AnchoredDialog } from '../views/anchored-dialog.tsx'

interface ConfirmProps {
  trigger: RefObject<HTMLElement | null>
  title: string
  close: () => void
  /** A form whose safe choice takes the focus. */
  children: ReactNode
}

/** Closes by Escape, when the focus goes elsewhere, and by a press anywhere else. */
export function Confirm({ trigger, title, close, children }: ConfirmProps) {
  const popover = useRef<HTMLElement>(null)
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    const onDown = ({ target }: Event) => {
      const isOwn = [popover, trigger].some(({ current }) => current?.contains(target as Node))
      if (!isOwn) latest.current()
    }
    document.addEventListener('pointerdown', onDown, true)
    return () => document.removeEventListener('pointerdown', onDown, true)
  }, [trigger])
  return (
    <AnchoredDialog
      ref={popover}
      trigger={trigger}
      classNames={['popover confirm', 'confirm-dialog']}
      title={title}
      close={close}
    >
      {children}
    </AnchoredDialog>
  )
}
