/** Words for drawing. Everything is drawn on a sheet of 1200 by 800. */

const [sheetWidth, sheetHeight] = [1200, 800]

type Point = readonly [x: number, y: number]

const n = (value: number) => String(Math.round(value * 10) / 10)

export function rect(
  [x, y]: Point,
  [width, height]: Point,
  fill: string,
  { round = 0, opacity = 1 }: { round?: number; opacity?: number } = {},
): string {
  const corner = round === 0 ? '' : ` rx="${n(round)}"`
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"${corner}\
${paint(fill, opacity)}/>`
}

export function circle([x, y]: Point, radius: number, fill: string, opacity = 1): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"${paint(fill, opacity)}/>`
}

export function ellipse([x, y]: Point, [rx, ry]: Point, fill: string, opacity = 1): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}"${paint(fill, opacity)}/>`
}

export function polygon(points: readonly Point[], fill: string, opacity = 1): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}"\
${paint(fill, opacity)}/>`
}

export function line(from: Point, to: Point, stroke: string, width = 4): string {
  return `<line x1="${n(from[0])}" y1="${n(from[1])}" x2="${n(to[0])}" y2="${n(to[1])}" \
stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round"/>`
}

/** A smooth shape from the left edge to the right one, filled down to the bottom. */
export function ground(points: readonly Point[], fill: string, opacity = 1): string {
  const [first, ...others] = points
  const curves = others.map(([x, y], i) => {
    const [px, py] = points[i]!
    const middle = (px + x) / 2
    return `C${n(middle)} ${n(py)} ${n(middle)} ${n(y)} ${n(x)} ${n(y)}`
  })
  const d = `M${n(first![0])} ${n(first![1])}${curves.join('')}V${sheetHeight}H${n(first![0])}Z`
  return `<path d="${d}"${paint(fill, opacity)}/>`
}

/** A gradient from top to bottom under a name that `url(#name)` uses. */
export function gradient(id: string, colors: readonly string[]): string {
  const stops = colors.map((color, i) => {
    return `<stop offset="${n((i / (colors.length - 1)) * 100)}%" stop-color="${color}"/>`
  })
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`
}

/** Light around a point. */
export function glow(id: string, color: string): string {
  return `<radialGradient id="${id}"><stop offset="0" stop-color="${color}" stop-opacity=".85"/>\
<stop offset="1" stop-color="${color}" stop-opacity="0"/></radialGradient>`
}

export function group(parts: readonly string[], transform = ''): string {
  return `<g${transform && ` transform="${transform}"`}>${parts.join('')}</g>`
}

/** A whole picture. */
export function sheet(parts: readonly string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${sheetWidth} ${sheetHeight}" \
width="${sheetWidth}" height="${sheetHeight}">${parts.join('')}</svg>`
}

/** A picture within a picture, as a window or a frame shows it. */
export function inset([x, y]: Point, [width, height]: Point, parts: readonly string[]): string {
  return `<svg x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" \
viewBox="0 0 ${sheetWidth} ${sheetHeight}" preserveAspectRatio="xMidYMid slice">\
${parts.join('')}</svg>`
}

/** Two colors mixed; `share` of the second. */
export function mix(a: string, b: string, share: number): string {
  const channels = [1, 3, 5].map(at => {
    const [from, to] = [a, b].map(color => Number.parseInt(color.slice(at, at + 2), 16))
    return Math.round(from! + (to! - from!) * share)
      .toString(16)
      .padStart(2, '0')
  })
  return `#${channels.join('')}`
}

export const lighter = (color: string, share = 0.2) => mix(color, '#ffffff', share)
export const darker = (color: string, share = 0.2) => mix(color, '#1b1b2f', share)

function paint(fill: string, opacity: number): string {
  return ` fill="${fill}"${opacity === 1 ? '' : ` fill-opacity="${opacity}"`}`
}
