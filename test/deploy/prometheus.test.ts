/** The alerts and the dashboard of deploy/: docs/reference/metrics.md. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { observeProcessOnce } from '../support/metrics.ts'
import { startServer } from '../support/server.ts'
import { isInstalled, readSample, samplePath } from './samples.ts'

interface Rule {
  alert: string
  expr: string
  annotations: { summary: string }
}

interface Panel {
  title: string
  targets: { expr: string }[]
}

const run = promisify(execFile)
const rules: Rule[] = parse(readSample('prometheus-rules.yml')).groups[0].rules
const panels: Panel[] = JSON.parse(readSample('grafana-dashboard.json')).panels
const server = await startServer()
observeProcessOnce(server)
const page = (await server.request('GET', '/metrics')).text
const types = new Map(
  [...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]),
)
const labels = new Map(
  // prom-client has the names of the labels, but does not say so.
  (server.metrics.registry.getMetricsAsArray() as unknown as Labelled[]).map(
    ({ name, labelNames }) => [name, labelNames],
  ),
)

interface Labelled {
  name: string
  labelNames: string[]
}

/** Labels that Prometheus adds. */
const added = ['instance', 'job', 'le']

/** Returns the metric of a time series; a histogram has several. */
function metricOf(series: string): string | undefined {
  if (types.has(series)) return series
  const [, name = '', suffix] = /^(.*)_(bucket|sum|count)$/.exec(series) ?? []
  const type = types.get(name)
  return type === 'histogram' || (type === 'summary' && suffix !== 'bucket') ? name : undefined
}

function assertMeasured(title: string, expr: string): void {
  const series = [...expr.matchAll(/\b((?:lodgepole|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
  assert.ok(series.length > 0 || /^up\b/.test(expr), `${title}: ${expr}`)
  for (const [, name, matchers = ''] of series) {
    const metric = metricOf(name!)
    assert.ok(metric, `${title}: there is no metric ${name}`)
    const known = [...added, ...labels.get(metric)!]
    for (const [, label] of matchers.matchAll(/(\w+)\s*[=!]/g))
      assert.ok(known.includes(label!), `${title}: ${name} has no label ${label}`)
  }
  const all = [...added, ...series.flatMap(([, name]) => labels.get(metricOf(name!)!)!)]
  for (const [, list] of expr.matchAll(/\bby \(([^)]*)\)/g))
    for (const label of list!.split(/,\s*/)) assert.ok(all.includes(label), `${title}: ${label}`)
}

describe('the alerts', () => {
  it('are about metrics that the server has', () => {
    assert.ok(rules.length > 10)
    for (const { alert, expr } of rules) assertMeasured(alert, expr)
  })

  it('say in one sentence what is wrong', () => {
    for (const { alert, annotations } of rules)
      assert.match(annotations.summary, /^.{20,120}$/, alert)
  })

  const skip = !isInstalled('promtool') && 'promtool is not installed'
  it('are raised by a server that fails, and by no other', { skip }, async () => {
    const { stdout } = await run('promtool', ['check', 'rules', samplePath('prometheus-rules.yml')])
    assert.match(stdout, /SUCCESS/)
    await run('promtool', ['test', 'rules', `${import.meta.dirname}/prometheus-rules.test.yml`])
  })
})

describe('the dashboard', () => {
  it('shows metrics that the server has', () => {
    assert.ok(panels.length > 10)
    for (const { title, targets } of panels) {
      assert.ok(targets.length > 0, title)
      for (const { expr } of targets) assertMeasured(title, expr)
    }
  })
})
