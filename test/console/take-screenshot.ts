/**
 * Renders the screenshot of README.md: the calendar of the demo agency, at
 * docs/images/calendar.webp. Run it by `npm run screenshot` after the console has changed.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from '../support/browser.ts'
import { runCommand, serverSettings, startProcess } from '../support/lodgepole.ts'
import { freePort, ready } from '../support/processes.ts'
import { withCleanup } from '../support/temporary.ts'

const target = join(import.meta.dirname, '../../docs/images/calendar.webp')
const bytesMax = 150_000
const viewport = { width: 1280, height: 720 }

interface Demo {
  manager: { email: string; password: string }
}

await withCleanup(async cleanup => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const base = await serverSettings(cleanup, '', port)
  const env: NodeJS.ProcessEnv = { ...base, CONSOLE: 'true', PUBLIC_URL: url }
  runCommand(env, ['demo'])
  const { manager }: Demo = JSON.parse(await readFile(join(env.DATA_DIR!, 'demo.json'), 'utf8'))
  const server = startProcess(cleanup, env)
  await ready('The server', server, async () => {
    const { status } = await fetch(`${url}/readyz`)
    if (status !== 200) throw new Error(`/readyz returned ${status}`)
  })
  const browser = await launchBrowser()
  cleanup.add(() => browser.close())
  const page = await browser.newPage({ viewport, locale: 'en-US' })
  await signIn(page, url, manager)
  const image = await takeCalendar(page, url)
  if (image.length > bytesMax) {
    throw new Error(`The screenshot has ${image.length} bytes. Reduce its size or quality`)
  }
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, image)
  console.log(`Wrote ${target}: ${image.length} bytes`)
})

async function signIn(page: Page, url: string, { email, password }: Demo['manager']) {
  await page.goto(`${url}/console`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit], form button').first().click()
  await page.waitForURL(/\/console/)
}

/** Returns the rendered calendar as WebP. */
async function takeCalendar(page: Page, url: string): Promise<Buffer> {
  await page.goto(`${url}/console/calendar`)
  await page.getByRole('grid').getByRole('gridcell').first().waitFor()
  await page.waitForLoadState('networkidle')
  return sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toBuffer()
}
