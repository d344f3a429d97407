import type { Chance } from '../chance.ts'
import type { Light } from './palette.ts'
import { circle, darker, ellipse, group, lighter, polygon, rect } from './svg.ts'

/** How a house is built. It stands on `floor`, around the middle of the sheet. */
export interface Build {
  wall: string
  roof: string
  trim: string
  door: string
  light: Light
  chance: Chance
}

export const floor = 640

export function opening(build: Build, x: number, y: number, width: number, height: number): string {
  const { trim, light } = build
  return group([
    rect([x - 6, y - 6], [width + 12, height + 12], trim),
    rect([x, y], [width, height], light.windows),
    polygon(
      [
        [x, y],
        [x + width * 0.55, y],
        [x, y + height * 0.6],
      ],
      '#ffffff',
      0.35,
    ),
    rect([x + width / 2 - 2, y], [4, height], trim),
    rect([x, y + height * 0.48], [width, 4], trim),
    rect([x - 10, y + height + 6], [width + 20, 7], darker(trim, 0.12)),
  ])
}

export function door(
  { door, trim, light }: Build,
  x: number,
  width: number,
  height: number,
): string {
  const y = floor - height
  return group([
    rect([x - 7, y - 7], [width + 14, height + 7], trim),
    rect([x, y], [width, height], door),
    rect([x + width * 0.2, y + 14], [width * 0.6, height * 0.3], light.windows, { round: 4 }),
    circle([x + width * 0.82, floor - height * 0.42], 5, '#e8c76a'),
    rect([x - 22, floor - 2], [width + 44, 10], lighter(trim, 0.1)),
  ])
}

export function bushes({ chance }: Build, from: number, to: number, color: string): string {
  const parts: string[] = []
  for (let x = from; x < to; x += chance.whole(34, 60)) {
    parts.push(
      ellipse(
        [x, floor],
        [chance.whole(26, 40), chance.whole(16, 30)],
        lighter(color, chance.next() * 0.2),
      ),
    )
  }
  return parts.join('')
}

export function porch({ trim, roof }: Build, from: number, to: number, y: number): string {
  const posts = [from + 10, to - 12].map(x => rect([x, y], [10, floor - y], trim))
  return group([
    polygon(
      [
        [from - 8, y + 14],
        [from + 16, y - 14],
        [to - 6, y - 14],
        [to + 14, y + 14],
      ],
      lighter(roof, 0.1),
    ),
    ...posts,
  ])
}
