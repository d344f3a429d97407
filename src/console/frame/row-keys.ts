/** `j` and `k`: to the next row of a list, and back. */
import { useKeys } from './keys.ts'

/**
 * Moves the focus along what a selector finds.
 *
 * @param onEnd there is no further row
 */
export function useRowKeys(selector: string, onEnd = () => {}): void {
  const step = (by: number) => {
    const rows = [...document.querySelectorAll<HTMLElement>(selector)]
    const next = rows[rows.indexOf(document.activeElement as HTMLElement) + by]
    if (next) next.focus()
    else if (by > 0) onEnd()
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
}
