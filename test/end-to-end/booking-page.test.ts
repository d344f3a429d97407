/** The page of a property in a real browser, on a phone and on a wide screen. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { checkThemes } from '../fixtures/console-pages.ts'
import { asFile, jpeg, upload } from '../fixtures/pictures.ts'
import { makeAgency, makeProperty } from '../fixtures/rows.ts'
import { launchBrowser, noBrowser } from '../support/browser.ts'
import { startServer } from '../support/server.ts'

const server = await startServer()
const { agencyUid, key } = await makeAgency(server)
const name = 'Donaudampfschifffahrtsgesellschaft'.repeat(3)
const propertyUid = await makeProperty(server, agencyUid, { is_active: true, name })
const browser = noBrowser ? null : await launchBrowser()
after(() => browser?.close())

const put = (path: string, body: object) =>
  server.request('PUT', `/api/v3.3/${path}`, { key, body })

before(async () => {
  await put(`dbs/agencies/${agencyUid}`, { dbsEnabled: true })
  await put(`dbs/properties/${propertyUid}`, { enabled: true })
  await put(`property-descriptions/${propertyUid}`, { locale: 'en_US', summary: name })
  for (let i = 0; i < 6; i++) {
    const { status } = await upload(server, key, { propertyUid, file: asFile(jpeg) })
    assert.equal(status, 201)
  }
})

/**
 * Opens the page of the property; returns the errors of the browser and its requests to other
 * servers.
 */
async function open(colorScheme: 'light' | 'dark', width: number) {
  const page = await browser!.newPage({ viewport: { width, height: 800 }, colorScheme })
  const complaints: string[] = []
  page.on('console', message => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const foreign: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(server.url)) foreign.push(request.url())
  })
  await page.goto(`${server.url}/p/${propertyUid}`)
  return { page, complaints, foreign }
}

describe('the page of a property in a browser', { skip: noBrowser }, () => {
  for (const width of [360, 1280]) {
    it(`at ${width} pixels: shows everything without horizontal scrolling`, async () => {
      const { page, complaints, foreign } = await open('light', width)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.getByRole('heading', { name: 'Next free dates' }).waitFor()
      const loaded = 'document.images[0].complete && document.images[0].naturalWidth > 0'
      await page.waitForFunction(loaded)
      await page.getByText('Show 1 more photo').click()
      assert.equal(await page.locator('img').count(), 6)
      const widths = '[document.documentElement.scrollWidth, innerWidth]'
      const [contentWidth, viewportWidth] = await page.evaluate<[number, number]>(widths)
      assert.ok(contentWidth <= viewportWidth, `${contentWidth} of ${viewportWidth}`)
      assert.deepEqual([complaints, foreign], [[], []])
    })
  }

  it('follows the dark colour scheme, and is readable in both', async () => {
    const channels = (color: string) =>
      color
        .match(/[\d.]+/g)!
        .slice(0, 3)
        .map(Number)
    const luminance = (color: string) => {
      const [r, g, b] = channels(color).map(value => {
        const part = value / 255
        return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
      })
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
    }
    const backgrounds: number[] = []
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await open(scheme, 800)
      const colors = `['body', '.note', 'caption', '.free', '.past'].map(part => {
        const style = getComputedStyle(document.querySelector(part))
        return [style.color, style.backgroundColor]
      })`
      const styles = await page.evaluate<[string, string][]>(colors)
      const background = styles[0]![1]
      backgrounds.push(luminance(background))
      for (const [color, ownBackground] of styles) {
        const effectiveBackground =
          ownBackground === 'rgba(0, 0, 0, 0)' ? background : ownBackground
        const [dark, light] = [luminance(color), luminance(effectiveBackground)].sort(
          (a, b) => a - b,
        )
        assert.ok(
          (light! + 0.05) / (dark! + 0.05) >= 4.5,
          `${scheme}: ${color} on ${effectiveBackground}`,
        )
      }
    }
    assert.ok(backgrounds[0]! > 0.8 && backgrounds[1]! < 0.05)
  })

  it('passes axe', async () => {
    const { page } = await open('light', 800)
    await checkThemes(page, 'the page of a property')
  })

  it('runs no script', async () => {
    const { page } = await open('light', 800)
    const ran = await page.evaluate<boolean>(`
      const script = document.createElement('script')
      script.textContent = 'globalThis.ran = true'
      document.body.append(script)
      globalThis.ran === true`)
    assert.equal(ran, false)
  })
})
