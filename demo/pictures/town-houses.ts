import { type Build, bushes, door, floor, opening } from './house-parts.ts'
import { circle, darker, ellipse, group, lighter, mix, polygon, rect } from './svg.ts'

/** A building with many windows; shops below, a terrace above. */
export function block(build: Build): string {
  const { wall, roof, chance, light, door: accent, trim } = build
  const [columns, floors] = [chance.whole(5, 6), chance.whole(3, 4)]
  const [width, height] = [columns * 104 + 40, floors * 100 + 96]
  const [left, top] = [600 - width / 2, floor - height]
  const windows = Array.from({ length: columns * floors }, (_, i) => {
    const [x, y] = [left + 46 + (i % columns) * 104, top + 32 + Math.floor(i / columns) * 100]
    const rail = rect([x - 12, y + 58], [80, 16], darker(trim, 0.55), { opacity: 0.75 })
    return opening(build, x, y, 56, 66) + (i % 2 === 0 ? rail : '')
  })
  const awnings = Array.from({ length: 3 }, (_, i) => {
    const x = left + 30 + i * ((width - 60) / 3)
    const wide = (width - 60) / 3 - 24
    return group([
      rect([x, floor - 74], [wide, 74], i === 1 ? darker(accent, 0.1) : light.windows),
      polygon(
        [
          [x - 8, floor - 60],
          [x + 4, floor - 92],
          [x + wide - 4, floor - 92],
          [x + wide + 8, floor - 60],
        ],
        i === 1 ? trim : accent,
      ),
    ])
  })
  return group([
    polygon(
      [
        [left - 12, top + 6],
        [left + 26, top - 74],
        [left + width - 26, top - 74],
        [left + width + 12, top + 6],
      ],
      roof,
    ),
    ...[0.22, 0.5, 0.78].map(share => opening(build, left + width * share - 24, top - 56, 48, 44)),
    rect([left, top], [width, height], wall),
    rect([left - 12, top], [width + 24, 12], trim),
    ...windows,
    rect([left, floor - 98], [width, 8], trim),
    ...awnings,
  ])
}

/** A row of narrow houses above the water. */
export function canalHouses(build: Build): string {
  const { chance, trim, light } = build
  const colors = ['#8f4a3d', '#3f5663', '#a8694a', '#5f6f5a', '#c9a06a', '#6b3f3c']
  const houses = Array.from({ length: 6 }, (_, i) => {
    const [x, width, height] = [165 + i * 146, 142, chance.whole(290, 350)]
    const wall = light.isDark ? darker(colors[i]!, 0.25) : colors[i]!
    const top = floor - height
    const steps = [0, 1, 2].map(step =>
      rect([x + step * 23, top - step * 30], [width - step * 46, 34], wall),
    )
    const panes = [0, 1, 2].flatMap(row =>
      [0, 1].map(column =>
        opening({ ...build, trim }, x + 26 + column * 56, top + 28 + row * 84, 36, 52),
      ),
    )
    return group([
      rect([x, top], [width, height], wall),
      ...steps,
      circle([x + width / 2, top - 26], 12, light.windows),
      ...panes,
      ...(i % 2 === 0 ? [rect([x + 50, floor - 62], [40, 62], '#24313a')] : []),
    ])
  })
  return group([
    ...houses,
    rect([0, floor - 4], [1200, 26], '#8d8478'),
    rect([0, floor + 22], [1200, 140], 'url(#water)'),
    ...houses.map((_, i) =>
      rect([190 + i * 146, floor + 34], [90, 70], mix(colors[i]!, '#4f7f86', 0.55), {
        opacity: 0.4,
      }),
    ),
    ...[660, 690, 724].map((y, i) =>
      rect([120 + i * 260, y], [220, 3], '#ffffff', { opacity: 0.35 }),
    ),
  ])
}

