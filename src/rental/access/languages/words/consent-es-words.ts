import { html } from '../../../../platform/html.ts'
import type { ConsentWords } from './consent-en-words.ts'

export const consentEs: ConsentWords = {
  title: partner => `Conectar ${partner}`,
  ownTitle: 'Socios con acceso',
  asks: partner =>
    html`${partner} pide acceso a sus alojamientos. Inicie sesión para decidir qué puede ver y
      hacer.`,
  own:
    'Inicie sesión para ver qué socios tienen acceso a sus alojamientos, para cambiar lo que ' +
    'pueden hacer o para quitarles el acceso.',
  decline: 'Rechazar',
  approve: 'Aprobar',
  notAllowed:
    'Correo o contraseña incorrectos, o sin permiso. Necesita una cuenta de gestión para esto.',
  incorrect: 'Este enlace no es válido',
  noAddress: partner =>
    `Pida uno nuevo a ${partner}: su dirección de retorno no está registrada en este servidor.`,
  noClient: 'Pida uno nuevo al socio: su ID de cliente no está registrado en este servidor.',
  heading: (partner, agency) => `Conectar ${partner} con ${agency}`,
  replaces: partner => `Su elección sustituye al acceso actual de ${partner}.`,
  whoHas: agency => `Socios con acceso a ${agency}`,
  ownHeading: agency => `Socios con acceso a ${agency}`,
  partnerTitle: partner => `Acceso de ${partner}`,
  partnerHeading: (partner, agency) => `Acceso de ${partner} a ${agency}`,
  save: 'Guardar',
  back: 'Atrás',
  endAll: 'Quitar todo el acceso',
  endText: (partner, agency) =>
    `${partner} pierde el acceso a ${agency} y necesitará una nueva aprobación para reconectarse.`,
  nobody: 'Ningún socio tiene acceso.',
  properties: count => (count === 1 ? '1 alojamiento' : `${count} alojamientos`),
  change: 'Cambiar o quitar',
  changeOf: partner => `Cambiar o quitar el acceso de ${partner}`,
  what: partner => `¿Qué puede hacer ${partner}?`,
  keep: 'Mantener el acceso actual; solo lectura para los nuevos',
  readAndChange: 'Leer y editar: reservas, calendarios, precios, contenidos',
  readOnly: 'Solo lectura',
  personal: 'Datos personales de los huéspedes',
  seesPersonal: partner =>
    `${partner} puede ver nombres, correos electrónicos, números de teléfono y notas`,
  keepPersonal: 'Mantener el acceso actual',
  allPersonal: 'Nombres, correos electrónicos, teléfonos y notas en todos los alojamientos',
  noPersonal: 'Sin datos personales',
  which: '¿Qué alojamientos?',
  none: 'Aún no hay alojamientos',
  all: 'Todos los alojamientos de esta lista',
  hotel: 'todos sus tipos de unidad, también los futuros',
  since: day => `Desde el ${day}`,
  lastUsed: day => `último uso el ${day}`,
  neverUsed: 'nunca usado',
  deleted: 'un alojamiento eliminado',
  may: { READ: 'leer', READ_WRITE: 'leer y editar' },
  withPersonal: may => `${may}, con datos personales de los huéspedes`,
  nothingChosen: 'Elija al menos un alojamiento.',
  noLonger: 'Este socio ya no tiene acceso.',
  ended: partner => `${partner} ya no tiene acceso.`,
  saved: partner => `Guardado para ${partner}.`,
}
