/** Declared nouns of the console, and their pages with requests to the API. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { owners as ownerTexts } from '../../src/console/i18n/owners/en.ts'
import { promoCodes as promoCodeTexts } from '../../src/console/i18n/rates/en.ts'
import { en as kit } from '../../src/console/i18n/resources/en.ts'
import { reviews as reviewTexts } from '../../src/console/i18n/reviews/en.ts'
import {
  providers as providerTexts,
  services as serviceTexts,
} from '../../src/console/i18n/settings/en.ts'
import { owners } from '../../src/console/owners/owners.ts'
import { promoCodes } from '../../src/console/rates/promo-codes.ts'
import type { Resource, ResourceTexts } from '../../src/console/resources/resource.ts'
import { reviews } from '../../src/console/reviews/reviews.ts'
import { providers } from '../../src/console/settings/providers.ts'
import { services } from '../../src/console/settings/services.ts'
import type { TestServer } from '../support/server.ts'

/** Agency of one noun. */
export interface Agency {
  agencyUid: string
  key: string
  /** Uid of its property, Barn. */
  barn: string
}

export interface Noun {
  resource: Resource
  texts: ResourceTexts
  /** Returns the body of an object; its name has the number. */
  body: (n: number, agency: Agency) => object
  /** Fields of a new object in its form. */
  fields: Record<string, string>
  /** Field that the server refuses at first. */
  refused: { field: string; value: string; text?: string }
  /** Search of the address with the objects it finds among 60. */
  filter: { search: string; count: number } | null
  /** Field that is changed; null if the objects cannot be changed. */
  edited: { field: string; value: string; other: string } | null
}

export const nouns: Record<string, Noun> = {
  'promo codes': {
    resource: promoCodes,
    texts: promoCodeTexts,
    body: n => ({
      code: `CODE${n}`,
      discountType: 'PERCENT',
      discountAmount: 10,
      isActive: n % 2 === 0,
    }),
    fields: { code: 'SUMMER', discountAmount: '15' },
    refused: { field: 'discountAmount', value: '0', text: kit.errors.moreThan('0') },
    filter: { search: 'isActive=false', count: 30 },
    edited: { field: 'description', value: 'For regular guests', other: 'For all guests' },
  },
  services: {
    resource: services,
    texts: serviceTexts,
    body: n => ({ title: `Service ${n}`, cateredTo: n % 2 === 0 ? 'GUEST' : 'HOST' }),
    fields: { title: 'Summer' },
    refused: { field: 'title', value: ' ' },
    filter: { search: 'cateredTo=GUEST', count: 29 },
    edited: { field: 'quantityDescription', value: 'Per stay', other: 'Per guest' },
  },
  providers: {
    resource: providers,
    texts: providerTexts,
    body: n => ({ name: `Provider ${n}` }),
    fields: { name: 'Summer' },
    refused: { field: 'name', value: ' ' },
    filter: null,
    edited: { field: 'phoneNumber', value: '+44 20 7946 0000', other: '+44 20 7946 0001' },
  },
  owners: {
    resource: owners,
    texts: ownerTexts,
    body: n => ({ firstName: 'Owner', lastName: `No ${n}`, email: `owner${n}@winter.example` }),
    fields: { lastName: 'Summer', firstName: 'Rosa', email: 'rosa@winter.example' },
    refused: { field: 'firstName', value: ' ' },
    filter: { search: 'query=owner7', count: 1 },
    edited: { field: 'businessName', value: 'Winter Estates', other: 'Summer Estates' },
  },
  reviews: {
    resource: reviews,
    texts: reviewTexts,
    body: (n, { barn }) => ({
      propertyUid: barn,
      author: `Guest ${n}`,
      content: 'Good',
      rating: 4,
    }),
    fields: { author: 'Summer', rating: '5', content: 'Wonderful', propertyUid: 'Barn' },
    refused: { field: 'content', value: ' ' },
    filter: { search: 'isAnswered=true', count: 0 },
    edited: null,
  },
}

/** Page of a noun with requests to its API. */
export class NounPage {
  readonly server: TestServer
  readonly page: Page
  readonly noun: Noun
  readonly agency: Agency

  constructor(server: TestServer, page: Page, noun: Noun, agency: Agency) {
    this.server = server
    this.page = page
    this.noun = noun
    this.agency = agency
  }

  get rows(): Locator {
    return this.page.locator('.resource-table tbody tr:not(.below)')
  }

  field(name: string): Locator {
    const { fields } = this.noun.texts
    return this.page.getByLabel(fields[name]!, { exact: true }).and(this.page.locator('.field'))
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  async go(path: string): Promise<void> {
    await this.page.goto(`${this.server.url}/console${this.noun.resource.page}${path}`)
  }

  /** Fills a field; the text of a picker chooses the option. */
  async fill(name: string, value: string): Promise<void> {
    const field = this.field(name)
    await field.fill(value)
    if ((await field.getAttribute('role')) !== 'combobox') return
    await this.page.getByRole('option', { name: value }).click()
  }

  async api(method: string, path: string, body?: object) {
    const options = { key: this.agency.key, ...(body ? { body } : {}) }
    const url = `/api/v3.3${this.noun.resource.path}${path}`
    const response = await this.server.request(method, url, options)
    assert.ok(response.status < 300, response.text)
    return response
  }

  /** Creates an object by the API; returns its uid. */
  async create(n: number): Promise<string> {
    const { resource, body } = this.noun
    const scope = resource.path === '/reviews' ? {} : { agencyUid: this.agency.agencyUid }
    const response = await this.api('POST', '', { ...scope, ...body(n, this.agency) })
    return response.body[resource.one].uid
  }

  /** Reads an object by the API. */
  async read(uid: string): Promise<{ item: Record<string, unknown>; etag: string | null }> {
    const { body, headers } = await this.api('GET', `/${uid}`)
    return { item: body[this.noun.resource.one], etag: headers.get('etag') }
  }

  async count(): Promise<number> {
    const { resource } = this.noun
    const query = resource.isPaged ? '&_limit=500' : ''
    const { body } = await this.api('GET', `?agencyUid=${this.agency.agencyUid}${query}`)
    return body[resource.many].length
  }

  async closeToasts(): Promise<void> {
    for (const close of (await this.page.locator('.toast-close').all()).toReversed()) {
      await close.click()
    }
  }
}
