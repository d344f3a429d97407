import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

/**
 * Commands that start Chromium, the best first: the headless shell paints no window and needs half
 * the processor time.
 */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome']

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Reason why tests of pages are skipped, or false. Continuous integration never skips them. */
export const noBrowser: string | false =
  process.env.CI || process.env.CHROMIUM || installedBrowser() ? false : 'no Chromium is installed'

/**
 * Launches a headless browser with an empty profile: the one named in `CHROMIUM`, else the first
 * Chromium on the search path. The caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM || findBrowser()
  return chromium.launch({ executablePath, args: flags, headless: true })
}

function findBrowser(): string {
  const executable = installedBrowser()
  if (executable) return executable
  throw new Error(
    'No Chromium found. Install one (Debian: apt-get install -y chromium-headless-shell), ' +
      'or set CHROMIUM to the path of one.',
  )
}

function installedBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(isExecutable)
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
