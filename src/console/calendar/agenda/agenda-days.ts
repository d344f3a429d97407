/** How many nights of each property the list shows. */
export const agendaDays = 14
