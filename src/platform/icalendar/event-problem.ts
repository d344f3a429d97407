/** A fault of an event, worded for the people who keep the calendar. */
export class EventProblem extends Error {}
