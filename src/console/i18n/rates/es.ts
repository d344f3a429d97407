/** Spanish translations of the pages of rates. */
import type { PromoCodeTranslations } from './en.ts'

export const promoCodes: PromoCodeTranslations = {
  one: 'Código promocional',
  many: 'Códigos promocionales',
  add: 'Añadir código promocional',
  empty: 'Los códigos promocionales dan a los huéspedes un descuento en reservas directas.',
  sections: { code: 'Código', discount: 'Descuento', limits: 'Límites' },
  fields: {
    code: 'Código',
    description: 'Descripción',
    propertyUid: 'Alojamiento',
    isActive: 'Activo',
    discountType: 'Tipo',
    discountAmount: 'Descuento',
    currency: 'Moneda',
    redeemByDate: 'Canjeable hasta',
    stayFromDate: 'Llegada desde',
    stayToDate: 'Salida hasta',
    minimumNights: 'Noches mínimas',
    maximumRedemptions: 'Usos máximos',
  },
  hints: {
    propertyUid: 'Dejar vacío para todos los alojamientos',
    maximumRedemptions: 'Dejar vacío para no limitar',
  },
  columns: { discount: 'Descuento', used: 'Usado', status: 'Estado' },
  values: { PERCENT: 'Porcentaje', AMOUNT: 'Importe', true: 'Activo', false: 'Inactivo' },
  bulk: { activate: 'Activar', deactivate: 'Desactivar' },
}
