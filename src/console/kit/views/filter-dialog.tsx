/** Filters below their button; the page behind stays usable. */
import type { ReactNode, RefObject } from 'react'
import { AnchoredDialog } from './anchored-dialog.tsx'

interface FilterDialogProps {
  trigger: RefObject<HTMLButtonElement | null>
  title: string
  close: () => void
  children: ReactNode
}

export function FilterDialog(props: FilterDialogProps) {
  return <AnchoredDialog {...props} classNames={['popover', 'filter-dialog']} />
}
