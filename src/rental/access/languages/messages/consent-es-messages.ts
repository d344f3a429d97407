import { html } from '../../../../platform/web/html.ts'
import type { ConsentMessages } from './consent-en-messages.ts'

export const consentEs: ConsentMessages = {
  connectTitle: partner => `Conectar ${partner}`,
  overviewTitle: 'Socios con acceso',
  connectIntro: partner =>
    html`${partner} pide acceso a sus alojamientos. Inicie sesión para decidir qué puede ver y
      hacer.`,
  overviewIntro:
    'Inicie sesión para ver qué socios tienen acceso a sus alojamientos, para cambiar lo que ' +
    'pueden hacer o para quitarles el acceso.',
  decline: 'Rechazar',
  approve: 'Aprobar',
  notAllowed:
    'Correo o contraseña incorrectos, o sin permiso. Necesita una cuenta de gestión para esto.',
  invalidLink: 'Este enlace no es válido',
  unregisteredRedirect: partner =>
    `Pida uno nuevo a ${partner}: su dirección de retorno no está registrada en este servidor.`,
  unknownClient: 'Pida uno nuevo al socio: su ID de cliente no está registrado en este servidor.',
  connectHeading: (partner, agency) => `Conectar ${partner} con ${agency}`,
  replacesAccess: partner => `Su elección sustituye al acceso actual de ${partner}.`,
  partnersHeading: agency => `Socios con acceso a ${agency}`,
  overviewHeading: agency => `Socios con acceso a ${agency}`,
  partnerTitle: partner => `Acceso de ${partner}`,
  partnerHeading: (partner, agency) => `Acceso de ${partner} a ${agency}`,
  save: 'Guardar',
  back: 'Atrás',
  removeAccess: 'Quitar todo el acceso',
  removeAccessNote: (partner, agency) =>
    `${partner} pierde el acceso a ${agency} y necesitará una nueva aprobación para reconectarse.`,
  noPartners: 'Ningún socio tiene acceso.',
  propertyCount: count => (count === 1 ? '1 alojamiento' : `${count} alojamientos`),
  changeAccess: 'Cambiar o quitar',
  changeAccessOf: partner => `Cambiar o quitar el acceso de ${partner}`,
  accessLegend: partner => `¿Qué puede hacer ${partner}?`,
  keepAccess: 'Mantener el acceso actual; solo lectura para los nuevos',
  readAndChange: 'Leer y editar: reservas, calendarios, precios, contenidos',
  readOnly: 'Solo lectura',
  personalDataLegend: 'Datos personales de los huéspedes',
  seesPersonal: partner =>
    `${partner} puede ver nombres, correos electrónicos, números de teléfono y notas`,
  keepPersonal: 'Mantener el acceso actual',
  allPersonal: 'Nombres, correos electrónicos, teléfonos y notas en todos los alojamientos',
  noPersonal: 'Sin datos personales',
  objectsLegend: '¿Qué alojamientos?',
  noObjects: 'Aún no hay alojamientos',
  allObjects: 'Todos los alojamientos de esta lista',
  hotelRemark: 'todos sus tipos de unidad, también los futuros',
  since: day => `Desde el ${day}`,
  lastUsed: day => `último uso el ${day}`,
  neverUsed: 'nunca usado',
  deletedObject: 'un alojamiento eliminado',
  may: { READ: 'leer', READ_WRITE: 'leer y editar' },
  withPersonal: may => `${may}, con datos personales de los huéspedes`,
  accessMail: {
    subject: (partner, agency) => `${partner} tiene ahora acceso a ${agency}`,
    intro: (grantor, partner, agency) =>
      `${grantor} ha dado a ${partner} nuevo acceso a ${agency}:`,
    more: count => `y ${count} más`,
    footer: url =>
      `Revisar, cambiar o retirar el acceso: ${url}\n` +
      'Si fue un error, retire allí el acceso y restablezca la contraseña de la cuenta que lo dio.',
    operator: 'El operador del servidor',
  },
  nothingChosen: 'Elija al menos un alojamiento.',
  alreadyRemoved: 'Este socio ya no tiene acceso.',
  accessRemoved: partner => `${partner} ya no tiene acceso.`,
  accessSaved: partner => `Guardado para ${partner}.`,
}
