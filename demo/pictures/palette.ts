import type { Chance } from '../chance.ts'
import type { Landscape } from '../words/towns.ts'

/** The light of a picture: what hour of the day it is. */
export interface Light {
  sky: string[]
  sun: string
  /** What distance fades into. */
  haze: string
  /** How strongly everything takes the color of the light, 0 to 1. */
  tint: number
  windows: string
  isDark: boolean
}

const day: Light = {
  sky: ['#5aa9e6', '#a9d6f5', '#eaf6fb'],
  sun: '#fff6d6',
  haze: '#cfe6f2',
  tint: 0,
  windows: '#bfe0ee',
  isDark: false,
}
const morning: Light = {
  sky: ['#8fb8de', '#f6d6c5', '#fdeedd'],
  sun: '#fff1d0',
  haze: '#f3ddd2',
  tint: 0.08,
  windows: '#d6e6ea',
  isDark: false,
}
const golden: Light = {
  sky: ['#5f7fb8', '#f2a97e', '#ffd9a0'],
  sun: '#ffe9b0',
  haze: '#f3b995',
  tint: 0.16,
  windows: '#ffe3a3',
  isDark: false,
}
const dusk: Light = {
  sky: ['#27305f', '#6c5b95', '#e58f7b'],
  sun: '#ffd7b5',
  haze: '#8d6f99',
  tint: 0.34,
  windows: '#ffd477',
  isDark: true,
}

const lights: Partial<Record<Landscape, Light[]>> = {
  desert: [golden, dusk, morning],
  cactus: [golden, dusk, day],
  snow: [morning, dusk, day],
  alps: [day, morning, golden],
  city: [dusk, morning, golden],
  garden: [morning, golden, dusk],
  forest: [morning, dusk, day],
  lake: [golden, day, morning],
}

/** The light of a picture of a landscape. */
export function lightOf(landscape: Landscape, chance: Chance): Light {
  return chance.pick(lights[landscape] ?? [day, golden, morning])
}

/** The colors of the land, from far to near, and of what grows there. */
export interface Land {
  far: string
  middle: string
  near: string
  plants: string
  water: string
}

const land = (far: string, middle: string, near: string, plants: string, water: string): Land => {
  return { far, middle, near, plants, water }
}

export const lands: Record<Landscape, Land> = {
  forest: land('#7f97ad', '#4d7a63', '#6f9a5b', '#2f5d4a', '#5b9bb5'),
  city: land('#93a1bb', '#74839f', '#b9b4aa', '#5d8a5e', '#6b97b5'),
  desert: land('#d08a68', '#c4653f', '#e0a274', '#7c8456', '#7fb0b5'),
  harbor: land('#8fa9b8', '#5f8291', '#8aa27a', '#4c7a5b', '#3f7f9e'),
  bayou: land('#8fae9a', '#5f8f68', '#86a862', '#3f6e48', '#5f8f8a'),
  cactus: land('#a886a5', '#b57b6c', '#e3b98a', '#5a8a5c', '#7fb0b5'),
  coast: land('#8fb3c4', '#5f946f', '#d8c793', '#3f6f55', '#2f8fb0'),
  alps: land('#8ea3bd', '#5c8a66', '#8dbb5e', '#33624a', '#5fa3c4'),
  olives: land('#9fb0a6', '#9aa568', '#d2bf7d', '#7d9468', '#4f9fc0'),
  canal: land('#a9b7c2', '#8597a3', '#9aa08f', '#5f8f57', '#4f7f86'),
  cliffs: land('#8fb0bd', '#6f9a63', '#9dbb63', '#4f7d4f', '#23949f'),
  highlands: land('#8f93ad', '#7d7f6a', '#a58a6e', '#5d6b4a', '#5f86a0'),
  garden: land('#9db3a9', '#6f9a78', '#a9b884', '#3f6b4c', '#6fa3a8'),
  snow: land('#a9bcd6', '#c3d3e6', '#f2f6fb', '#3c6270', '#8fb6d1'),
  beach: land('#8fc0cf', '#5f9f7a', '#efdcab', '#4f8f5c', '#1fa3b5'),
  bush: land('#8a9fb0', '#6f8b6a', '#b0a56c', '#5f7d5a', '#5f97a8'),
  lake: land('#8a9cb8', '#6f8a7a', '#93a866', '#3f6e55', '#3a86ad'),
  orchard: land('#92a7c4', '#6f9a68', '#93bb5c', '#4c8446', '#5f9fc0'),
}
