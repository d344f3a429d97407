import type { Chance } from '../chance.ts'
import { horizons } from './horizons.ts'
import type { Light } from './palette.ts'
import { type Scene, thicket } from './scene.ts'
import { circle, darker, ellipse, glow, gradient, ground, lighter, mix, rect } from './svg.ts'

/** Everything behind the place where a house stands; the horizon is at some 480. */
export function scenery(scene: Scene, chance: Chance): string[] {
  const { light, land, landscape } = scene
  const { water } = land
  const waters = [mix(water, light.sky.at(-1)!, 0.45), water, darker(water, 0.2)]
  const sunAt = [chance.whole(150, 1050), light.isDark ? 400 : chance.whole(110, 330)] as const
  return [
    `<defs>${gradient('sky', light.sky)}${glow('sun', light.sun)}\
${gradient('water', waters)}\
${gradient('near', [lighter(land.near, 0.1), land.near, darker(land.near, 0.14)])}</defs>`,
    rect([0, 0], [1200, 800], 'url(#sky)'),
    ...(light.isDark ? stars(chance) : []),
    circle(sunAt, light.isDark ? 330 : 240, 'url(#sun)', 0.8),
    circle(sunAt, light.isDark ? 40 : 52, light.sun, 0.95),
    ...clouds(light, chance),
    ...horizons[landscape](scene, chance),
    ...thicket(scene, chance, { y: [520, 560], size: [70, 120], count: 9 }),
  ]
}

/** The ground before the house, on which it stands. */
export function foreground({ land }: Scene, chance: Chance): string {
  const rise = chance.whole(-18, 18)
  return (
    ground(
      [
        [0, 585 + rise],
        [400, 570],
        [800, 580],
        [1200, 580 - rise],
      ],
      'url(#near)',
    ) + ellipse([600, 800], [560, 90], lighter(land.near, 0.14), 0.35)
  )
}

function stars(chance: Chance): string[] {
  return Array.from({ length: 60 }, () =>
    circle(
      [chance.whole(0, 1200), chance.whole(0, 300)],
      chance.next() * 1.8 + 0.5,
      '#ffffff',
      0.7,
    ),
  )
}

function clouds({ sky, isDark }: Light, chance: Chance): string[] {
  const color = mix(sky.at(-1)!, '#ffffff', isDark ? 0.1 : 0.6)
  return Array.from({ length: chance.whole(2, 4) }, () => {
    const [x, y, size] = [chance.whole(0, 1100), chance.whole(60, 260), chance.whole(60, 120)]
    const puffs = [0, 0.55, 1.05, 1.6].map((step, i) => {
      const isEdge = i % 3 === 0
      const at = [x + step * size, y - (isEdge ? 0 : size * 0.13)] as const
      return ellipse(at, [size * 0.55, size * (isEdge ? 0.13 : 0.24)], color)
    })
    return `<g opacity="${isDark ? 0.35 : 0.7}">${puffs.join('')}</g>`
  })
}
