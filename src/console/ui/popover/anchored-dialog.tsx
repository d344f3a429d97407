/** Non-modal dialog below the button that opens it. */
import type { ReactNode, Ref, RefObject } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'

interface AnchoredDialogProps {
  ref?: Ref<HTMLElement>
  trigger: RefObject<HTMLElement | null>
  /** CSS classes of the popover and of the dialog in it. */
  classNames: [popover: string, dialog: string]
  title: string
  close: () => void
  children: ReactNode
}

/** Closes on Escape and when the focus leaves; its button handles its own presses. */
export function AnchoredDialog(props: AnchoredDialogProps) {
  const { ref, trigger, classNames, title, close, children } = props
  const [popover, dialog] = classNames
  return (
    <Popover
      {...(ref ? { ref } : {})}
      className={popover}
      placement="bottom end"
      isNonModal
      triggerRef={trigger}
      isOpen
      onOpenChange={isOpen => isOpen || close()}
      shouldCloseOnInteractOutside={target => !trigger.current?.contains(target)}
      // The hidden close buttons must be inside a landmark of the page.
      UNSTABLE_portalContainer={document.getElementById('page')!}
    >
      <Dialog className={dialog} aria-label={title}>
        {children}
      </Dialog>
    </Popover>
  )
}
