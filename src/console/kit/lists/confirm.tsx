/** A question beside the button that asks it; the page behind it stays usable. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

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
    <Popover
      ref={popover}
      className="popover confirm"
      placement="bottom end"
      isNonModal
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => isOpen || close()}
      // A second press of its button leaves it open.
      shouldCloseOnInteractOutside={one => !trigger.current?.contains(one)}
      UNSTABLE_portalContainer={document.getElementById('page')!}
    >
      <Dialog className="confirm-dialog" aria-label={title}>
        {children}
      </Dialog>
    </Popover>
  )
}
