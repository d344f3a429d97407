/** Page of the service providers. */
import { useProviderTranslations } from '../i18n/settings/translations.ts'
import { resourcePage } from '../resources/resource-page.tsx'
import { providers } from './providers.ts'

export const ProvidersPage = resourcePage(providers, useProviderTranslations)
