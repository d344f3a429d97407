import { circle, ellipse, rect } from '../pictures/svg.ts'

/** Edge of a portrait in pixels. */
const edge = 512

/** Background, clothes, skin and hair. */
const looks = [
  ['#d9e4dd', '#2f5d50', '#e3b08c', '#3b2a20'],
  ['#e8ddcb', '#7a4b2a', '#c98f66', '#1f1a17'],
  ['#d7e0ec', '#34507a', '#f0c9a6', '#6b4a2b'],
  ['#ecd9d6', '#8a3f46', '#8c5a3c', '#2a1d16'],
] as const

/** Returns a drawn portrait as SVG, another one for each of some numbers from 0. */
export function portraitOf(number: number): string {
  const [background, clothes, skin, hair] = looks[number % looks.length]!
  const parts = [
    rect([0, 0], [edge, edge], background),
    ellipse([256, 520], [190, 170], clothes),
    rect([222, 290], [68, 100], skin, { round: 30 }),
    circle([256, 196], 112, hair),
    ellipse([256, 232], [84, 104], skin),
    circle([226, 226], 8, hair),
    circle([286, 226], 8, hair),
    ellipse([256, 284], [26, 9], '#b5574e', 0.8),
  ]
  const size = `width="${edge}" height="${edge}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${parts.join('')}</svg>`
}
