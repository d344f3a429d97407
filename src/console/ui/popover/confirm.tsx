/** Confirmation next to the button that asks for it; the page behind it remains usable. */
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { AnchoredDialog } from './anchored-dialog.tsx'

interface ConfirmProps {
  trigger: RefObject<HTMLElement | null>
  title: string
  close: () => void
  /** Form whose safe choice has the initial focus. */
  children: ReactNode
}

/** Closes on Escape, when the focus leaves, and on a press outside. */
export function Confirm({ trigger, title, close, children }: ConfirmProps) {
  const popover = useRef<HTMLElement>(null)
  const latestClose = useRef(close)
  latestClose.current = close
  useEffect(() => {
    const closeOnPressOutside = ({ target }: Event) => {
      const isInside = [popover, trigger].some(({ current }) => current?.contains(target as Node))
      if (!isInside) latestClose.current()
    }
    document.addEventListener('pointerdown', closeOnPressOutside, true)
    return () => document.removeEventListener('pointerdown', closeOnPressOutside, true)
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
