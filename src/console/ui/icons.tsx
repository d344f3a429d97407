/**
 * Icons as SVG paths of a 24 × 24 view box. They are hidden from screen readers: each has a text
 * next to it.
 */

const paths = {
  lodge: 'M12 2 2 11h3v7h6v4h2v-4h6v-7h3z',
  today: 'M12 7v5l3 2M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  calendar: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4',
  leads: 'M4 6h16M4 12h16M4 18h10',
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l4 4',
  help: 'M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18',
  down: 'M7 10l5 5 5-5',
  right: 'M10 7l5 5-5 5',
  left: 'M14 7l-5 5 5 5',
  check: 'M5 12l5 5 9-10',
  close: 'M6 6l12 12M18 6 6 18',
  mail: 'M4 6h16v12H4zM4 7l8 6 8-6',
  due: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7.5v6M12 16.4v.1',
  job: 'M14 4l6 6-3 3-6-6zM11 7l-7 7v6h6l7-7',
  alert: 'M12 4 2 20h20zM12 10v4M12 17v.1',
  parts: 'M4 5h7v6H4zM13 5h7v6h-7zM4 13h7v6H4zM13 13h7v6h-7z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  money: 'M3 7h18v10H3zM12 10a2 2 0 1 0 0 4 2 2 0 0 0 0-4M6.5 12v.1M17.5 12v.1',
  key: 'M8 11a4 4 0 1 0 0 8 4 4 0 0 0 0-8M11 12l8-8M16 7l3 3',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8v.1',
  plus: 'M12 5v14M5 12h14',
  move: 'M5 8h13l-4-4M19 16H6l4 4',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.8-5.2-2.8-5.2 2.8 1-5.8-4.3-4.1 5.9-.8z',
  person: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c1-8 15-8 16 0',
  page: 'M6 3h8l4 4v14H6zM14 3v4h4',
} as const

export type IconName = keyof typeof paths

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
      <path d={paths[name]} />
    </svg>
  )
}
