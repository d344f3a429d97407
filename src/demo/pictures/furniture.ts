import type { Chance } from '../chance.ts'
import { circle, darker, ellipse, group, inset, lighter, line, polygon, rect } from './svg.ts'

/** What a house looks like inside, everywhere the same. */
export interface Interior {
  wall: string
  wood: string
  accent: string
  second: string
  textile: string
}

const walls = ['#f2ebdf', '#e6ece8', '#efe1d3', '#dfe6ee', '#f4e9d8', '#e9e3ee']

const woods = ['#b98a5e', '#8f6444', '#d2ab7c', '#6f4e3a']

const accents = ['#2f6f73', '#c7654a', '#33507a', '#7a8b4f', '#b5853a', '#8a4f63', '#4f7f99']

export function interiorOf(chance: Chance): Interior {
  const accent = chance.pick(accents)
  const second = chance.pick(accents.filter(color => color !== accent))
  const textile = chance.pick(['#f6f1e7', '#e9ddc9', '#d9dfe0'])
  return { wall: chance.pick(walls), wood: chance.pick(woods), accent, second, textile }
}

const floorAt = 590

export function shell({ wall, wood }: Interior): string[] {
  const boards = Array.from({ length: 13 }, (_, i) => {
    const x = i * 100
    return line([x, floorAt], [600 + (x - 600) * 1.7, 800], darker(wood, 0.18), 2)
  })
  return [
    rect([0, 0], [1200, 800], wall),
    rect([0, 0], [1200, 26], lighter(wall, 0.5)),
    rect([0, floorAt], [1200, 210], lighter(wood, 0.12)),
    ...boards,
    rect([0, floorAt - 22], [1200, 24], lighter(wall, 0.6)),
  ]
}

export function windowAt(
  x: number,
  y: number,
  width: number,
  height: number,
  view: string[],
  panes = 2,
) {
  const bars = Array.from({ length: panes - 1 }, (_, i) => {
    return rect([x + ((i + 1) * width) / panes - 4, y], [8, height], '#fbf8f2')
  })
  return group([
    rect([x - 16, y - 16], [width + 32, height + 32], '#fbf8f2'),
    inset([x, y], [width, height], view),
    ...bars,
    polygon(
      [
        [x, y],
        [x + width * 0.35, y],
        [x, y + height * 0.7],
      ],
      '#ffffff',
      0.14,
    ),
    rect([x - 28, y + height + 12], [width + 56, 16], '#efe9de'),
    polygon(
      [
        [x + 30, floorAt],
        [x + width - 10, floorAt],
        [x + width + 90, 800],
        [x + 130, 800],
      ],
      '#fff6dc',
      0.2,
    ),
  ])
}

export function curtains(
  x: number,
  y: number,
  width: number,
  height: number,
  color: string,
): string {
  const side = (at: number) =>
    Array.from({ length: 4 }, (_, i) =>
      rect([at + i * 19, y], [19, height], i % 2 === 0 ? color : darker(color, 0.07)),
    )
  return group([
    line([x - 60, y], [x + width + 60, y], '#6b5644', 7),
    ...side(x - 56),
    ...side(x + width - 20),
  ])
}

export function plant(x: number, y: number, size: number, pot: string, chance: Chance): string {
  const green = chance.pick(['#4f7f55', '#5f8f60', '#3f6f5a'])
  const leaves = [-1.1, -0.7, -0.3, 0.1, 0.5, 0.9].map((lean, i) => {
    const [tx, ty] = [x + lean * size * 0.55, y - size * (1 - Math.abs(lean) * 0.35)]
    const foot = `${x} ${y - size * 0.2}`
    const d = `M${foot}Q${x + lean * size * 0.7} ${y - size * 0.5} ${tx} ${ty}\
Q${x + lean * size * 0.15} ${y - size * 0.6} ${foot}Z`
    return `<path d="${d}" fill="${i % 2 === 0 ? green : lighter(green, 0.18)}"/>`
  })
  return group([
    ...leaves,
    polygon(
      [
        [x - size * 0.2, y - size * 0.28],
        [x + size * 0.2, y - size * 0.28],
        [x + size * 0.15, y],
        [x - size * 0.15, y],
      ],
      pot,
    ),
  ])
}

export function framed(
  x: number,
  y: number,
  width: number,
  height: number,
  { accent, second, wood }: Interior,
  chance: Chance,
) {
  const art = chance.pick([
    [
      circle([x + width * 0.5, y + height * 0.45], width * 0.22, accent),
      polygon(
        [
          [x, y + height],
          [x + width * 0.5, y + height * 0.55],
          [x + width, y + height],
        ],
        second,
      ),
    ],
    [
      ellipse([x + width * 0.4, y + height * 0.6], [width * 0.25, height * 0.3], second),
      ellipse([x + width * 0.62, y + height * 0.42], [width * 0.2, height * 0.26], accent, 0.85),
    ],
    [0.25, 0.5, 0.75].map((share, i) =>
      rect([x, y + height * share], [width, height * 0.14], i === 1 ? accent : second),
    ),
  ])
  return group([
    rect([x - 10, y - 10], [width + 20, height + 20], darker(wood, 0.2)),
    rect([x, y], [width, height], '#f7f2e8'),
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" \
viewBox="${x} ${y} ${width} ${height}">${[art].flat(2).join('')}</svg>`,
  ])
}

export function pendant(x: number, length: number, color: string): string {
  return group([
    line([x, 0], [x, length], '#3d3d44', 3),
    `<path d="M${x - 52} ${length + 44}Q${x - 46} ${length - 8} ${x} ${length - 8}\
Q${x + 46} ${length - 8} ${x + 52} ${length + 44}Z" fill="${color}"/>`,
    ellipse([x, length + 44], [52, 8], '#ffe9b5'),
  ])
}

export function tableLamp(x: number, y: number, color: string): string {
  return group([
    circle([x, y - 84], 86, '#ffe3a3', 0.2),
    rect([x - 4, y - 60], [8, 54], '#6b5644'),
    ellipse([x, y - 6], [24, 7], '#6b5644'),
    polygon(
      [
        [x - 40, y - 56],
        [x - 24, y - 116],
        [x + 24, y - 116],
        [x + 40, y - 56],
      ],
      color,
    ),
  ])
}
