/** A button that says how many filters are on, and opens them. */
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import { comesLater } from '../../comes-later.ts'
import { Icon } from '../icons.tsx'

const FilterDialog = comesLater(async () => (await import('./filter-dialog.tsx')).FilterDialog)

interface FilterPopoverProps {
  /** How many are on. */
  count: number
  /** What the button says. */
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
          <FilterDialog {...{ trigger, title }} close={() => setOpen(false)}>
            {children}
          </FilterDialog>
        </Suspense>
      ) : null}
    </>
  )
}
