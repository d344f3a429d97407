/** Page of the services. */
import { useServiceTranslations } from '../i18n/settings/translations.ts'
import { resourcePage } from '../resources/resource-page.tsx'
import { services } from './services.ts'

export const ServicesPage = resourcePage(services, useServiceTranslations)
