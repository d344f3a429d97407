/** Spanish names of publish checks, for the set-up and the editor of a property. */
import type { PublishCheckTranslations } from './en.ts'

export const publishChecks: PublishCheckTranslations = {
  severities: {
    SALE: 'Necesario para reservar',
    LAW: 'Puede ser obligatorio',
    QUALITY: 'Recomendado',
  },
  checks: {
    PROPERTY_NONE: 'Añadir un alojamiento',
    CONTACT: 'Completar sus datos de contacto',
    MAIL_MISSING: 'Configurar el correo',
    TEAM_ALONE: 'Invitar a su equipo',
    BACKUP_NONE: 'Activar las copias de seguridad: BACKUP_EVERY_HOURS',
    INACTIVE: 'Abrir el alojamiento a reservas',
    PRICE_MISSING: 'Fijar un precio',
    UNITS_MISSING: 'Activar una unidad',
    NOT_BOOKABLE_DAYS: 'Permitir un día de llegada',
    PHOTOS_NONE: 'Añadir fotos',
    DESCRIPTION: 'Escribir una descripción',
    ROOMS: 'Indicar las camas',
    AMENITIES: 'Elegir al menos cinco servicios',
    COORDINATES: 'Situarlo en el mapa',
    CALENDAR_NONE: 'Conectar un calendario',
  },
}
