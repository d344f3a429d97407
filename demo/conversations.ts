/** Messages between guests and the agency; `{…}` is replaced by data of the stay. */

export type Line = readonly [sender: 'GUEST' | 'AGENCY', text: string]

/** Conversations about inquiries, before anything is booked. */
export const inquiries: Line[][] = [
  [
    ['GUEST', 'Hello! Is {place} free from {arrival}? We are {guests} and stay {nights}.'],
    ['AGENCY', 'Hello {name}, it is. I have put together a quote for you: it holds for a week.'],
    ['GUEST', 'Thank you. I will talk to the others and come back to you.'],
  ],
  [
    ['GUEST', 'Could we bring our dog? He is old and sleeps most of the day.'],
    ['AGENCY', 'One dog is welcome, {name}; please keep him off the beds.'],
    ['GUEST', 'He will be told. Thank you!'],
  ],
  [
    ['GUEST', 'How far is it to the station, and is there a bus on Sundays?'],
    ['AGENCY', 'Fifteen minutes on foot. On Sundays the bus runs every hour, until eight.'],
  ],
  [
    ['GUEST', 'We would love to come in {month}. Is the price the same for {nights}?'],
    [
      'AGENCY',
      'From a week on it is five percent less. Shall I hold {place} for you until Friday?',
    ],
    ['GUEST', 'Yes please!'],
    ['AGENCY', 'Done. You will find the hold in your mail.'],
  ],
  [['GUEST', 'Is the garden fenced? We travel with two small explorers.']],
  [
    ['GUEST', 'I work from home some days. How fast is the internet at {place}?'],
    ['AGENCY', 'Around 100 megabit, measured last week. There is a desk with a view, too.'],
    ['GUEST', 'The view might be a problem. :)'],
  ],
]

/** Conversations about booked stays, before and during the stay. */
export const bookings: Line[][] = [
  [
    [
      'AGENCY',
      'Thank you for your booking, {name}. The door code follows the day before you arrive.',
    ],
    ['GUEST', 'Perfect. We arrive around seven in the evening.'],
    ['AGENCY', 'Then the lights will be on. Safe travels!'],
  ],
  [
    ['GUEST', 'Is there a cot, and how far is the next supermarket?'],
    ['AGENCY', 'The cot will be set up for you. The supermarket is ten minutes on foot.'],
    ['GUEST', 'Wonderful, thank you.'],
    ['AGENCY', 'Have a good journey!'],
  ],
  [
    ['AGENCY', 'Thank you for choosing {place}. Tell us when you expect to arrive on {arrival}.'],
    ['GUEST', 'Our flight lands at 14:20, so about four. Can we leave our bags earlier?'],
    ['AGENCY', 'Of course: the neighbour at number 12 takes them from noon on.'],
    ['GUEST', 'You think of everything.'],
  ],
  [['AGENCY', 'Thank you for your booking, {name}. We look forward to your stay from {arrival}.']],
  [
    ['GUEST', 'It is our tenth anniversary. Is there a restaurant that you would book for us?'],
    ['AGENCY', 'Congratulations! I have asked for a table by the window at the Lantern, at eight.'],
    ['GUEST', 'You are wonderful. Thank you, {agent}!'],
  ],
  [
    ['AGENCY', 'Dear {name}, is everything as it should be for {arrival}?'],
    ['GUEST', 'Almost: there will be one more of us. Is that possible?'],
    ['AGENCY', 'It is. I have made up the sofa bed and changed your booking.'],
  ],
  [
    ['GUEST', 'Could we check out at noon? Our train leaves at two.'],
    ['AGENCY', 'Nobody follows you that day, so yes. Just pull the door shut.'],
    ['GUEST', 'Great, that makes the last morning a slow one.'],
  ],
  [
    ['GUEST', 'Where do we park? The street looks narrow on the map.'],
    ['AGENCY', 'Left of the house, {name}. It fits one car; a second one stands at the church.'],
  ],
]

/** Messages that follow during a stay and after it. */
export const duringStay: Line[][] = [
  [
    ['GUEST', 'We are in, and it is lovely. How does one switch on the oven?'],
    ['AGENCY', 'Turn the left knob and wait for the clock to stop blinking. Enjoy the evening!'],
    ['GUEST', 'Dinner is saved. Thank you!'],
  ],
  [
    ['GUEST', 'The wifi does not know us. Is the password still the one in the folder?'],
    ['AGENCY', 'It has a capital at the start, sorry: the folder is older than the router.'],
    ['GUEST', 'That was it.'],
  ],
  [['AGENCY', 'Did you find everything, {name}? If anything is missing, write here at any hour.']],
]

export const afterStay: Line[][] = [
  [
    [
      'AGENCY',
      'Thank you for staying with us, {name}. You left the house as if nobody had been there.',
    ],
    ['GUEST', 'We would have stayed longer. Until next year!'],
  ],
  [
    ['GUEST', 'I think I left a grey scarf on the chair in the bedroom.'],
    ['AGENCY', 'Rosa found it. It will be in the mail tomorrow; is your address still the same?'],
    ['GUEST', 'It is. She is my hero.'],
  ],
  [['AGENCY', 'We hope you are home well, {name}. A few words about your stay would help others.']],
]
