import type { Chance } from '../chance.ts'
import type { Landscape } from '../words/towns.ts'
import { type Build, bushes, door, floor, opening, porch } from './house-parts.ts'
import type { Light } from './palette.ts'
import { circle, darker, ellipse, group, lighter, mix, polygon, rect } from './svg.ts'
import { block, canalHouses, machiya, trullo } from './town-houses.ts'

type Materials = Pick<Build, 'wall' | 'roof' | 'trim' | 'door'>

const wooden: Materials[] = [
  { wall: '#8a5f41', roof: '#3f4a52', trim: '#f1e6d2', door: '#b6473a' },
  { wall: '#5d6b62', roof: '#3b3f46', trim: '#efe8da', door: '#d99a3d' },
  { wall: '#a8764d', roof: '#59463a', trim: '#fff4e0', door: '#2f6f73' },
]

const painted: Materials[] = [
  { wall: '#f3efe6', roof: '#5a6672', trim: '#ffffff', door: '#2f6f8f' },
  { wall: '#d9e4df', roof: '#7a4a3f', trim: '#ffffff', door: '#c2553f' },
  { wall: '#f0d9b5', roof: '#8f4a3a', trim: '#fff8ea', door: '#3f6f5a' },
]

const southern: Materials[] = [
  { wall: '#f7f1e3', roof: '#c06a43', trim: '#e9dcc3', door: '#3b6f94' },
  { wall: '#f2dfc0', roof: '#b55f3c', trim: '#fff6e2', door: '#4f7350' },
]

const earthen: Materials[] = [
  { wall: '#cf8f63', roof: '#9c5f3f', trim: '#7b4a30', door: '#2f7f86' },
  { wall: '#dba876', roof: '#a8683f', trim: '#7f5236', door: '#5b4a7f' },
]

const materials: Partial<Record<Landscape, Materials[]>> = {
  desert: earthen,
  cactus: earthen,
  coast: southern,
  olives: southern,
  city: painted,
  harbor: painted,
  bayou: painted,
  cliffs: painted,
  highlands: [{ wall: '#c9c4b8', roof: '#4b4f57', trim: '#f7f3ea', door: '#a83f3a' }],
  canal: painted,
  beach: [{ wall: '#9fd0cf', roof: '#f2f0e6', trim: '#ffffff', door: '#e88a5a' }, ...painted],
  garden: [{ wall: '#6b4a37', roof: '#3d434d', trim: '#e9dcc0', door: '#33405e' }],
  orchard: [{ wall: '#a83f36', roof: '#4b4f57', trim: '#ffffff', door: '#ffffff' }, ...painted],
}

/** A house of a type as a landscape has them. */
export function houseOf(type: string, landscape: Landscape, light: Light, chance: Chance): string {
  const raw = chance.pick(materials[landscape] ?? wooden)
  const inLight = (color: string) => {
    const toned = mix(color, light.haze, light.tint * 0.7)
    return light.isDark ? darker(toned, 0.28) : toned
  }
  const wall = inLight(raw.wall)
  const build = {
    wall,
    roof: inLight(raw.roof),
    trim: inLight(raw.trim),
    door: inLight(raw.door),
    light,
    chance,
  }
  const shadow = ellipse([600, floor + 6], [390, 26], '#1b1b2f', 0.22)
  return group([shadow, kindOf(type, landscape)(build)])
}

function kindOf(type: string, landscape: Landscape): (build: Build) => string {
  if (type === 'TRULLO') return trullo
  if (landscape === 'canal') return canalHouses
  if (landscape === 'garden') return machiya
  if (['LOFT', 'CONDO', 'STUDIO', 'HOTEL'].includes(type)) return block
  if (landscape === 'desert' || landscape === 'cactus') return adobe
  if (type === 'VILLA') return villa
  if (type === 'TINY_HOUSE' || type === 'HUT') return build => gabled(build, 300, 150, 0.75)
  if (type === 'CHALET' || type === 'LODGE') return build => gabled(build, 600, 230, 0.42)
  return build => gabled(build, build.chance.whole(440, 540), build.chance.whole(170, 210), 0.55)
}

