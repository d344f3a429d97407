/** Button with the number of active filters, which opens them. */
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { lazyComponent } from '../../routing/lazy.ts'
import { Icon } from '../icons.tsx'

const AnchoredDialog = lazyComponent(
  async () => (await import('./anchored-dialog.tsx')).AnchoredDialog,
)

interface FilterPopoverProps {
  /** Number of active filters. */
  count: number
  label: string
  title: string
  children: ReactNode
}

export function FilterPopover({ count, label, title, children }: FilterPopoverProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={trigger}
        className={count > 0 ? 'button small-gap' : 'button plain small-gap'}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(!isOpen)}
      >
        <Icon name="filter" />
        {label}
      </Button>
      {isOpen ? (
        <Suspense>
          <AnchoredDialog
            {...{ trigger, title }}
            classNames={['popover', 'filter-dialog']}
            close={() => setOpen(false)}
          >
            {children}
          </AnchoredDialog>
        </Suspense>
      ) : null}
    </>
  )
}
