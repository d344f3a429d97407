/** HTML of the booking page of a property, without scripts: contract/resources.md §7. Pure. */
import { createHash } from 'node:crypto'
import { Html, html, htmlDocument } from '../../../platform/web/html.ts'
import { acceptedLanguages } from '../../../platform/web/languages.ts'
import { type ContentSources, robotsSource } from '../../../platform/web/pages.ts'
import type { PageProperty } from '../../properties/direct-booking/direct-booking.ts'
import { pageUrl } from '../../properties/direct-booking/page-url.ts'
import { filesPath, scaledSides } from '../../properties/photos/photo.ts'
import type { Photo } from '../../properties/photos/photos.ts'
import type { PropertyDescription } from '../../properties/property-descriptions/property-descriptions.ts'
import type { BookingPageContent } from './booking-page.ts'
import { style } from './booking-page-style.ts'
import { calendarSection, freeDatesCard } from './free-dates-html.ts'

const styleElement = new Html(`<style>${style}</style>`)
const styleHash = createHash('sha256').update(style).digest('base64')

/** Returns the content sources that the policy of a page allows. */
export function pageSources(photos: Pick<Photo, 'original_image_url'>[]): ContentSources {
  return {
    'style-src': `'sha256-${styleHash}'`,
    'connect-src': robotsSource,
    'img-src': ["'self'", 'data:', ...listOrigins(photos)].join(' '),
  }
}

/**
 * Returns the origins of photos. Origins with characters that are special in a policy are left out.
 */
function listOrigins(photos: Pick<Photo, 'original_image_url'>[]): string[] {
  const urls = photos.flatMap(({ original_image_url: url }) => (url === null ? [] : [url]))
  const origins = urls.map(url => (URL.canParse(url) ? new URL(url).origin : ''))
  return [...new Set(origins)].filter(origin => /^https?:\/\/[a-z0-9.-]+(:\d+)?$/.test(origin))
}

/** Renders a page with only a title and a text, such as an error. */
export function messagePage(title: string, text: string): string {
  return renderDocument(
    { title, lang: 'en' },
    html`<main class="message"><h1>${title}</h1><p>${text}</p></main>`,
  )
}

export interface PageOptions {
  publicUrl: string
  /** `Accept-Language` of the request. */
  languages: string | undefined
}

/** Renders the page of a property, with texts in the language that the visitor prefers. */
export function renderBookingPage(
  content: BookingPageContent,
  { publicUrl, languages }: PageOptions,
): string {
  const { property, photos, descriptions } = content
  const description = findDescription(descriptions, languages)
  const name = description?.name || property.name
  const place = locationText(property)
  const summary = description?.short_summary || description?.summary || `${name}, ${place}`
  const canonical = pageUrl(property.page, publicUrl)
  return renderDocument(
    { title: `${name} – ${property.agency_name}`, lang: 'en', summary, canonical },
    html`<header class="top"><p>${property.agency_name}</p></header>
    <main>
      <div class="title">
        <h1${langAttribute(description)}>${name}</h1>
        <p class="place">${place}</p>
      </div>
      ${gallery(photos, name)}
      <div class="columns">
        <div class="texts">
          ${featureList(property)}
          ${descriptionTexts(description)}
          ${calendarSection(content)}
        </div>
        <aside>${freeDatesCard(content)}</aside>
      </div>
    </main>
    <footer><p>${property.agency_name}</p></footer>`,
  )
}

/** Returns the description in the first accepted language that has one, else the first one. */
function findDescription(
  descriptions: PropertyDescription[],
  languages: string | undefined,
): PropertyDescription | undefined {
  for (const accepted of acceptedLanguages(languages)) {
    const tag = accepted.replaceAll('-', '_')
    const sameLocale = descriptions.find(({ locale }) => locale.toLowerCase() === tag)
    const language = tag.split('_')[0]
    const match = sameLocale ?? descriptions.find(({ locale }) => locale.split('_')[0] === language)
    if (match) return match
  }
  return descriptions[0]
}

