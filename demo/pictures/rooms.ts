import type { Chance } from '../chance.ts'
import {
  curtains,
  framed,
  type Interior,
  pendant,
  plant,
  shell,
  tableLamp,
  windowAt,
} from './furniture.ts'
import { circle, darker, ellipse, group, lighter, line, polygon, rect } from './svg.ts'

/** A room; `view` is what the window shows. */
type Room = (interior: Interior, view: string[], chance: Chance) => string[]

export const livingRoom: Room = (interior, view, chance) => {
  const { accent, second, wood, textile } = interior
  const windowX = chance.pick([90, 690])
  const artX = windowX === 90 ? 800 : 150
  const lampX = windowX === 90 ? 1090 : 100
  const legs = [330, 850].map(x => rect([x, 660], [16, 30], darker(wood, 0.3)))
  return [
    ...shell(interior),
    windowAt(windowX, 110, 420, 300, view, 3),
    curtains(windowX, 80, 420, 500, textile),
    framed(artX, 150, 180, 220, interior, chance),
    ellipse([600, 720], [480, 66], lighter(second, 0.45)),
    ellipse([600, 720], [430, 54], lighter(second, 0.6)),
    line([lampX, 300], [lampX, 610], '#4a4a50', 7),
    polygon(
      [
        [lampX - 62, 310],
        [lampX - 36, 220],
        [lampX + 36, 220],
        [lampX + 62, 310],
      ],
      '#fdf0d0',
    ),
    ellipse([lampX, 612], [40, 10], '#4a4a50'),
    ...legs,
    rect([310, 440], [580, 190], accent, { round: 34 }),
    rect([330, 560], [540, 100], lighter(accent, 0.1), { round: 20 }),
    line([600, 565], [600, 655], darker(accent, 0.15), 3),
    rect([270, 510], [90, 160], darker(accent, 0.1), { round: 30 }),
    rect([840, 510], [90, 160], darker(accent, 0.1), { round: 30 }),
    `<g transform="rotate(-9 420 520)">${rect([370, 470], [104, 104], second, { round: 16 })}</g>`,
    `<g transform="rotate(8 780 520)">${rect([730, 472], [104, 104], textile, { round: 16 })}</g>`,
    ellipse([600, 706], [150, 32], darker(wood, 0.15)),
    ellipse([600, 698], [150, 32], wood),
    rect([556, 674], [80, 14], second, { round: 3 }),
    rect([562, 662], [70, 12], lighter(accent, 0.4), { round: 3 }),
    plant(windowX === 90 ? 990 : 215, 640, 190, lighter(second, 0.2), chance),
  ]
}