/** A house with one gable to the front and the other wing along the side. */
function gabled(build: Build, width: number, height: number, pitch: number): string {
  const { wall, roof, chance, trim } = build
  const [left, top] = [600 - width / 2, floor - height]
  const front = width * 0.46
  const peak = top - front * pitch
  const wing = top + 14
  const boards = Array.from({ length: Math.floor(height / 20) }, (_, i) =>
    rect([left, top + i * 20 + 14], [width, 2], darker(wall, 0.16), { opacity: 0.5 }),
  )
  return group([
    chimney(build, left + width * 0.78, wing),
    rect([left, top], [width, height], wall),
    ...boards,
    polygon(
      [
        [left + front * 0.5, wing - 92],
        [left + width - 30, wing - 92],
        [left + width + 34, wing],
        [left + front * 0.5, wing],
      ],
      roof,
    ),
    polygon(
      [
        [left + front * 0.5, wing - 92],
        [left + width - 30, wing - 92],
        [left + width - 26, wing - 84],
        [left + front * 0.5, wing - 84],
      ],
      lighter(roof, 0.18),
    ),
    polygon(
      [
        [left, top + 4],
        [left + front / 2, peak + 8],
        [left + front, top + 4],
      ],
      lighter(wall, 0.05),
    ),
    rect([left, top], [front, height], lighter(wall, 0.05)),
    gableRoof(build, [left, top], front, peak),
    opening(build, left + front / 2 - 36, top + 44, 72, 74),
    pitch > 0.45
      ? circle([left + front / 2, top - front * pitch * 0.34], 19, trim) +
        circle([left + front / 2, top - front * pitch * 0.34], 13, build.light.windows)
      : opening(build, left + front / 2 - 60, top - 40, 120, 50),
    door(build, left + front + 34, 66, 122),
    ...(width > 400 ? [opening(build, left + width - 112, top + 52, 72, 66)] : []),
    porch(build, left + front + 8, left + width + 18, wing + 6),
    bushes(build, left - 30, left + front - 10, '#5f8a4f'),
    ...(width > 400
      ? [bushes(build, left + width - 130, left + width + 20, chance.pick(['#6f9a55', '#5a8350']))]
      : []),
  ])
}

function chimney({ wall, roof }: Build, x: number, roofAt: number): string {
  return group([
    rect([x, roofAt - 120], [34, 100], darker(wall, 0.25)),
    rect([x - 5, roofAt - 126], [44, 12], darker(roof, 0.2)),
  ])
}

function gableRoof(
  { roof }: Build,
  [left, top]: readonly [number, number],
  front: number,
  peak: number,
): string {
  return polygon(
    [
      [left - 34, top + 22],
      [left + front / 2, peak - 14],
      [left + front + 34, top + 22],
      [left + front + 22, top + 40],
      [left + front / 2, peak + 20],
      [left - 22, top + 40],
    ],
    darker(roof, 0.08),
  )
}

/** Earth walls, flat roofs, and the ends of beams. */
function adobe(build: Build): string {
  const { wall, trim, chance } = build
  const tall = chance.whole(240, 280)
  const beams = (left: number, right: number, y: number) => {
    const count = Math.floor((right - left - 40) / 52)
    return Array.from({ length: count }, (_, i) => circle([left + 40 + i * 52, y], 9, trim))
  }
  return group([
    rect([300, floor - 170], [620, 170], wall, { round: 16 }),
    rect([430, floor - tall], [270, tall], lighter(wall, 0.08), { round: 18 }),
    rect([680, floor - 205], [190, 205], darker(wall, 0.07), { round: 16 }),
    ...beams(430, 700, floor - tall + 34),
    ...beams(300, 430, floor - 138),
    ...beams(690, 900, floor - 172),
    door(build, 530, 74, 132),
    opening(build, 334, floor - 112, 62, 56),
    opening(build, 716, floor - 130, 100, 66),
    opening(build, 540, floor - tall + 62, 56, 46),
    bushes(build, 290, 470, '#87935a'),
    ...[640, 860].map(
      x =>
        rect([x, floor - 42], [40, 42], '#b8583a', { round: 6 }) +
        ellipse([x + 20, floor - 52], [30, 22], '#6f8a55'),
    ),
  ])
}

/** White volumes, wide glass and a pool. */
function villa(build: Build): string {
  const { wall, roof, light, trim } = build
  return group([
    rect([270, floor - 150], [660, 150], wall),
    rect([430, floor - 280], [380, 134], lighter(wall, 0.15)),
    polygon(
      [
        [405, floor - 272],
        [455, floor - 330],
        [790, floor - 330],
        [836, floor - 272],
      ],
      roof,
    ),
    polygon(
      [
        [246, floor - 142],
        [280, floor - 182],
        [430, floor - 182],
        [430, floor - 142],
      ],
      roof,
    ),
    polygon(
      [
        [810, floor - 142],
        [810, floor - 182],
        [920, floor - 182],
        [956, floor - 142],
      ],
      roof,
    ),
    ...[460, 570, 680].map(x => opening(build, x, floor - 248, 80, 76)),
    rect([318, floor - 112], [250, 112], light.windows),
    ...[318, 400, 484, 560].map(x => rect([x, floor - 112], [8, 112], trim)),
    door(build, 640, 70, 120),
    opening(build, 778, floor - 108, 96, 62),
    bushes(build, 780, 950, '#5f8f5a'),
    polygon(
      [
        [250, 740],
        [310, 676],
        [700, 676],
        [690, 740],
      ],
      lighter('#3fb0c4', 0.05),
    ),
    polygon(
      [
        [250, 740],
        [310, 676],
        [330, 676],
        [276, 740],
      ],
      '#ffffff',
      0.55,
    ),
    rect([380, 700], [120, 4], '#ffffff', { opacity: 0.6 }),
  ])
}