function langAttribute(description: PropertyDescription | undefined): Html | null {
  return description ? html` lang="${description.locale.replace('_', '-')}"` : null
}

const countries = new Intl.DisplayNames('en', { type: 'region' })

function locationText({ city, state, country_code }: PageProperty): string {
  const country = country_code === null ? null : countries.of(country_code)
  return [city, state, country].filter(Boolean).join(', ')
}

function featureList(property: PageProperty): Html {
  const { max_guests, bedrooms, beds, bathrooms } = property
  const countText = (number: number, singular: string) =>
    `${number} ${number === 1 ? singular : `${singular}s`}`
  const features = [
    countText(max_guests, 'guest'),
    ...(bedrooms > 0 ? [countText(bedrooms, 'bedroom')] : []),
    ...(beds > 0 ? [countText(beds, 'bed')] : []),
    ...(Number(bathrooms) > 0 ? [countText(Number(bathrooms), 'bathroom')] : []),
  ]
  return html`<ul class="facts">${features.map(feature => html`<li>${feature}</li>`)}</ul>`
}

/** Texts of a description that have a heading. */
const sections: [column: keyof PropertyDescription, heading: string][] = [
  ['space', 'The space'],
  ['neighbourhood', 'The neighbourhood'],
  ['transit', 'Getting around'],
  ['interaction', 'Your hosts'],
  ['notes', 'Good to know'],
]

/**
 * Renders the texts that guests may read before booking, without access instructions and the house
 * manual.
 */
function descriptionTexts(description: PropertyDescription | undefined): Html | null {
  if (!description) return null
  const { short_summary, summary } = description
  return html`<div${langAttribute(description)}>
    ${short_summary && html`<p class="lead">${short_summary}</p>`}
    ${summary && summary !== short_summary && html`<p class="text">${summary}</p>`}
    ${sections.map(([column, heading]) => {
      const text = description[column] as string | null
      return (
        text && html`<section><h2 lang="en">${heading}</h2><p class="text">${text}</p></section>`
      )
    })}
  </div>`
}

const initialPhotosMax = 5

function gallery(photos: Photo[], name: string): Html | null {
  if (photos.length === 0) return null
  const initialPhotos = photos.slice(0, initialPhotosMax)
  const morePhotos = photos.slice(initialPhotosMax)
  const morePictures = morePhotos.map(photo => picture(photo, name, { isFirst: false }))
  return html`<div class="gallery n${initialPhotos.length}">${initialPhotos.map((photo, i) =>
    picture(photo, name, { isFirst: i === 0 }),
  )}</div>
      ${
        morePhotos.length > 0 &&
        html`<details class="more"><summary>Show ${morePhotos.length} more ${
          morePhotos.length === 1 ? 'photo' : 'photos'
        }</summary><div>${morePictures}</div></details>`
      }`
}

/**
 * Renders a photo: from its original URL or, if it is stored on this server, in several sizes. The
 * first photo is loaded with priority.
 */
function picture(
  { uid, original_image_url, description }: Photo,
  name: string,
  { isFirst }: { isFirst: boolean },
) {
  const storedUrl = `${filesPath}${uid}`
  const sources = scaledSides.map(side => `${storedUrl}?w=${side} ${side}w`).join(', ')
  const source =
    original_image_url === null
      ? html`src="${storedUrl}?w=1024" srcset="${sources}" sizes="(min-width: 60rem) 38rem, 90vw"`
      : html`src="${original_image_url}"`
  const loading = isFirst ? html`fetchpriority="high"` : html`loading="lazy"`
  return html`<figure><img ${source} alt="${description || name}" ${loading}></figure>`
}

/** Maximum length of the description in the head of a page. */
const metaDescriptionMax = 300

interface Head {
  title: string
  lang: string
  summary?: string | null
  canonical?: string | null
}

function renderDocument({ title, lang, summary, canonical }: Head, body: Html): string {
  const description = summary?.slice(0, metaDescriptionMax) ?? null
  const head = canonical ? html`<link rel="canonical" href="${canonical}">` : null
  return htmlDocument({ title, lang, description, head, style: styleElement, body })
}
