import assert from 'node:assert/strict'
import { observeProcess } from '../../src/platform/metrics/metrics.ts'
import { send, type TestServer } from './server.ts'

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

/** Adds the metrics of the process to a server, which several test files of a process may share. */
export function observeProcessOnce({ metrics }: Pick<TestServer, 'metrics'>): void {
  if (!metrics.registry.getSingleMetric('process_cpu_seconds_total')) observeProcess(metrics)
}
