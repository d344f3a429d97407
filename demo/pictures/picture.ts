/** The pictures of the demo's houses: drawn for each, so that nothing is fetched from anywhere. */
import { Chance } from '../chance.ts'
import type { Landscape } from '../words/towns.ts'
import { interiorOf } from './furniture.ts'
import { houseOf } from './houses.ts'
import { type Land, lightOf } from './palette.ts'
import { bedroom, kitchen, livingRoom } from './rooms.ts'
import { sceneOf, thicket } from './scene.ts'
import { foreground, scenery } from './scenery.ts'
import { circle, darker, lighter, line, mix, polygon, rect, sheet } from './svg.ts'

export const motifs = ['front', 'living room', 'kitchen', 'bedroom', 'view'] as const

export type Motif = (typeof motifs)[number]

/** What a house is, as far as its pictures are concerned. Equal ones look alike. */
export interface Sight {
  type: string
  landscape: Landscape
  /** Tells houses of one kind apart. */
  variant: number
  seed: number
}

/** A picture of a house as SVG, 1200 by 800. */
export function pictureOf(sight: Sight, motif: Motif): string {
  const { landscape, type, variant } = sight
  // The same for all motifs, so that rooms belong to the house and windows to the weather.
  const chance = new Chance(hash(`${sight.seed} ${type} ${landscape} ${variant}`))
  const scene = sceneOf(landscape, lightOf(landscape, chance))
  const interior = interiorOf(chance)
  const outside = scenery(scene, new Chance(chance.whole(0, 1e9)))
  const own = new Chance(hash(`${motif} ${chance.next()}`))
  switch (motif) {
    case 'front':
      return sheet([
        ...outside,
        foreground(scene, own),
        ...thicket(scene, own, { y: [590, 622], size: [130, 230], count: 8, except: [330, 870] }),
        houseOf(type, landscape, scene.light, own),
        ...path(scene.land.near, landscape),
        ...(bare.includes(landscape) || type === 'VILLA' ? [] : tufts(scene.land, own)),
      ])
    case 'view':
      return sheet([
        ...outside,
        foreground(scene, own),
        ...thicket(scene, own, { y: [590, 640], size: [120, 240], count: 5, except: [350, 850] }),
        ...terrace(interior.wood, interior.accent),
      ])
    case 'living room':
      return sheet(livingRoom(interior, [...outside, foreground(scene, own)], own))
    case 'kitchen':
      return sheet(kitchen(interior, [...outside, foreground(scene, own)], own))
    case 'bedroom':
      return sheet(bedroom(interior, [...outside, foreground(scene, own)], own))
  }
}

function path(near: string, landscape: Landscape): string[] {
  if (landscape === 'canal' || landscape === 'garden') return []
  const color = landscape === 'snow' ? '#dfe8f2' : lighter(near, 0.32)
  return [
    polygon(
      [
        [585, 648],
        [650, 648],
        [760, 800],
        [480, 800],
      ],
      color,
      0.75,
    ),
  ]
}

/** Where nothing grows at one's feet. */
const bare: Landscape[] = ['city', 'canal', 'snow']

/** Grass and flowers close to the eye. */
function tufts({ near, plants }: Land, chance: Chance): string[] {
  return Array.from({ length: 16 }, () => {
    const [x, y] = [
      chance.pick([chance.whole(0, 420), chance.whole(780, 1200)]),
      chance.whole(690, 800),
    ]
    const size = (y - 600) * 0.3
    const blades = [-0.8, -0.4, 0, 0.4, 0.8].map(lean =>
      line(
        [x + lean * 6, y],
        [x + lean * size * 0.7, y - size * (1 - Math.abs(lean) * 0.4)],
        mix(plants, near, 0.35),
        4,
      ),
    )
    const bloom = chance.pick(['#f6f1e7', '#e8a33d', '#d0587a'])
    return [...blades, ...(chance.is(0.45) ? [circle([x, y - size], 6, bloom)] : [])].join('')
  })
}

/** Boards, a railing and two chairs to look from. */
function terrace(wood: string, accent: string): string[] {
  const boards = Array.from({ length: 15 }, (_, i) =>
    line([i * 86, 700], [600 + (i * 86 - 600) * 1.6, 800], darker(wood, 0.2), 3),
  )
  const posts = Array.from({ length: 26 }, (_, i) =>
    rect([i * 48, 610], [7, 92], darker(wood, 0.15)),
  )
  return [
    ...posts,
    rect([0, 600], [1200, 14], lighter(wood, 0.1)),
    rect([0, 696], [1200, 104], lighter(wood, 0.15)),
    ...boards,
    chair(330, accent),
    chair(720, accent),
    rect([566, 694], [70, 10], lighter(wood, 0.4), { round: 5 }),
    rect([596, 704], [10, 62], darker(wood, 0.2)),
    rect([584, 668], [22, 26], '#f6f1e7', { round: 4 }),
  ]
}

function chair(x: number, color: string): string {
  const slats = [0, 1, 2, 3, 4].map(i =>
    rect(
      [x + 8 + i * 29, 560 + Math.abs(i - 2) * 9],
      [25, 150],
      lighter(color, i % 2 === 0 ? 0.12 : 0.04),
      { round: 10 },
    ),
  )
  return [
    ...slats,
    rect([x - 4, 690], [160, 24], darker(color, 0.06), { round: 8 }),
    rect([x - 26, 650], [34, 14], color, { round: 6 }),
    rect([x + 144, 650], [34, 14], color, { round: 6 }),
    rect([x - 14, 660], [14, 118], darker(color, 0.15)),
    rect([x + 152, 660], [14, 118], darker(color, 0.15)),
  ].join('')
}

/** A number of 32 bits that a text always has (FNV-1a). */
function hash(text: string): number {
  let state = 0x811c9dc5
  for (const letter of text) state = Math.imul(state ^ letter.codePointAt(0)!, 0x01000193)
  return state >>> 0
}
