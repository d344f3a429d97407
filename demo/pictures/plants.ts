import type { Chance } from '../chance.ts'
import type { Landscape } from '../words/towns.ts'
import { circle, darker, ellipse, group, lighter, line, polygon, rect } from './svg.ts'

type Plant = (x: number, y: number, size: number, color: string, chance: Chance) => string

/** What grows in a landscape; `y` is where it stands, `size` how high it is. */
export function plantsOf(landscape: Landscape): Plant[] {
  return growing[landscape] ?? [roundTree]
}

const conifer: Plant = (x, y, size, color) => {
  const tier = (low: number, high: number, half: number, fill: string) =>
    polygon(
      [
        [x - size * half, y - size * low],
        [x, y - size * high],
        [x + size * half, y - size * low],
      ],
      fill,
    )
  return group([
    rect([x - size * 0.03, y - size * 0.12], [size * 0.06, size * 0.12], '#5b4636'),
    tier(0.1, 0.56, 0.25, color),
    tier(0.34, 0.8, 0.19, lighter(color, 0.07)),
    tier(0.58, 1, 0.13, lighter(color, 0.14)),
  ])
}

const snowyConifer: Plant = (x, y, size, color, chance) => {
  const cap = (low: number, high: number, half: number) =>
    polygon(
      [
        [x - size * half, y - size * low],
        [x, y - size * high],
        [x + size * half * 0.55, y - size * (low + 0.05)],
        [x + size * half * 0.1, y - size * (low + 0.02)],
      ],
      '#f4f8fc',
    )
  return group([
    conifer(x, y, size, color, chance),
    cap(0.4, 0.8, 0.15),
    cap(0.66, 1, 0.1),
    cap(0.2, 0.5, 0.19),
  ])
}

const roundTree: Plant = (x, y, size, color) =>
  group([
    rect([x - size * 0.035, y - size * 0.4], [size * 0.07, size * 0.4], '#6b5140', { round: 4 }),
    circle([x - size * 0.16, y - size * 0.5], size * 0.21, darker(color, 0.12)),
    circle([x + size * 0.17, y - size * 0.52], size * 0.2, color),
    circle([x, y - size * 0.7], size * 0.26, lighter(color, 0.08)),
    circle([x - size * 0.07, y - size * 0.77], size * 0.13, lighter(color, 0.18)),
  ])

const fruitTree: Plant = (x, y, size, color, chance) => {
  const fruit = Array.from({ length: 9 }, () => {
    const [angle, distance] = [chance.next() * 6.28, Math.sqrt(chance.next()) * 0.24]
    const at = [
      x + Math.cos(angle) * size * distance,
      y - size * 0.62 + Math.sin(angle) * size * distance,
    ] as const
    return circle(at, size * 0.026, '#d8473b')
  })
  return group([roundTree(x, y, size, color, chance), ...fruit])
}

const blossom: Plant = (x, y, size, _color, chance) => {
  const crown = Array.from({ length: 9 }, (_, i) => {
    const angle = (i / 9) * 6.28
    const at = [x + Math.cos(angle) * size * 0.27, y - size * 0.68 + Math.sin(angle) * size * 0.17]
    return circle(
      at as [number, number],
      size * 0.15,
      chance.pick(['#f2b5c4', '#f7cbd5', '#eaa0b4']),
    )
  })
  return group([
    line([x, y], [x - size * 0.03, y - size * 0.5], '#5a4038', size * 0.06),
    line(
      [x - size * 0.02, y - size * 0.35],
      [x + size * 0.18, y - size * 0.6],
      '#5a4038',
      size * 0.03,
    ),
    ...crown,
    circle([x, y - size * 0.7], size * 0.2, '#fadbe2'),
  ])
}

const cypress: Plant = (x, y, size, color) =>
  group([
    ellipse([x, y - size * 0.5], [size * 0.09, size * 0.5], darker(color, 0.3)),
    ellipse([x - size * 0.025, y - size * 0.52], [size * 0.05, size * 0.44], darker(color, 0.18)),
  ])

const olive: Plant = (x, y, size, color) =>
  group([
    line([x - size * 0.05, y], [x, y - size * 0.35], '#7a6552', size * 0.08),
    ellipse([x - size * 0.18, y - size * 0.45], [size * 0.24, size * 0.17], color),
    ellipse([x + size * 0.17, y - size * 0.47], [size * 0.25, size * 0.18], darker(color, 0.1)),
    ellipse([x, y - size * 0.6], [size * 0.27, size * 0.18], lighter(color, 0.16)),
  ])

