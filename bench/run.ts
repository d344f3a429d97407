import { calendar } from './calendar.ts'
import { cluster } from './cluster.ts'
import { consoleBench } from './console/console.ts'
import { createLead } from './create-lead.ts'
import { deliver } from './deliver.ts'
import { growth } from './growth.ts'
import { multiCalendar } from './multi-calendar.ts'
import { polling } from './polling.ts'
import { quote } from './quote.ts'
import { readLeads } from './read-leads.ts'
import { reference } from './reference.ts'
import { routes } from './routes.ts'
import { type Options, readOptions } from './support/options.ts'

interface Bench {
  what: string
  run(options: Options): Promise<void>
}

const benches: Record<string, Bench> = {
  'read-leads': {
    what: 'the lead query against PostGraphile, Mercurius and Yoga over the same rows (3 minutes)',
    run: readLeads,
  },
  calendar: {
    what: 'calendars of one property for three years and of 500 for 60 nights (1 minute)',
    run: calendar,
  },
  'multi-calendar': {
    what: 'many calendars in columns, against the same nights as entries (1 minute)',
    run: multiCalendar,
  },
  growth: {
    what: 'the lead query from 100 thousand to 10 million leads, and memory under a long answer',
    run: growth,
  },
  polling: {
    what: '50 partners that ask for leads and calendars of 500 properties in turn (3 minutes)',
    run: polling,
  },
  quote: {
    what: 'a quote against one indexed look-up over HTTP (half a minute)',
    run: quote,
  },
  'create-lead': {
    what: 'creations of booked leads against one inserted row over HTTP (half a minute)',
    run: createLead,
  },
  deliver: {
    what: 'deliveries of events against a bare loop of requests, and their delay (2 minutes)',
    run: deliver,
  },
  cluster: {
    what: 'acts on a Citus cluster against the same on one server (TEST_CITUS_URL; 2 minutes)',
    run: cluster,
  },
  reference: {
    what: 'how long /docs takes to open in a browser (half a minute)',
    run: reference,
  },
  console: {
    what: 'the console in a browser: opening, working, scrolling, hearing of others (2 minutes)',
    run: consoleBench,
  },
  routes: {
    what: 'every read and the common writes of v3.3 by processor time, on both engines (5 minutes)',
    run: routes,
  },
}

const [name, ...args] = process.argv.slice(2)
const bench = benches[name ?? '']
if (bench) {
  await bench.run(readOptions(args))
} else {
  console.log('npm run bench -- <name> [--seconds N] [--most LEADS]\n')
  for (const [each, { what }] of Object.entries(benches)) console.log(`  ${each.padEnd(16)}${what}`)
  if (name !== undefined) process.exitCode = 1
}
