/** Plural forms. */

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** Creates a message for a count, which replaces `#`. */
export function plural(language: string, forms: Forms): (count: number) => string {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return count => (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
}
