/** What is wrong with an event, in words for the people who keep the calendar. */
export class EventProblem extends Error {}
