/** The page of a property as HTML, without any script: contract/resources.md §7. Pure. */
import { createHash } from 'node:crypto'
import { Html, html, htmlDocument } from '../../../platform/html.ts'
import { acceptedLanguages } from '../../../platform/languages.ts'
import type { PageNeeds } from '../../../platform/pages.ts'
import type { PageProperty } from '../../properties/direct-booking/direct-booking.ts'
import { pageUrl } from '../../properties/direct-booking/page-url.ts'
import { filesPath, scaledSides } from '../../properties/photos/photo.ts'
import type { Photo } from '../../properties/photos/photos.ts'
import type { PropertyDescription } from '../../properties/property-descriptions/property-descriptions.ts'
import { style } from './booking-page-style.ts'
import { calendarSection, freeDatesCard } from './free-dates-html.ts'
import type { ShownPage } from './shown-page.ts'

const styleElement = new Html(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')

/** What a page loads: the pictures that it shows, from exactly the hosts of their manager. */
export function pageNeeds(photos: Pick<Photo, 'original_image_url'>[]): PageNeeds {
  return {
    'style-src': `'sha256-${styleHash}'`,
    'img-src': ["'self'", 'data:', ...originsOf(photos)].join(' '),
  }
}

/** Hosts may have characters that mean something in a policy; those are left out of it. */
function originsOf(photos: Pick<Photo, 'original_image_url'>[]): string[] {
  const urls = photos.flatMap(({ original_image_url: url }) => (url === null ? [] : [url]))
  const origins = urls.map(url => (URL.canParse(url) ? new URL(url).origin : ''))
  return [...new Set(origins)].filter(origin => /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin))
}

/** A page that only says something. */
export function messagePage(title: string, text: string): string {
  return page(
    { title, lang: 'en' },
    html`<main class="message"><h1>${title}</h1><p>${text}</p></main>`,
  )
}

export interface PageOptions {
  publicUrl: string
  /** `Accept-Language` of the request. */
  languages: string | undefined
}

/** The page of a property, its texts in the language that the visitor likes best. */
export function bookingPage(shown: ShownPage, { publicUrl, languages }: PageOptions): string {
  const { property, photos, descriptions } = shown
  const told = descriptionFor(descriptions, languages)
  const name = told?.name || property.name
  const summary = told?.short_summary || told?.summary || null
  const canonical = pageUrl(property.page, publicUrl)
  return page(
    { title: `${name} – ${property.agency_name}`, lang: 'en', summary, canonical },
    html`<header class="top"><p>${property.agency_name}</p></header>
    <main>
      <div class="title">
        <h1${langOf(told)}>${name}</h1>
        <p class="place">${placeOf(property)}</p>
      </div>
      ${gallery(photos, name)}
      <div class="columns">
        <div class="texts">
          ${factList(property)}
          ${texts(told)}
          ${calendarSection(shown)}
        </div>
        <aside>${freeDatesCard(shown)}</aside>
      </div>
    </main>
    <footer><p>${property.agency_name}</p></footer>`,
  )
}

function descriptionFor(
  descriptions: PropertyDescription[],
  languages: string | undefined,
): PropertyDescription | undefined {
  for (const accepted of acceptedLanguages(languages)) {
    const tag = accepted.replaceAll('-', '_')
    const same = descriptions.find(({ locale }) => locale.toLowerCase() === tag)
    const language = tag.split('_')[0]
    const found = same ?? descriptions.find(({ locale }) => locale.split('_')[0] === language)
    if (found) return found
  }
  return descriptions[0]
}

function langOf(told: PropertyDescription | undefined): Html | null {
  return told ? html` lang="${told.locale.replace('_', '-')}"` : null
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

function placeOf({ city, state, country_code }: PageProperty): string {
  const country = country_code === null ? null : countries.of(country_code)
  return [city, state, country].filter(Boolean).join(', ')
}

function factList(property: PageProperty): Html {
  const { max_guests, bedrooms, beds, bathrooms } = property
  const count = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`
  const facts = [
    count(max_guests, 'guest'),
    ...(bedrooms > 0 ? [count(bedrooms, 'bedroom')] : []),
    ...(beds > 0 ? [count(beds, 'bed')] : []),
    ...(Number(bathrooms) > 0 ? [count(Number(bathrooms), 'bathroom')] : []),
  ]
  return html`<ul class="facts">${facts.map(fact => html`<li>${fact}</li>`)}</ul>`
}

const sections: [column: keyof PropertyDescription, heading: string][] = [
  ['space', 'The space'],
  ['neighbourhood', 'The neighbourhood'],
  ['transit', 'Getting around'],
  ['interaction', 'Your hosts'],
  ['notes', 'Good to know'],
]

/** What guests may read before they book: not how to get in, nor the house manual. */
function texts(told: PropertyDescription | undefined): Html | null {
  if (!told) return null
  const { short_summary, summary } = told
  return html`<div${langOf(told)}>
    ${short_summary && html`<p class="lead">${short_summary}</p>`}
    ${summary && summary !== short_summary && html`<p class="text">${summary}</p>`}
    ${sections.map(([column, heading]) => {
      const text = told[column] as string | null
      return (
        text && html`<section><h2 lang="en">${heading}</h2><p class="text">${text}</p></section>`
      )
    })}
  </div>`
}

const shownAtFirst = 5

function gallery(photos: Photo[], name: string): Html | null {
  if (photos.length === 0) return null
  const first = photos.slice(0, shownAtFirst)
  const more = photos.slice(shownAtFirst)
  return html`<div class="gallery n${first.length}">${first.map((photo, i) =>
    picture(photo, name, i === 0),
  )}</div>
      ${
        more.length > 0 &&
        html`<details class="more"><summary>Show ${more.length} more ${
          more.length === 1 ? 'photo' : 'photos'
        }</summary><div>${more.map(photo => picture(photo, name, false))}</div></details>`
      }`
}

/** Pictures that are kept here come from here, whatever the public address is. */
function picture({ uid, original_image_url, description }: Photo, name: string, isFirst: boolean) {
  const own = `${filesPath}${uid}`
  const sources = scaledSides.map(side => `${own}?w=${side} ${side}w`).join(', ')
  const source =
    original_image_url === null
      ? html`src="${own}?w=1024" srcset="${sources}" sizes="(min-width: 60rem) 38rem, 90vw"`
      : html`src="${original_image_url}"`
  const loading = isFirst ? html`fetchpriority="high"` : html`loading="lazy"`
  return html`<figure><img ${source} alt="${description || name}" ${loading}></figure>`
}

interface Head {
  title: string
  lang: string
  summary?: string | null
  canonical?: string | null
}

function page({ title, lang, summary, canonical }: Head, body: Html): string {
  const head = html`
    ${summary && html`<meta name="description" content="${summary.slice(0, 300)}">`}
    ${canonical && html`<link rel="canonical" href="${canonical}">`}`
  return htmlDocument({ title, lang, head, style: styleElement, body })
}
