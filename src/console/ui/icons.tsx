/** Icons. They are hidden from screen readers: each has a text next to it. */
import { iconPaths } from './icons/icon-paths.ts'

/** The logo, which is filled; all others are lines. */
const lodge = 'M12 2 2 11h3v7h6v4h2v-4h6v-7h3z'

export type IconName = keyof typeof iconPaths | 'lodge'

export function Icon({ name }: { name: IconName }) {
  const isFilled = name === 'lodge'
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke={isFilled ? 'none' : 'currentColor'}
    >
      <path d={name === 'lodge' ? lodge : iconPaths[name]} />
    </svg>
  )
}
