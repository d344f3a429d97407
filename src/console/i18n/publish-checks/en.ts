/** English names of publish checks, and texts of the card that lists them on Today. */
export const publishChecks = {
  card: {
    title: 'Get ready for your first booking',
    text: 'Arrivals, departures and tasks appear here once a property can be booked.',
    ready: 'Ready for bookings',
    more: 'These steps help you to sell more.',
    all: 'Show all',
    start: 'Start set-up',
    resume: 'Continue set-up',
    hide: 'Hide',
  },
  severities: {
    SALE: 'Needed for bookings',
    LAW: 'May be required by law',
    QUALITY: 'Recommended',
  },
  checks: {
    PROPERTY_NONE: 'Add a property',
    CONTACT: 'Complete your contact details',
    MAIL_MISSING: 'Set up e-mail',
    TEAM_ALONE: 'Invite your team',
    BACKUP_NONE: 'Switch on backups: BACKUP_EVERY_HOURS',
    INACTIVE: 'Open the property for booking',
    PRICE_MISSING: 'Set a price',
    UNITS_MISSING: 'Activate a unit',
    NOT_BOOKABLE_DAYS: 'Allow arrivals on a day',
    PHOTOS_NONE: 'Add photos',
    DESCRIPTION: 'Write a description',
    ROOMS: 'Enter the beds',
    AMENITIES: 'Choose at least five amenities',
    COORDINATES: 'Place it on the map',
    CALENDAR_NONE: 'Connect a calendar',
  },
}

export type PublishCheckTranslations = typeof publishChecks
