/** `npm run check`: checks format, lint rules, types, unused code and the direction of imports. */
import { checkSources } from './runner/check-sources.ts'
import { Report } from './runner/report.ts'

const report = new Report()
await checkSources(report, new AbortController().signal)
process.exitCode = report.end()
