/** Names of the languages of texts. */
import { useLocalization } from '../../i18n/translations.tsx'

/** Returns the name of a locale in the language of the user. */
export function useLanguageNames(): (locale: string) => string {
  const { locale: userLocale } = useLocalization()
  const names = new Intl.DisplayNames(userLocale, { type: 'language' })
  return locale => names.of(locale.replace('_', '-')) ?? locale
}
