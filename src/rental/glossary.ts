/** What fields mean on the wire that many shapes have, by name, where the name does not say it. */
export const glossary = {}
