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
  notAllowed: 'Este correo y esta contraseña no son de alguien que pueda decidirlo.',
  incorrect: 'Esta solicitud no es correcta',
  noAddress: 'la dirección de vuelta no está registrada',
  noClient: 'el socio no es conocido',
  heading: (partner, agency) => `Conectar ${partner} con ${agency}`,
  replaces: partner => `Lo que elija sustituye a lo que ${partner} podía hacer hasta ahora.`,
  whoHas: agency => `Quién tiene acceso a ${agency}`,
  ownHeading: agency => `Socios con acceso a ${agency}`,
  partnerTitle: partner => `Acceso de ${partner}`,
  partnerHeading: (partner, agency) => `Qué puede hacer ${partner} en ${agency}`,
  save: 'Guardar',
  back: 'Atrás',
  endAll: 'Quitar todo el acceso',
  endText: (partner, agency) =>
    `${partner} ya no verá nada de ${agency} y necesitará una nueva aprobación para volver.`,
  nobody: 'Ningún socio tiene acceso.',
  properties: count => (count === 1 ? '1 alojamiento' : `${count} alojamientos`),
  change: 'Cambiar o quitar',
  changeOf: partner => `Cambiar o quitar el acceso de ${partner}`,
  what: partner => `¿Qué puede hacer ${partner} allí?`,
  keep: 'En cada alojamiento, lo que puede ahora; en los demás, leer',
  readAndChange: 'Leer y cambiar: reservas, calendarios, precios, contenidos',
  readOnly: 'Solo leer',
  personal: 'Datos personales de los huéspedes',
  seesPersonal: partner =>
    `${partner} puede ver nombres, correos electrónicos, números de teléfono y notas`,
  keepPersonal: partner => `${partner} puede verlos donde puede ahora`,
  allPersonal: 'En todas partes nombres, correos electrónicos, números de teléfono y notas',
  noPersonal: 'En ninguna parte',
  which: '¿Qué alojamientos?',
  none: 'Aún no hay alojamientos.',
  all: 'Todos los alojamientos de esta lista',
  hotel: 'todos sus tipos de habitación, también los futuros',
  since: day => `Desde el ${day}`,
  lastUsed: day => `último uso el ${day}`,
  neverUsed: 'nunca usado',
  deleted: 'uno eliminado',
  may: { READ: 'leer', READ_WRITE: 'leer y cambiar' },
  withPersonal: may => `${may}, con datos personales de los huéspedes`,
  nothingChosen: 'Elija al menos un alojamiento.',
  noLonger: 'Este socio ya no tiene acceso.',
  ended: partner => `${partner} ya no tiene acceso.`,
  saved: partner => `Guardado para ${partner}.`,
}
