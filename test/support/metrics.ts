import assert from 'node:assert/strict'
import { send } from './server.ts'

/** Values of a metric, by the text of their labels. */
type Values = Map<string, number>

/** Reads the values of a metric of a server. */
export async function readValues({ url }: { url: string }, name: string): Promise<Values> {
  const { status, text } = await send(`${url}/metrics`, 'GET')
  assert.equal(status, 200)
  const lines = text.split('\n').map(line => /^([\w:]+)(?:\{(.*)\})? (\S+)$/.exec(line))
  const matches = lines.flatMap(match => (match?.[1] === name ? [match] : []))
  return new Map(matches.map(([, , labels = '', value]) => [labels, Number(value)]))
}

export const sum = (values: Values) => [...values.values()].reduce((a, b) => a + b, 0)