/** Three cones of stone over white walls. */
export function trullo(build: Build): string {
  const { wall, light, trim } = build
  const stone = light.isDark ? '#5c5760' : '#8f8a86'
  const cone = (x: number, half: number, high: number) =>
    group([
      rect([x - half, floor - 150], [half * 2, 150], lighter(wall, 0.3)),
      polygon(
        [
          [x - half - 18, floor - 142],
          [x - 10, floor - 150 - high],
          [x + 10, floor - 150 - high],
          [x + half + 18, floor - 142],
        ],
        stone,
      ),
      polygon(
        [
          [x + 4, floor - 150 - high],
          [x + 10, floor - 150 - high],
          [x + half + 18, floor - 142],
          [x + half * 0.35, floor - 142],
        ],
        darker(stone, 0.14),
      ),
      ...[0.25, 0.45, 0.65, 0.85].map(share =>
        rect(
          [x - (half + 18) * share, floor - 150 - high * (1 - share)],
          [(half + 18) * 2 * share, 4],
          darker(stone, 0.2),
          { opacity: 0.4 },
        ),
      ),
      circle([x, floor - 162 - high], 15, lighter(trim, 0.3)),
    ])
  return group([
    cone(790, 125, 160),
    cone(400, 130, 170),
    cone(600, 140, 215),
    door(build, 566, 70, 120),
    opening(build, 366, floor - 104, 54, 50),
    opening(build, 772, floor - 104, 54, 50),
    bushes(build, 280, 500, '#7f9468'),
    ...[690, 900].map(
      x =>
        rect([x, floor - 40], [38, 40], '#b8683f', { round: 6 }) +
        circle([x + 19, floor - 54], 22, '#d0587a'),
    ),
  ])
}

/** Dark wood, lattices, long eaves and a curtain before the door. */
export function machiya(build: Build): string {
  const { wall, roof, light, trim, door: cloth } = build
  const lattice = (x: number, y: number, width: number, height: number) =>
    group([
      rect([x, y], [width, height], light.windows),
      ...Array.from({ length: Math.floor(width / 14) + 1 }, (_, i) =>
        rect([x + i * 14 - 2, y], [5, height], darker(wall, 0.2)),
      ),
      rect([x, y + height * 0.5], [width, 5], darker(wall, 0.2)),
    ])
  const eaves = (y: number, half: number, high: number) =>
    group([
      polygon(
        [
          [600 - half, y],
          [600 - half + 70, y - high],
          [600 + half - 70, y - high],
          [600 + half, y],
        ],
        roof,
      ),
      ...Array.from({ length: 18 }, (_, i) =>
        rect(
          [600 - half + 60 + (i * (half - 60) * 2) / 18, y - high],
          [3, high],
          lighter(roof, 0.12),
          { opacity: 0.6 },
        ),
      ),
      rect([600 - half, y - 2], [half * 2, 9], darker(roof, 0.3)),
    ])
  const lantern = (x: number) =>
    rect([x, floor - 150], [26, 40], '#e9a24f', { round: 11 }) +
    circle([x + 13, floor - 130], 46, 'url(#sun)', 0.5)
  return group([
    rect([330, floor - 290], [540, 290], wall),
    lattice(370, floor - 262, 460, 70),
    eaves(floor - 284, 320, 74),
    eaves(floor - 164, 340, 40),
    lattice(352, floor - 150, 180, 130),
    lattice(690, floor - 150, 160, 130),
    rect([556, floor - 150], [110, 150], darker(wall, 0.35)),
    ...[0, 1, 2].map(i => rect([556 + i * 37, floor - 150], [35, 62], cloth)),
    circle([611, floor - 120], 12, trim),
    lantern(530),
    lantern(668),
    ...[0, 1, 2, 3].map(i =>
      ellipse([600 + (i % 2) * 26 - 10, floor + 26 + i * 30], [60 + i * 10, 11], '#b5b3aa'),
    ),
    bushes(build, 300, 350, '#4f7a52'),
    bushes(build, 850, 930, '#4f7a52'),
  ])
}
