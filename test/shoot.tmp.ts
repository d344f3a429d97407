import { chromium } from 'playwright-core'
const base = process.argv[2]!; const email = process.argv[3]!; const password = process.argv[4]!
const path = process.env.CHROMIUM || '/usr/bin/chromium'
const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox','--disable-gpu'], headless: true })
for (const scheme of ['light','dark'] as const) for (const width of [1280, 390]) {
  const context = await browser.newContext({ viewport: { width, height: width===1280?800:844 }, colorScheme: scheme })
  const page = await context.newPage()
  page.on('console', m => { if (m.type()==='error') console.log('CONSOLE', m.text()) })
  const shot = (name: string) => page.screenshot({ path: `/tmp/console-pics/${name}-${width}-${scheme}.png`, fullPage: true })
  await page.goto(base + '/console'); await shot('sign-in')
  await page.getByLabel('E-mail address').fill(email); await page.getByLabel('Password').fill('wrong'); 
  await page.getByRole('button', { name: 'Sign in' }).click(); await shot('wrong')
  await page.goto(base + '/console/password'); await shot('forgotten')
  await page.goto(base + '/console/sign-in')
  await page.getByLabel('E-mail address').fill(email); await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click(); await page.waitForURL('**/console'); await shot('account')
  await context.close()
}
await browser.close()
