const stayNights = 2

/** What is sent to book a stay that begins so many days from now. */
export function bookingOf(agencyUid: string, propertyUid: string, day: number): string {
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
