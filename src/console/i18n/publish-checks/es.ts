/** Spanish names of publish checks, and texts of the card that lists them on Today. */
import type { PublishCheckTranslations } from './en.ts'

export const publishChecks: PublishCheckTranslations = {
  card: {
    title: 'Todo listo para la primera reserva',
    text: 'Las llegadas, salidas y tareas aparecen aquí cuando un alojamiento se puede reservar.',
    ready: 'Listo para recibir reservas',
    more: 'Estos pasos ayudan a vender más.',
    all: 'Mostrar todo',
    start: 'Empezar la configuración',
    resume: 'Seguir con la configuración',
    hide: 'Ocultar',
  },
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
