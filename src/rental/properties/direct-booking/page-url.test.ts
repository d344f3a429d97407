import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { defaultSlugs, isSlug, pageUrl } from './page-url.ts'

const uid = '0198a1b2-c3d4-7000-8000-000000000001'

describe('slug generated from a name', () => {
  const cases: [name: string, slug: string][] = [
    ['Cedar Cabin', 'cedar-cabin-0198a1b2'],
    ['  Café “Zürich” №7! ', 'cafe-zurich-no7-0198a1b2'],
    ['東京', '0198a1b2'],
    ['x'.repeat(200), `${'x'.repeat(71)}-0198a1b2`],
  ]
  for (const [name, slug] of cases) {
    it(`${name.slice(0, 20)} is ${slug}`, () => assert.equal(defaultSlugs({ name, uid })[0], slug))
  }

  it('is valid for every name', () => {
    const names = fc.string({ unit: 'binary', maxLength: 300 })
    fc.assert(fc.property(names, name => defaultSlugs({ name, uid }).every(isSlug)))
  })
})

describe('URL of a page', () => {
  const cases: [website: string | null, url: string][] = [
    [null, `https://rentals.example/base/p/${uid}/cabin`],
    ['https://cedar.example', `https://cedar.example/p/${uid}/cabin`],
    ['https://cedar.example/', `https://cedar.example/p/${uid}/cabin`],
    ['https://cedar.example/stay/?from=mail#top', `https://cedar.example/stay/p/${uid}/cabin`],
  ]
  for (const [website, url] of cases) {
    it(`of ${website} is ${url}`, () => {
      assert.equal(
        pageUrl({ propertyUid: uid, slug: 'cabin', website }, 'https://rentals.example/base'),
        url,
      )
    })
  }
})
