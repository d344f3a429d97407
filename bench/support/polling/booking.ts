const stayNights = 2

/** Returns the body of a booking that begins a number of days from now. */
export function bookingBody(agencyUid: string, propertyUid: string, day: number): string {
  const checkIn = Temporal.Now.plainDateISO('UTC').add({ days: day })
  return JSON.stringify({
    agencyUid,
    propertyUid,
    status: 'BOOKED',
    checkInLocalDate: checkIn.toString(),
    checkOutLocalDate: checkIn.add({ days: stayNights }).toString(),
    guestInformation: {
      firstName: 'Ada',
      lastName: 'Byron',
      email: 'ada@example.org',
      adultCount: 2,
    },
  })
}
