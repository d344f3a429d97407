/** HTML of the free dates of a property. Pure. */
import { type Html, html } from '../../../platform/web/html.ts'
import type { PageProperty } from '../../properties/direct-booking/direct-booking.ts'
import type { BookingPageContent } from './booking-page.ts'
import { type FreeDates, type MonthOfNights, monthsFrom, nextFreeDates } from './free-dates.ts'

const msPerDay = 86_400_000
/** Maximum number of free dates in the list. */
const datesMax = 6
/** Number of months in the calendar. Small screens show the first two. */
const monthsCount = 4

const utc = { timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  ...utc,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const monthFormat = new Intl.DateTimeFormat('en-GB', { ...utc, month: 'long', year: 'numeric' })

/** Renders the next free dates and the rules of a stay. */
export function freeDatesCard({ property, isFree, today }: BookingPageContent): Html {
  const { minimum_stay, check_in_time_start, check_out_time } = property
  const nightsMin = Math.max(1, minimum_stay ?? 1)
  const dates = nextFreeDates(isFree, { from: today, nightsMin, max: datesMax })
  const notes = [
    ...(nightsMin > 1 ? [`Minimum stay: ${nightsMin} nights`] : []),
    `Check-in from ${hourText(check_in_time_start)}, check-out by ${hourText(check_out_time)}`,
  ]
  return html`<section class="card"><h2>Next free dates</h2>
    ${
      dates.length === 0
        ? html`<p>No free dates in the next 12 months.</p>`
        : html`<ol class="dates">${dates.map(freeDatesItem)}</ol>`
    }
    <p class="note">${notes.join(' · ')}</p>
    <p class="note">To book, contact ${agencyLink(property)}.</p>
  </section>`
}

function agencyLink({ agency_name: name, agency_website, page }: PageProperty): Html | string {
  const website = page.website ?? agency_website
  // Other schemes, such as `javascript:`, must not become links.
  if (website === null || !/^https?:/i.test(website)) return name
  return html`<a href="${website}">${name}</a>`
}

function freeDatesItem({ checkIn, checkOut }: FreeDates): Html {
  if (checkOut === null) return html`<li><span>From ${dayText(checkIn)}</span></li>`
  const nights = checkOut - checkIn
  return html`<li><span>${dayText(checkIn)} – ${dayText(checkOut)}</span>
      <small>${nights} ${nights === 1 ? 'night' : 'nights'}</small></li>`
}

/**
 * Renders the nights of the next months. Occupied nights are struck out, so that the meaning does
 * not depend on colour.
 */
export function calendarSection(content: BookingPageContent): Html {
  const months = monthsFrom(content.today, monthsCount)
  return html`<section class="calendar"><h2>Calendar</h2>
    <div class="months">${months.map(month => monthTable(month, content))}</div>
    <p class="note"><s>Struck-out</s> nights are not available.</p>
  </section>`
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

function monthTable({ firstDay, offset, days }: MonthOfNights, content: BookingPageContent): Html {
  const cells = [
    ...Array.from({ length: offset }, () => html`<td></td>`),
    ...Array.from({ length: days }, (_, i) => nightCell(firstDay + i, i + 1, content)),
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) =>
    cells.slice(i * 7, i * 7 + 7),
  )
  return html`<table><caption>${monthFormat.format(firstDay * msPerDay)}</caption>
      <thead><tr>${weekdays.map(day => html`<th scope="col">${day}</th>`)}</tr></thead>
      <tbody>${weeks.map(week => html`<tr>${week}</tr>`)}</tbody></table>`
}

function nightCell(night: number, dayOfMonth: number, { today, isFree }: BookingPageContent): Html {
  if (night < today) return html`<td class="past">${dayOfMonth}</td>`
  if (isFree[night - today]) return html`<td class="free">${dayOfMonth}</td>`
  return html`<td class="taken"><s>${dayOfMonth}</s></td>`
}

function dayText(day: number): string {
  return dayFormat.format(day * msPerDay).replace(',', '')
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
