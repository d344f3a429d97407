/** Filters below their button; the page behind stays usable. */
import type { ReactNode, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

interface FilterDialogProps {
  trigger: RefObject<HTMLButtonElement | null>
  title: string
  close: () => void
  children: ReactNode
}

export function FilterDialog({ trigger, title, close, children }: FilterDialogProps) {
  return (
    <Popover
      className="popover"
      placement="bottom end"
      isNonModal
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => isOpen || close()}
      // The button closes it by itself.
      shouldCloseOnInteractOutside={one => !trigger.current?.contains(one)}
      // Among the landmarks of the page: its hidden buttons to close it belong to it, too.
      UNSTABLE_portalContainer={document.getElementById('page')!}
    >
      <Dialog className="filter-dialog" aria-label={title}>
        {children}
      </Dialog>
    </Popover>
  )
}
