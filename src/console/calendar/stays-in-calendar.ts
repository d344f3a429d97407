/** Whether a form of the calendar is still there at another address: leads open beside it. */
export function staysInCalendar({ pathname }: URL): boolean {
  return pathname.endsWith('/calendar')
}
