import type { Chance } from '../chance.ts'
import type { Landscape } from '../words/towns.ts'
import type { Light } from './palette.ts'
import { type Scene, thicket } from './scene.ts'
import { darker, ellipse, ground, lighter, mix, polygon, rect } from './svg.ts'

type Horizon = (scene: Scene, chance: Chance) => string[]

function ridge(y: number, swing: number, fill: string, chance: Chance): string {
  const points = Array.from({ length: 7 }, (_, i) => {
    return [i * 200, y + (chance.next() - 0.5) * swing] as const
  })
  return ground(points, fill)
}

/** Mountains with snow from `snowLine` up, in parts of their height. */
function peaks(scene: Scene, chance: Chance, height: number, snow: number): string[] {
  const { land, light } = scene
  const count = 5
  return Array.from({ length: count }, (_, i) => {
    const x = (i + 0.2 + chance.next() * 0.6) * (1200 / count)
    return mountain([x, 540], height * (0.65 + chance.next() * 0.4), snow, land.far, light)
  })
}

function mountain(
  [x, base]: readonly [number, number],
  height: number,
  snow: number,
  color: string,
  light: Light,
): string {
  const half = height * 0.85
  const top = base - height
  const at = (share: number, side: number) =>
    [x + side * half * share, top + height * share] as const
  const cap =
    snow === 0
      ? ''
      : polygon(
          [
            [x, top],
            at(snow, 1),
            [x + half * snow * 0.45, top + height * snow * 0.8],
            [x + half * snow * 0.05, top + height * snow * 1.15],
            [x - half * snow * 0.4, top + height * snow * 0.82],
            at(snow, -1),
          ],
          mix('#ffffff', light.haze, 0.15),
        )
  return (
    polygon(
      [
        [x - half, base],
        [x, top],
        [x + half, base],
      ],
      color,
    ) +
    polygon(
      [
        [x, top],
        [x + half, base],
        [x + half * 0.1, base],
      ],
      darker(color, 0.1),
    ) +
    cap
  )
}

function sea({ light }: Scene, chance: Chance, y: number): string[] {
  const glints = Array.from({ length: 16 }, () => {
    const at = [chance.whole(0, 1150), chance.whole(y + 8, y + 110)] as const
    return rect(at, [chance.whole(30, 110), 3], light.sky.at(-1)!, { round: 2, opacity: 0.45 })
  })
  return [rect([0, y], [1200, 800 - y], 'url(#water)'), ...glints]
}

function boat(x: number, y: number, size: number, sail: string): string {
  return (
    polygon(
      [
        [x - size, y],
        [x + size, y],
        [x + size * 0.7, y + size * 0.35],
        [x - size * 0.7, y + size * 0.35],
      ],
      '#f4efe6',
    ) +
    rect([x - 2, y - size * 1.9], [4, size * 1.9], '#6b5140') +
    polygon(
      [
        [x + 6, y - size * 1.8],
        [x + 6, y - size * 0.2],
        [x + size, y - size * 0.2],
      ],
      sail,
    ) +
    polygon(
      [
        [x - 6, y - size * 1.5],
        [x - 6, y - size * 0.2],
        [x - size * 0.7, y - size * 0.2],
      ],
      '#ffffff',
    )
  )
}

function mesas({ land }: Scene, chance: Chance): string[] {
  return [0, 1, 2, 3].map(i => {
    const [x, width, height] = [
      i * 330 - 60 + chance.whole(-40, 60),
      chance.whole(170, 300),
      chance.whole(90, 210),
    ]
    const color = mix(land.middle, land.far, i % 2 === 0 ? 0.25 : 0.6)
    const [top, left, right] = [540 - height, x, x + width]
    const body = polygon(
      [
        [left - 50, 545],
        [left, top],
        [right, top],
        [right + 60, 545],
      ],
      color,
    )
    const bands = [0.25, 0.5, 0.72].map(share =>
      rect(
        [left - 14 * share, top + height * share],
        [width + 28 * share, 9],
        darker(color, 0.12),
        { opacity: 0.55 },
      ),
    )
    return [body, rect([left, top], [width, 12], lighter(color, 0.15)), ...bands].join('')
  })
}

function skyline({ land, light }: Scene, chance: Chance): string[] {
  const row = (color: string, low: number, high: number, lit: number) => {
    const parts: string[] = []
    for (let x = -20; x < 1200; ) {
      const [width, height] = [chance.whole(50, 105), chance.whole(low, high)]
      parts.push(rect([x, 560 - height], [width, height + 40], color))
      for (let wy = 560 - height + 14; wy < 540; wy += 22) {
        for (let wx = x + 10; wx < x + width - 12; wx += 18) {
          if (chance.is(lit)) parts.push(rect([wx, wy], [8, 11], light.windows, { opacity: 0.75 }))
        }
      }
      x += width + chance.whole(0, 8)
    }
    return parts.join('')
  }
  return [
    row(land.far, 120, 290, 0.12),
    row(mix(land.middle, land.far, 0.3), 60, 170, light.isDark ? 0.5 : 0.3),
  ]
}

