import { calendar } from './calendar.ts'
import { cluster } from './cluster.ts'
import { consoleBench } from './console/console.ts'
import { createLead } from './create-lead.ts'
import { deliver } from './deliver.ts'
import { growth } from './growth.ts'
import { multiCalendar } from './multi-calendar.ts'
import { pollingBench } from './polling.ts'
import { quote } from './quote.ts'
import { readLeads } from './read-leads.ts'
import { reference } from './reference.ts'
import { restartUnderLoad } from './restart/restart-under-load.ts'
import { routes } from './routes.ts'
import { type Options, readOptions } from './support/options.ts'
import { upgrade } from './upgrade/upgrade.ts'

interface Bench {
  description: string
  run(options: Options): Promise<void>
}

const benches: Record<string, Bench> = {
  'read-leads': {
    description:
      'the lead query against PostGraphile, Mercurius and Yoga over the same rows (3 minutes)',
    run: readLeads,
  },
  calendar: {
    description: 'calendars of one property for three years and of 500 for 60 nights (1 minute)',
    run: calendar,
  },
  'multi-calendar': {
    description: 'many calendars in columns, against the same nights as entries (1 minute)',
    run: multiCalendar,
  },
  growth: {
    description:
      'the lead query from 100 thousand to 10 million leads, and memory during a large response',
    run: growth,
  },
  pollingBench: {
    description: '50 partners that poll leads and calendars of 500 properties (3 minutes)',
    run: pollingBench,
  },
  quote: {
    description: 'a quote against one indexed lookup over HTTP (half a minute)',
    run: quote,
  },
  'create-lead': {
    description: 'creations of booked leads against one inserted row over HTTP (half a minute)',
    run: createLead,
  },
  deliver: {
    description:
      'deliveries of events against a bare loop of requests, and their latency (2 minutes)',
    run: deliver,
  },
  cluster: {
    description: 'operations on a Citus cluster against one server (TEST_CITUS_URL; 2 minutes)',
    run: cluster,
  },
  reference: {
    description: 'the time to open /docs in a browser (half a minute)',
    run: reference,
  },
  console: {
    description:
      'the console in a browser: loading, interactions, scrolling, live updates (2 minutes)',
    run: consoleBench,
  },
  'restart-under-load': {
    description:
      'latency before and after kill -9 at 30 requests a second, on both engines (4 minutes)',
    run: restartUnderLoad,
  },
  routes: {
    description:
      'every read and the common writes of v3.3 by processor time, on both engines (5 minutes)',
    run: routes,
  },
  upgrade: {
    description: 'the migration from 0.1.0 with 200,000 leads while clients write (4 minutes)',
    run: upgrade,
  },
}

const [name, ...args] = process.argv.slice(2)
const bench = benches[name ?? '']
if (bench) {
  await bench.run(readOptions(args))
} else {
  console.log('npm run bench -- <name> [--seconds N] [--most LEADS] [--engine ENGINE]\n')
  for (const [benchName, { description }] of Object.entries(benches))
    console.log(`  ${benchName.padEnd(20)}${description}`)
  if (name !== undefined) process.exitCode = 1
}
