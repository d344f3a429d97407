/** Plural forms. */

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>

/** Creates a message for a count, which replaces `#`. */
export function plural(language: string, forms: Forms): (count: number) => string {
  return count => {
    const { rules, numbers } = formatsOf(language)
    return (forms[rules.select(count)] ?? forms.other).replace('#', numbers.format(count))
  }
}

interface Formats {
  rules: Intl.PluralRules
  numbers: Intl.NumberFormat
}

const formatsByLanguage = new Map<string, Formats>()

/** Returns the formats of a language, created on first use, which is slow. */
function formatsOf(language: string): Formats {
  let formats = formatsByLanguage.get(language)
  if (!formats) {
    formats = { rules: new Intl.PluralRules(language), numbers: new Intl.NumberFormat(language) }
    formatsByLanguage.set(language, formats)
  }
  return formats
}
