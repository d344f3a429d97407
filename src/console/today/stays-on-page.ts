/** A row of the page keeps what is typed as long as the row is there. */
export const staysOnPage = ({ pathname }: URL): boolean => pathname === location.pathname