const umbrellaPine: Plant = (x, y, size, color) =>
  group([
    line([x, y], [x + size * 0.05, y - size * 0.7], '#7a5a45', size * 0.06),
    line(
      [x + size * 0.04, y - size * 0.55],
      [x - size * 0.15, y - size * 0.76],
      '#7a5a45',
      size * 0.03,
    ),
    ellipse([x + size * 0.02, y - size * 0.8], [size * 0.42, size * 0.15], color),
    ellipse([x - size * 0.04, y - size * 0.86], [size * 0.3, size * 0.11], lighter(color, 0.12)),
  ])

const palm: Plant = (x, y, size, color) => {
  const [topX, topY] = [x + size * 0.12, y - size * 0.78]
  const fronds = [-2.9, -2.4, -1.9, -1.2, -0.7, -0.2].map((angle, i) => {
    const [dx, dy] = [Math.cos(angle) * size * 0.36, Math.sin(angle) * size * 0.2]
    const d = `M${topX} ${topY}Q${topX + dx * 0.6} ${topY + dy * 1.5 - size * 0.06} ${topX + dx} \
${topY + dy + size * 0.16}Q${topX + dx * 0.5} ${topY + dy * 0.7 + size * 0.03} ${topX} ${topY}Z`
    return `<path d="${d}" fill="${i % 2 === 0 ? color : lighter(color, 0.14)}"/>`
  })
  const trunk = `<path d="M${x - size * 0.03} ${y}Q${x + size * 0.02} ${y - size * 0.5} ${topX} \
${topY}L${topX + size * 0.03} ${topY}Q${x + size * 0.07} ${y - size * 0.45} ${x + size * 0.04} \
${y}Z" fill="#8b6a4c"/>`
  return group([trunk, ...fronds])
}

const saguaro: Plant = (x, y, size, color) => {
  const stem = (sx: number, sy: number, width: number, height: number, fill: string) =>
    rect([sx - width / 2, sy - height], [width, height], fill, { round: width / 2 })
  const wide = size * 0.13
  return group([
    stem(x, y, wide, size, color),
    rect([x - size * 0.3, y - size * 0.46], [size * 0.3, wide * 0.8], color, { round: wide * 0.4 }),
    stem(x - size * 0.26, y - size * 0.38, wide * 0.8, size * 0.36, color),
    rect([x, y - size * 0.6], [size * 0.26, wide * 0.8], darker(color, 0.08), {
      round: wide * 0.4,
    }),
    stem(x + size * 0.23, y - size * 0.52, wide * 0.8, size * 0.28, darker(color, 0.08)),
    rect([x - size * 0.025, y - size * 0.94], [size * 0.03, size * 0.9], lighter(color, 0.22), {
      round: 3,
    }),
  ])
}

const shrub: Plant = (x, y, size, color) =>
  group([
    ellipse([x - size * 0.14, y - size * 0.1], [size * 0.2, size * 0.14], darker(color, 0.12)),
    ellipse([x + size * 0.12, y - size * 0.12], [size * 0.2, size * 0.16], color),
    ellipse([x, y - size * 0.18], [size * 0.15, size * 0.13], lighter(color, 0.14)),
  ])

const heather: Plant = (x, y, size, color, chance) =>
  shrub(x, y, size * 0.8, chance.pick(['#8f5f8f', '#a06f95', color]), chance)

const gum: Plant = (x, y, size, color) =>
  group([
    line([x, y], [x + size * 0.04, y - size * 0.62], '#d9cfc0', size * 0.05),
    line(
      [x + size * 0.03, y - size * 0.4],
      [x - size * 0.17, y - size * 0.66],
      '#cfc4b4',
      size * 0.03,
    ),
    ellipse([x - size * 0.2, y - size * 0.7], [size * 0.2, size * 0.11], color),
    ellipse([x + size * 0.14, y - size * 0.7], [size * 0.22, size * 0.13], darker(color, 0.1)),
    ellipse([x, y - size * 0.85], [size * 0.24, size * 0.14], lighter(color, 0.12)),
  ])

const growing: Partial<Record<Landscape, Plant[]>> = {
  forest: [conifer],
  city: [roundTree],
  desert: [shrub],
  harbor: [shrub, roundTree],
  bayou: [roundTree, roundTree, shrub],
  cactus: [saguaro, shrub, saguaro],
  coast: [umbrellaPine, shrub],
  alps: [conifer],
  olives: [olive, olive, cypress],
  canal: [roundTree],
  cliffs: [shrub],
  highlands: [heather, shrub],
  garden: [blossom, shrub, roundTree],
  snow: [snowyConifer],
  beach: [palm, shrub],
  bush: [gum, shrub, gum],
  lake: [conifer, shrub],
  orchard: [fruitTree],
}
