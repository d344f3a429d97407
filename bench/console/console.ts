import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../test/support/browser.ts'
import { printRatio, printTable } from '../../test/support/print.ts'
import { withCleanup } from '../../test/support/temporary.ts'
import { measureNextPages, measurePalette } from './measure-search.ts'
import {
  drag,
  interact,
  loadPage,
  measureBlockUpdates,
  measureTodayUpdates,
  type PageLoad,
  type PageName,
  pages,
  type ScrollResult,
  scroll,
} from './scenarios.ts'
import { type Site, startSite } from './site.ts'

const rounds = 5
const commits = 30

/** Upper limits of the console's figures; milliseconds, bytes and MB. */
const budgets = { painted: 600, script: 150_000, frame: 8, fling: 12, nodes: 2_500, heap: 60 }
const interactionMsMax = 100
const updateMsMax = 1_000
const nextPageMsMax = 200
const paletteMsMax = { open: 100, found: 150 }

/** Length of the list that is scrolled to its end. */
const leads = 5_000

/** Measures the console in a browser: loading, working, scrolling, and live updates. */
export async function consoleBench(): Promise<void> {
  await withCleanup(async cleanup => {
    const site = await startSite(cleanup)
    const browser = await launchBrowser()
    cleanup.add(() => browser.close())
    await measurePageLoads(site, browser)
    await measureInteractions(site, browser)
    await measureSearch(site, browser)
    await measureScroll(site, browser)
    const { ms, renders } = await drag(site, browser)
    console.log(`dragging: ${ms.toFixed(2)} ms of the main thread per move, ${renders} renders`)
    printRatio('console.drag.renders', renders)
    const delays = await measureBlockUpdates(site, browser, commits)
    printQuantiles(`${delays.length} commits until they are visible in another browser`, delays)
    printRatio('console.heard.p95', quantile(delays, 0.95) / updateMsMax)
    const today = await measureTodayUpdates(site, browser, commits)
    printQuantiles(
      `${today.length} arrivals until they are visible on Today of another browser`,
      today,
    )
    printRatio('console.today.heard.p95', quantile(today, 0.95) / updateMsMax)
  })
}

async function measurePageLoads(site: Site, browser: Browser): Promise<void> {
  // The first visitor waits until the program is bundled, and receives it by gzip.
  const first = await loadPage(site, browser, 'today')
  console.log(`the first visitor: ${Math.round(first.painted)} ms until the first paint`)
  const names = Object.keys(pages) as PageName[]
  const opened = new Map<PageName, PageLoad[]>(names.map(name => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const name of names) opened.get(name)!.push(await loadPage(site, browser, name))
  }
  const medians = names.map(name => {
    const median = (key: keyof PageLoad) =>
      quantile(
        opened.get(name)!.map(load => load[key]),
        0.5,
      )
    const [painted, complete, script] = [median('painted'), median('complete'), median('script')]
    return { name, painted, complete, script, shifts: median('shifts') }
  })
  printTable(
    ['page', 'painted ms', 'complete ms', 'script bytes', 'shifts'],
    medians.map(({ name, painted, complete, script, shifts }) => {
      return [name, Math.round(painted), Math.round(complete), script, shifts.toFixed(4)]
    }),
  )
  for (const { name, painted, script, shifts } of medians) {
    printRatio(`console.${name}.painted`, painted / budgets.painted)
    if (name !== 'calendar') printRatio(`console.${name}.script`, script / budgets.script)
    printRatio(`console.${name}.shifts`, shifts)
  }
}

async function measureInteractions(site: Site, browser: Browser): Promise<void> {
  const interactions = await interact(site, browser)
  printQuantiles(`${interactions.length} interactions until the next paint`, interactions)
  printRatio('console.interaction.p75', quantile(interactions, 0.75) / interactionMsMax)
}

async function measureSearch(site: Site, browser: Browser): Promise<void> {
  const delays = await measureNextPages(site, browser, leads)
  printQuantiles(`${delays.length} further pages of leads`, delays)
  printRatio('console.next-page.first', delays[0]! / nextPageMsMax)
  printRatio('console.next-page.p75', quantile(delays, 0.75) / nextPageMsMax)
  const { open, found, work } = await measurePalette(site, browser)
  printQuantiles('opening of the palette', open)
  printQuantiles('results of the palette', found)
  printQuantiles('CPU time of opening the palette', work.open)
  printQuantiles('CPU time of a letter in the palette', work.letter)
  printRatio('console.palette.open.p75', quantile(open, 0.75) / paletteMsMax.open)
  printRatio('console.palette.found.p75', quantile(found, 0.75) / paletteMsMax.found)
}

async function measureScroll(site: Site, browser: Browser): Promise<void> {
  const results: [density: string, figures: ScrollResult][] = []
  for (const density of ['stays', 'rates']) {
    results.push([density, await scroll(site, browser, density)])
  }
  const ms = (value: number) => value.toFixed(2)
  printTable(
    ['density', 'down ms', 'right ms', 'both ms', 'fling ms', 'nodes', 'heap MB', 'shifts'],
    results.map(([density, { frames, fling, nodes, heap, shifts }]) => {
      return [density, ...frames.map(ms), ms(fling), nodes, heap.toFixed(1), shifts.toFixed(4)]
    }),
  )
  for (const [density, { frames, fling, nodes, heap }] of results) {
    const mean = frames.reduce((sum, value) => sum + value, 0) / frames.length
    printRatio(`console.${density}.frame`, mean / budgets.frame)
    printRatio(`console.${density}.fling`, fling / budgets.fling)
    printRatio(`console.${density}.nodes`, nodes / budgets.nodes)
    printRatio(`console.${density}.heap`, heap / budgets.heap)
  }
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
}

function printQuantiles(label: string, values: number[]): void {
  const [p50, p75, p95, max] = [0.5, 0.75, 0.95, 1].map(share =>
    Math.round(quantile(values, share)),
  )
  console.log(`${label}: p50 ${p50} ms, p75 ${p75} ms, p95 ${p95} ms, max ${max} ms`)
}
