/**
 * Renders the pictures of README.md and docs/console.md from the demo agency. Run it by
 * `npm run screenshot` after the console has changed; names of files render only these.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser } from '../support/browser.ts'
import { eventually } from '../support/eventually.ts'
import { runCommand, serverSettings, startProcess } from '../support/lodgepole.ts'
import { freePort, ready } from '../support/processes.ts'
import { withCleanup } from '../support/temporary.ts'
import { type Picture, phonePages, pictures } from './pictures.ts'

const docs = join(import.meta.dirname, '../../docs')
const bytesMax = 150_000
const phoneSize = { width: 360, height: 760 }
const gap = 30
const names = process.argv.slice(2)

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
  const state = await signIn(browser, url, manager)
  const open = (options: object) =>
    browser.newContext({
      storageState: state,
      locale: 'en-US',
      baseURL: `${url}/console/`,
      ...options,
    })
  const isWanted = (file: string) => names.length === 0 || names.some(name => file.includes(name))
  for (const picture of pictures.filter(({ file }) => isWanted(file))) {
    const { theme = 'light', size = { width: 1_440, height: 900 } } = picture
    const context = await open({ colorScheme: theme, viewport: size })
    await write(picture.file, await take(context, picture))
    await context.close()
  }
  if (isWanted('phone')) {
    const phone = { viewport: phoneSize, deviceScaleFactor: 1, isMobile: true, hasTouch: true }
    const context = await open(phone)
    const images: Buffer[] = []
    for (const page of phonePages) images.push(await take(context, page))
    await write('console/phone.webp', await placeSideBySide(images))
    await context.close()
  }
})

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** Signs in, and returns the cookies. */
async function signIn(
  browser: Browser,
  url: string,
  { email, password }: Demo['manager'],
): Promise<StorageState> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${url}/console`)
  await page.locator('input[type=email]').fill(email)
  await page.locator('input[type=password]').fill(password)
  await page.locator('button[type=submit], form button').first().click()
  await page.getByRole('main').waitFor()
  const state = await context.storageState()
  await context.close()
  return state
}

async function take(
  context: BrowserContext,
  { path, prepare }: Pick<Picture, 'path' | 'prepare'>,
): Promise<Buffer> {
  const page: Page = await context.newPage()
  await page.goto(`.${path}`)
  const waitUntilLoaded = async () => {
    await page.waitForLoadState('networkidle')
    await eventually(async () => (await page.getByText('Loading…').count()) === 0)
  }
  await waitUntilLoaded()
  await prepare?.(page)
  await waitUntilLoaded()
  const image = await page.screenshot({ animations: 'disabled' })
  await page.close()
  return image
}

/** Places pictures of phones side by side on a grey background. */
function placeSideBySide(images: Buffer[]): Promise<Buffer> {
  const width = gap + images.length * (phoneSize.width + gap)
  const canvas = { width, height: phoneSize.height + 2 * gap, channels: 3, background: '#dfe5e1' }
  const layers = images.map((input, i) => {
    return { input, left: gap + i * (phoneSize.width + gap), top: gap }
  })
  return sharp({ create: { ...canvas, channels: 3 } })
    .composite(layers)
    .png()
    .toBuffer()
}

/** @throws Error if a picture is too large */
async function write(file: string, image: Buffer): Promise<void> {
  const bytes = await sharp(image).webp({ quality: 80 }).toBuffer()
  if (bytes.length > bytesMax) throw new Error(`${file} has ${bytes.length} bytes`)
  const target = join(docs, file)
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, bytes)
  console.log(`Wrote ${target}: ${bytes.length} bytes`)
}
