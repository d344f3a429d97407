/** Short text with a button that removes it. */
import type { ReactNode } from 'react'
import { Button } from 'react-aria-components/Button'
import { Icon } from './icons.tsx'

interface ChipProps {
  children: ReactNode
  removeText: string
  /** Null if the user may not remove it. */
  remove: (() => void) | null
}

export function Chip({ children, removeText, remove }: ChipProps) {
  return (
    <span className="chip">
      <span>{children}</span>
      {remove ? (
        <Button className="icon-button small" aria-label={removeText} onPress={remove}>
          <Icon name="close" />
        </Button>
      ) : null}
    </span>
  )
}