export const kitchen: Room = (interior, view, chance) => {
  const { accent, second, wood, textile } = interior
  const stone = '#ece7df'
  const fronts = (y: number, height: number, from: number, to: number) => {
    const parts: string[] = []
    for (let x = from; x + 130 <= to; x += 136) {
      parts.push(
        rect([x, y], [130, height], accent, { round: 4 }),
        rect([x + 12, y + 12], [106, height - 24], lighter(accent, 0.08), { round: 3 }),
        rect([x + 52, y + 24], [26, 6], '#e2c98f', { round: 3 }),
      )
    }
    return parts
  }
  const tiles = Array.from({ length: 48 }, (_, i) => {
    const [column, row] = [i % 16, Math.floor(i / 16)]
    return rect(
      [20 + column * 73, 330 + row * 36],
      [69, 32],
      lighter(interior.wall, 0.25 + ((i * 7) % 5) * 0.08),
      { round: 3 },
    )
  })
  const stools = [330, 600, 870].map(x =>
    group([
      rect([x - 36, 668], [6, 132], '#4a4a50'),
      rect([x + 30, 668], [6, 132], '#4a4a50'),
      rect([x - 50, 650], [100, 22], second, { round: 11 }),
    ]),
  )
  return [
    ...shell(interior),
    ...tiles,
    windowAt(430, 90, 340, 220, view, 2),
    ...fronts(60, 200, -20, 400),
    ...fronts(60, 200, 806, 1340),
    rect([0, 438], [1200, 18], stone),
    ...fronts(458, 130, -20, 1340),
    rect([866, 456], [200, 134], '#3f454d', { round: 6 }),
    rect([891, 494], [150, 70], '#22272d', { round: 5 }),
    rect([879, 470], [174, 8], '#c9ced2', { round: 4 }),
    `<path d="M590 438V380Q590 356 614 356T636 380" fill="none" stroke="#b9bec2" \
stroke-width="9" stroke-linecap="round"/>`,
    ...[0, 1, 2].map(i =>
      rect([180 + i * 46, 392 - i * 8], [36, 46 + i * 8], i === 1 ? second : textile, { round: 8 }),
    ),
    plant(830, 438, 90, second, chance),
    rect([120, 590], [960, 26], lighter(wood, 0.18), { round: 5 }),
    rect([150, 616], [900, 184], lighter(interior.wall, 0.35)),
    ...[0, 1, 2, 3, 4, 5].map(i =>
      rect([150 + i * 150, 616], [3, 184], darker(interior.wall, 0.08)),
    ),
    ellipse([520, 584], [70, 14], textile),
    ...[
      [486, 568, '#d8473b'],
      [520, 562, '#e8a33d'],
      [552, 568, '#8fae4f'],
    ].map(([x, y, color]) => circle([x as number, y as number], 19, color as string)),
    rect([700, 540], [44, 50], second, { round: 10 }),
    ...stools,
    pendant(360, 120, second),
    pendant(840, 120, second),
  ]
}

export const bedroom: Room = (interior, view, chance) => {
  const { accent, second, wood } = interior
  const windowX = chance.pick([70, 780])
  const artX = windowX === 70 ? 880 : 150
  return [
    ...shell(interior),
    windowAt(windowX, 110, 340, 300, view, 2),
    curtains(windowX, 80, 340, 510, lighter(accent, 0.55)),
    framed(artX, 130, 150, 180, interior, chance),
    ellipse([600, 745], [540, 50], lighter(second, 0.5)),
    ...[150, 950].map(x =>
      group([
        rect([x, 520], [110, 120], wood, { round: 6 }),
        rect([x + 10, 534], [90, 40], lighter(wood, 0.14), { round: 4 }),
        circle([x + 55, 554], 5, '#e2c98f'),
      ]),
    ),
    tableLamp(205, 520, '#fdf0d0'),
    tableLamp(1005, 520, '#fdf0d0'),
    ...bed(interior),
    plant(windowX === 70 ? 1140 : 70, 650, 170, lighter(wood, 0.3), chance),
  ]
}

function bed({ accent, second, wood, textile }: Interior): string[] {
  const folds = Array.from({ length: 5 }, (_, i) =>
    line([330 + i * 130, 640], [300 + i * 146, 740], darker(accent, 0.1), 3),
  )
  return [
    rect([290, 330], [620, 260], darker(wood, 0.06), { round: 26 }),
    ...[0, 1, 2, 3].map(i => rect([312 + i * 146, 352], [136, 210], wood, { round: 14 })),
    rect([280, 540], [640, 200], '#fbf8f1', { round: 20 }),
    ...[
      [330, '#ffffff'],
      [630, '#ffffff'],
    ].map(([x, color]) => rect([x as number, 478], [240, 96], color as string, { round: 34 })),
    rect([400, 506], [150, 80], second, { round: 24 }),
    rect([650, 506], [150, 80], lighter(accent, 0.3), { round: 24 }),
    polygon(
      [
        [272, 620],
        [928, 620],
        [956, 756],
        [244, 756],
      ],
      accent,
    ),
    polygon(
      [
        [272, 620],
        [928, 620],
        [932, 646],
        [268, 646],
      ],
      textile,
    ),
    ...folds,
    polygon(
      [
        [560, 690],
        [930, 690],
        [956, 756],
        [570, 756],
      ],
      second,
      0.9,
    ),
  ]
}
