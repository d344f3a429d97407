/**
 * A process that runs test files in sequence, as `lanes.ts` requests: shared modules are loaded
 * once. Every file still has its own database and server.
 */
import { run } from 'node:test'
import { takeOffences, takeStatements, takeTenancyViolations } from '../support/tenancy.ts'
import { type Failure, isSuiteFailure, relativePath, toFailure } from './failure.ts'
import { takeUndocumentedErrors } from './undocumented-errors.ts'

export interface FileResult {
  /** Processor time of this process, without browsers, PostgreSQL and other processes. */
  cpuSeconds: number
  passed: number
  skipped: number
  failures: Failure[]
  /** Statements that no earlier file of the process had sent, without the values. */
  statements: string[]
  /** Sources whose statements break rules, with the violations. */
  offences: string[]
}

process.on('message', async (file: string) => {
  // A file has ended when nothing is pending; the channel for the next one does not count.
  process.channel?.unref()
  const result = await runFile(file)
  process.channel?.ref()
  process.send?.(result)
})

process.on('disconnect', () => process.exit())

async function runFile(file: string): Promise<FileResult> {
  const cpu = process.cpuUsage()
  const result: FileResult = {
    ...{ cpuSeconds: 0, passed: 0, skipped: 0, failures: [], statements: [], offences: [] },
  }
  const { failures } = result
  const fails = (text: string) => failures.push({ title: relativePath(file), text: `    ${text}` })
  const warnings: string[] = []
  for await (const { type, data } of run({ files: [file], isolation: 'none', timeout: 120_000 })) {
    if (type === 'test:fail' && !isSuiteFailure(data)) failures.push(toFailure(file, data))
    if (type === 'test:diagnostic' && data.message.includes('Error: ')) warnings.push(data.message)
    if (type === 'test:summary') {
      const { passed, skipped, tests } = data.counts
      result.passed = passed
      result.skipped = skipped
      if (tests === 0) fails('No test was run')
      else if (!data.success && failures.length === 0) {
        fails(['It failed outside of its tests', ...warnings].join('\n    '))
      }
    }
  }
  for (const violation of takeTenancyViolations()) fails(violation)
  for (const error of takeUndocumentedErrors()) fails(error)
  result.statements = takeStatements()
  result.offences = takeOffences()
  const { user, system } = process.cpuUsage(cpu)
  result.cpuSeconds = (user + system) / 1e6
  return result
}
