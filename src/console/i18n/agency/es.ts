/** Spanish translations of the settings of the agency. */
import type { AgencyTranslations } from './en.ts'

export const agency: AgencyTranslations = {
  agency: 'Agencia',
  booking: 'Reglas de reserva',
  privacy: 'Privacidad',
  email: {
    title: 'Correo',
    state: 'Estado del correo',
    missing:
      'Este servidor no envía correos. Los mensajes a huéspedes esperan en la bandeja de ' +
      'salida y las invitaciones son enlaces que se copian.',
    settings:
      'Añada estas líneas, con su servidor de correo, al archivo de configuración del ' +
      'servidor, /etc/lodgepole/env o .env:',
    restart:
      'Reinicie después el servidor. Las líneas contienen una contraseña y por eso no se ' +
      'configuran aquí.',
    ready: 'Este servidor envía correos: mensajes a huéspedes, invitaciones y avisos.',
    sender: 'Remitente',
    host: 'Servidor de correo',
    test: 'Enviarme una prueba',
    testText: 'Como máximo cinco pruebas por hora.',
    sent: (email, seconds) =>
      `Enviado a ${email} en ${seconds}. Si no llega, mire en la carpeta de spam.`,
    notSent: seconds => `No se envió tras ${seconds}. Respuesta del servidor de correo:`,
    tooMany: when => `Se permiten cinco pruebas por hora. Inténtelo de nuevo ${when}.`,
  },
  bookingPages: {
    fields: {
      dbsEnabled: 'Los alojamientos pueden tener una página de reservas',
      website: 'Sitio web',
    },
    hints: { website: 'Vacío: la dirección de este servidor' },
  },
  sections: {
    bookingPages: 'Páginas de reservas',
    contact: 'Nombre y contacto',
    address: 'Dirección',
    region: 'Moneda y zona horaria',
    stays: 'Valores para alojamientos nuevos',
    requests: 'Solicitudes',
    holds: 'Prerreservas, presupuestos y consultas',
    retention: 'Conservación',
  },
  fields: {
    name: 'Nombre de su negocio',
    agencyEmailAddress: 'Correo electrónico',
    phoneNumber: 'Teléfono',
    website: 'Sitio web',
    address1: 'Calle y número',
    zipCode: 'Código postal',
    city: 'Ciudad',
    state: 'Provincia o región',
    countryCode: 'País',
    currency: 'Moneda',
    timeZone: 'Zona horaria',
    defaultCheckInTime: 'Entrada desde',
    defaultCheckOutTime: 'Salida hasta',
    rentalCondition: 'Condiciones de alquiler',
    requestNeedsConfirmation: 'Confirmar usted mismo las solicitudes',
    requestHours: 'Plazo para responder a una solicitud',
    paymentHours: 'Plazo para pagar tras la aprobación',
    holdHours: 'Duración de una prerreserva',
    quoteValidityHours: 'Validez de un presupuesto',
    inquiryResponseHours: 'Plazo para responder a una consulta',
    personalDataRetentionDays: 'Datos de huéspedes, en días',
    messageRetentionDays: 'Mensajes, en días',
  },
  hints: {
    currency:
      'Los alojamientos existentes conservan su moneda. Recargue después las demás páginas ' +
      'abiertas.',
    requestHours: '0: sin límite',
    paymentHours: '0: sin límite',
    holdHours: 'Por defecto 24 h, como máximo 720 h',
    quoteValidityHours: 'Por defecto 168 h',
    inquiryResponseHours: 'Por defecto 24 h',
    personalDataRetentionDays:
      'Tras la salida. 0: sin límite. Los más antiguos se borran cada noche, de forma definitiva.',
    messageRetentionDays:
      '0: sin límite. Los más antiguos se borran cada noche, de forma definitiva.',
  },
}
