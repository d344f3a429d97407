/** Page of the promo codes. */
import { usePromoCodeTranslations } from '../i18n/rates/translations.ts'
import { resourcePage } from '../resources/resource-page.tsx'
import { promoCodes } from './promo-codes.ts'

export const PromoCodesPage = resourcePage(promoCodes, usePromoCodeTranslations)
