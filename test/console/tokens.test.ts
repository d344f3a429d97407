/** Contrast of the colors of the console in both themes (WCAG 2.2, 1.4.3 and 1.4.11). */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'

const css = readFileSync(join(import.meta.dirname, '../../src/console/ui/tokens.css'), 'utf8')

/** Colors by token: light and dark. */
const colors = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\)/g)].map(
    ([, name, light, dark]) => [name, [light!, dark!]] as const,
  ),
)

const surfaces = ['page', 'card', 'raised', 'sunken', 'sidebar']

/** Texts with the surfaces on which they stand; 4.5:1. */
const texts: [text: string, surfaces: string[]][] = [
  ['text', [...surfaces, 'accent-page', 'today', 'weekend', 'closed']],
  ['quiet', [...surfaces, 'today', 'weekend']],
  ['faint', ['card', 'page', 'sidebar', 'today', 'weekend']],
  ['accent', ['page', 'card', 'raised', 'sidebar', 'accent-page']],
  ['due', ['page', 'card', 'raised', 'sunken']],
  ['alert', ['page', 'card', 'raised', 'alert-page']],
  ['on-accent', ['accent', 'accent-over']],
  ['on-booked', ['booked']],
  ['on-stay', ['stay']],
  ['on-hold', ['hold']],
  ['on-request', ['request', 'card', 'page']],
  ['on-block', ['block']],
  ['on-toast', ['toast', 'toast-over']],
  ...['airbnb', 'booking', 'vrbo', 'expedia', 'direct'].map((channel): [string, string[]] => [
    `on-mark-${channel}`,
    [`mark-${channel}`],
  ]),
]

/** Edges that show a control or a state; 3:1. */
const edges: [edge: string, surfaces: string[]][] = [
  ['field', ['page', 'card', 'raised', 'sunken']],
  ['focus', surfaces],
  ['request-edge', ['card', 'page']],
  ['booked-edge', ['card']],
  ['hold-edge', ['card']],
  ['block-edge', ['card']],
]

for (const [theme, index] of [
  ['light', 0],
  ['dark', 1],
] as const) {
  describe(`the colors of the ${theme} theme`, () => {
    const color = (name: string) => {
      const value = colors.get(name)?.[index]
      assert.ok(value, `--${name} is a token`)
      return value
    }
    const findWeak = (pairs: typeof texts, minimum: number) =>
      pairs.flatMap(([name, grounds]) =>
        grounds
          .map(ground => ({
            pair: `${name} on ${ground}`,
            ratio: contrast(color(name), color(ground)),
          }))
          .filter(({ ratio }) => ratio < minimum),
      )

    it('have a contrast of 4.5:1 for texts, and of 3:1 for edges', () => {
      assert.deepEqual(findWeak(texts, 4.5), [])
      assert.deepEqual(findWeak(edges, 3), [])
    })
  })
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map(d => d + d) : hex.slice(1).match(/../g)!
  const [red = 0, green = 0, blue = 0] = digits.map(pair => {
    const value = Number.parseInt(pair, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
