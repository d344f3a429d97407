/** The free dates of a property as HTML. Pure. */
import { type Html, html } from '../../../platform/html.ts'
import type { PageProperty } from '../../properties/direct-booking/direct-booking.ts'
import { type FreeDates, type MonthOfNights, monthsFrom, nextFreeDates } from './free-dates.ts'
import type { ShownPage } from './shown-page.ts'

const msPerDay = 86_400_000
const datesMax = 6
/** Small screens show the first two. */
const monthsShown = 4

const zone = { timeZone: 'UTC' } as const
const dayFormat = new Intl.DateTimeFormat('en-GB', {
  ...zone,
  weekday: 'short',
  day: 'numeric',
  month: 'short',
})
const monthFormat = new Intl.DateTimeFormat('en-GB', { ...zone, month: 'long', year: 'numeric' })

/** The next dates on which somebody may stay, and what a stay has to heed. */
export function freeDatesCard({ property, isFree, today }: ShownPage): Html {
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
        : html`<ol class="dates">${dates.map(freeDates)}</ol>`
    }
    <p class="note">${notes.join(' · ')}</p>
    <p class="note">To book, contact ${agencyLink(property)}.</p>
  </section>`
}

function agencyLink({ agency_name: name, agency_website: own, page }: PageProperty): Html | string {
  const website = page.website ?? own
  if (website === null || !/^https?:/i.test(website)) return name
  return html`<a href="${website}">${name}</a>`
}

function freeDates({ checkIn, checkOut }: FreeDates): Html {
  if (checkOut === null) return html`<li><span>From ${dayText(checkIn)}</span></li>`
  const nights = checkOut - checkIn
  return html`<li><span>${dayText(checkIn)} – ${dayText(checkOut)}</span>
      <small>${nights} ${nights === 1 ? 'night' : 'nights'}</small></li>`
}

/** The nights of the next months; what is taken is struck out, so that it needs no colour. */
export function calendarSection(shown: ShownPage): Html {
  const months = monthsFrom(shown.today, monthsShown)
  return html`<section class="calendar"><h2>Calendar</h2>
    <div class="months">${months.map(month => monthTable(month, shown))}</div>
    <p class="note"><s>Struck-out</s> nights are not available.</p>
  </section>`
}

const weekdays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']

function monthTable({ first, offset, days }: MonthOfNights, shown: ShownPage): Html {
  const cells = [
    ...Array.from({ length: offset }, () => html`<td></td>`),
    ...Array.from({ length: days }, (_, i) => nightCell(first + i, i + 1, shown)),
  ]
  const weeks = Array.from({ length: Math.ceil(cells.length / 7) }, (_, i) =>
    cells.slice(i * 7, i * 7 + 7),
  )
  return html`<table><caption>${monthFormat.format(first * msPerDay)}</caption>
      <thead><tr>${weekdays.map(day => html`<th scope="col">${day}</th>`)}</tr></thead>
      <tbody>${weeks.map(week => html`<tr>${week}</tr>`)}</tbody></table>`
}

function nightCell(night: number, number: number, { today, isFree }: ShownPage): Html {
  if (night < today) return html`<td class="past">${number}</td>`
  if (isFree[night - today]) return html`<td class="free">${number}</td>`
  return html`<td class="taken"><s>${number}</s></td>`
}

function dayText(day: number): string {
  return dayFormat.format(day * msPerDay).replace(',', '')
}

function hourText(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`
}
