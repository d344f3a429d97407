/** A button that says how many filters are on, and opens them. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Dialog, DialogTrigger } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from '../icons.tsx'

interface FilterPopoverProps {
  /** How many are on. */
  count: number
  /** What the button says. */
  label: string
  title: string
  children: ReactNode
}

export function FilterPopover({ count, label, title, children }: FilterPopoverProps) {
  return (
    <DialogTrigger>
      <Button className={count > 0 ? 'button small-gap' : 'button plain small-gap'}>
        <Icon name="filter" />
        {label}
      </Button>
      <Popover
        className="popover"
        placement="bottom end"
        isNonModal
        // Among the landmarks of the page: its hidden buttons to close it belong to it, too.
        UNSTABLE_portalContainer={document.getElementById('page')!}
      >
        <Dialog className="filter-dialog" aria-label={title}>
          {children}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
