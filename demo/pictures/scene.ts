import type { Chance } from '../chance.ts'
import type { Landscape } from '../words/towns.ts'
import { type Land, type Light, lands } from './palette.ts'
import { plantsOf } from './plants.ts'
import { darker, lighter, mix } from './svg.ts'

/** What is seen outside: the land in a certain light. */
export interface Scene {
  landscape: Landscape
  light: Light
  land: Land
}

export function sceneOf(landscape: Landscape, light: Light): Scene {
  const inLight = (color: string) => mix(color, light.haze, light.tint)
  const { far, middle, near, plants, water } = lands[landscape]
  const land = {
    far: mix(far, light.haze, 0.3 + light.tint / 2),
    middle: inLight(middle),
    near: light.isDark ? darker(inLight(near), 0.25) : inLight(near),
    plants: light.isDark ? darker(inLight(plants), 0.3) : inLight(plants),
    water: mix(water, light.sky[1]!, 0.25 + light.tint),
  }
  return { landscape, light, land }
}

/** Plants in a row, the farther ones first. */
export function thicket(
  { land, landscape }: Scene,
  chance: Chance,
  {
    y,
    size,
    count,
    except,
  }: {
    y: [number, number]
    size: [number, number]
    count: number
    except?: [number, number]
  },
): string[] {
  const kinds = plantsOf(landscape)
  const places = Array.from({ length: count }, (_, i) => ({
    x: ((i + chance.next()) / count) * 1240 - 20,
    y: chance.whole(...y),
  }))
  return places
    .filter(({ x }) => except === undefined || x < except[0] || x > except[1])
    .sort((a, b) => a.y - b.y)
    .map(at =>
      chance.pick(kinds)(at.x, at.y, chance.whole(...size), shade(land.plants, chance), chance),
    )
}

const shade = (color: string, chance: Chance) => lighter(color, chance.next() * 0.16)
