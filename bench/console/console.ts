import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { printRatio, printTable } from '../../test/support/print.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { find, nextPages } from './find.ts'
import { type Site, startSite } from './site.ts'
import {
  drag,
  hear,
  hearOfToday,
  type Opened,
  open,
  type PageName,
  pages,
  type Scrolled,
  scroll,
  work,
} from './use.ts'

const rounds = 5
const commits = 30

/** What console figures may be; milliseconds, bytes and MB. */
const budgets = { painted: 600, script: 150_000, frame: 8, fling: 12, nodes: 2_500, heap: 60 }
const interactionMax = 100
const heardMax = 1_000
const nextPageMax = 200
const paletteMax = { open: 100, found: 150 }

/** How long the list becomes that is read to its end. */
const leads = 5_000

/** What the console asks of a browser: opening, working, scrolling, and hearing of others. */
export async function consoleBench(): Promise<void> {
  await withCleanup(async cleanup => {
    const site = await startSite(cleanup)
    const browser = await launchBrowser()
    cleanup.add(() => browser.close())
    await measureOpening(site, browser)
    await measureWork(site, browser)
    await measureFinding(site, browser)
    await measureScrolling(site, browser)
    const { ms, renders } = await drag(site, browser)
    console.log(`dragging: ${ms.toFixed(2)} ms of the main thread a move, ${renders} renders`)
    printRatio('console.drag.renders', renders)
    const delays = await hear(site, browser, commits)
    tell(`${delays.length} commits until another browser shows them`, delays)
    printRatio('console.heard.p95', at(delays, 0.95) / heardMax)
    const today = await hearOfToday(site, browser, commits)
    tell(`${today.length} arrivals until Today of another browser shows them`, today)
    printRatio('console.today.heard.p95', at(today, 0.95) / heardMax)
  })
}

async function measureOpening(site: Site, browser: Browser): Promise<void> {
  // Whoever comes first waits until the program is bundled, and gets it by gzip.
  const first = await open(site, browser, 'today')
  console.log(`the first visitor: ${Math.round(first.painted)} ms until something is seen`)
  const names = Object.keys(pages) as PageName[]
  const opened = new Map<PageName, Opened[]>(names.map(name => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) opened.get(name)!.push(await open(site, browser, name))
  }
  const medians = names.map(name => {
    const of = (key: keyof Opened) =>
      at(
        opened.get(name)!.map(one => one[key]),
        0.5,
      )
    const [painted, whole, script] = [of('painted'), of('whole'), of('script')]
    return { name, painted, whole, script, shifts: of('shifts') }
  })
  printTable(
    ['page', 'painted ms', 'whole ms', 'script bytes', 'shifts'],
    medians.map(({ name, painted, whole, script, shifts }) => {
      return [name, Math.round(painted), Math.round(whole), script, shifts.toFixed(4)]
    }),
  )
  for (const { name, painted, script, shifts } of medians) {
    printRatio(`console.${name}.painted`, painted / budgets.painted)
    if (name !== 'calendar') printRatio(`console.${name}.script`, script / budgets.script)
    printRatio(`console.${name}.shifts`, shifts)
  }
}

async function measureWork(site: Site, browser: Browser): Promise<void> {
  const interactions = await work(site, browser)
  tell(`${interactions.length} interactions until they are seen`, interactions)
  printRatio('console.interaction.p75', at(interactions, 0.75) / interactionMax)
}

async function measureFinding(site: Site, browser: Browser): Promise<void> {
  const delays = await nextPages(site, browser, leads)
  tell(`${delays.length} further pages of leads until they are seen`, delays)
  printRatio('console.next-page.first', delays[0]! / nextPageMax)
  printRatio('console.next-page.p75', at(delays, 0.75) / nextPageMax)
  const { open, found, work } = await find(site, browser)
  tell('the palette until it can be typed in', open)
  tell('what it finds until that is seen', found)
  tell('of the main thread to open the palette', work.open)
  tell('of the main thread for a letter in it', work.letter)
  printRatio('console.palette.open.p75', at(open, 0.75) / paletteMax.open)
  printRatio('console.palette.found.p75', at(found, 0.75) / paletteMax.found)
}

async function measureScrolling(site: Site, browser: Browser): Promise<void> {
  const scrolled: [density: string, figures: Scrolled][] = []
  for (const density of ['stays', 'rates']) {
    scrolled.push([density, await scroll(site, browser, density)])
  }
  const ms = (value: number) => value.toFixed(2)
  printTable(
    ['density', 'down ms', 'right ms', 'both ms', 'fling ms', 'nodes', 'heap MB', 'shifts'],
    scrolled.map(([density, { frames, fling, nodes, heap, shifts }]) => {
      return [density, ...frames.map(ms), ms(fling), nodes, heap.toFixed(1), shifts.toFixed(4)]
    }),
  )
  for (const [density, { frames, fling, nodes, heap }] of scrolled) {
    const mean = frames.reduce((sum, value) => sum + value, 0) / frames.length
    printRatio(`console.${density}.frame`, mean / budgets.frame)
    printRatio(`console.${density}.fling`, fling / budgets.fling)
    printRatio(`console.${density}.nodes`, nodes / budgets.nodes)
    printRatio(`console.${density}.heap`, heap / budgets.heap)
  }
}

/** The value below which so many of them are. */
function at(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function tell(what: string, values: number[]): void {
  const [p50, p75, p95, most] = [0.5, 0.75, 0.95, 1].map(share => Math.round(at(values, share)))
  console.log(`${what}: p50 ${p50} ms, p75 ${p75} ms, p95 ${p95} ms, at most ${most} ms`)
}