const withPeaks =
  (height: number, snow: number): Horizon =>
  (scene, chance) => [
    ...peaks(scene, chance, height, snow),
    ridge(505, 50, mix(scene.land.middle, scene.land.far, 0.45), chance),
    ...thicket(scene, chance, { y: [505, 530], size: [40, 70], count: 26 }),
    ridge(545, 30, scene.land.middle, chance),
  ]

const withHills: Horizon = (scene, chance) => [
  ridge(400, 120, scene.land.far, chance),
  ridge(460, 90, mix(scene.land.middle, scene.land.far, 0.5), chance),
  ridge(520, 50, scene.land.middle, chance),
]

const withVolcano =
  (snow: number): Horizon =>
  (scene, chance) => [
    mountain([chance.whole(330, 860), 545], 370, snow, scene.land.far, scene.light),
    ridge(500, 50, mix(scene.land.middle, scene.land.far, 0.5), chance),
    ...thicket(scene, chance, { y: [515, 535], size: [40, 70], count: 24 }),
    ridge(550, 24, scene.land.middle, chance),
  ]

const withSea =
  (...more: Horizon[]): Horizon =>
  (scene, chance) => [
    ...sea(scene, chance, 450),
    ...more.flatMap(horizon => horizon(scene, chance)),
  ]

const headland: Horizon = ({ land }, chance) => {
  const side = chance.is(0.5)
  const near = [
    [-10, 640],
    [-10, 380],
    [140, 360],
    [300, 410],
    [380, 470],
    [420, 640],
  ] as const
  const cliff = near.map(([x, y]) => [side ? x : 1200 - x, y] as const)
  const turf = near.slice(1, 5).map(([x, y]) => [side ? x : 1200 - x, y] as const)
  const under = turf.toReversed().map(([x, y]) => [x, y + 26] as const)
  return [polygon(cliff, mix('#8d7f70', land.far, 0.25)), polygon([...turf, ...under], land.middle)]
}

const boats: Horizon = (_scene, chance) =>
  Array.from({ length: chance.whole(2, 4) }, () =>
    boat(
      chance.whole(80, 1120),
      chance.whole(470, 520),
      chance.whole(16, 30),
      chance.pick(['#d8573f', '#f0c25a', '#3f6f9f']),
    ),
  )

const lighthouse: Horizon = ({ light }, chance) => {
  const x = chance.pick([150, 1030])
  return [
    ellipse([x, 505], [150, 46], '#7f8a80'),
    polygon(
      [
        [x - 20, 490],
        [x - 13, 345],
        [x + 13, 345],
        [x + 20, 490],
      ],
      '#f6f2ea',
    ),
    polygon(
      [
        [x - 18, 450],
        [x - 16, 410],
        [x + 16, 410],
        [x + 18, 450],
      ],
      '#d5533f',
    ),
    rect([x - 12, 322], [24, 24], light.windows),
    polygon(
      [
        [x - 18, 324],
        [x, 298],
        [x + 18, 324],
      ],
      '#39424e',
    ),
  ]
}

const lake: Horizon = (scene, chance) => [
  ...peaks(scene, chance, 330, 0.3),
  ridge(480, 30, mix(scene.land.middle, scene.land.far, 0.4), chance),
  ...sea(scene, chance, 492),
]

export const horizons: Record<Landscape, Horizon> = {
  forest: withPeaks(260, 0.28),
  city: skyline,
  desert: mesas,
  harbor: withSea(lighthouse, boats),
  bayou: (scene, chance) => [
    ridge(480, 40, scene.land.far, chance),
    ...thicket(scene, chance, { y: [500, 520], size: [110, 170], count: 12 }),
    ...sea(scene, chance, 515),
  ],
  cactus: withPeaks(190, 0),
  coast: withSea(boats, headland),
  alps: withPeaks(390, 0.34),
  olives: withHills,
  canal: skyline,
  cliffs: withSea(headland),
  highlands: (scene, chance) => [
    ...withHills(scene, chance).slice(0, 2),
    ...sea(scene, chance, 505),
  ],
  garden: withHills,
  snow: withVolcano(0.75),
  beach: withSea(boats, headland),
  bush: withPeaks(230, 0),
  lake,
  orchard: withVolcano(0.45),
}
