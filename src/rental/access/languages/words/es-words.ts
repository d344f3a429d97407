import { html } from '../../../../platform/html.ts'
import type { PlainWords } from './en-words.ts'

export const es: PlainWords = {
  locale: 'es',
  email: 'Correo electrónico',
  password: 'Contraseña',
  backToSignIn: 'Volver al inicio de sesión',
  refused: {
    title: 'Rechazado',
    heading: 'Ahora no es posible',
    foreignHeading: 'Este formulario viene de otra dirección',
    foreign: publicUrl =>
      `Solo se aceptan formularios de las páginas de ${publicUrl}. Si es ahí adonde quería ir, ` +
      'abra esa dirección; si el servidor se conoce por otra, quien lo administra tiene que ' +
      'indicarlo (PUBLIC_URL).',
    tooMany: seconds => `Demasiados intentos fallidos. Inténtelo de nuevo dentro de ${seconds} s.`,
    busy: seconds => `El servidor está ocupado. Inténtelo de nuevo dentro de ${seconds} s.`,
    ended: 'Su sesión ha terminado. Inicie sesión de nuevo.',
    noAccess: 'No tiene acceso a esta agencia.',
    other: 'El servidor no lo acepta.',
  },
  signIn: {
    title: 'Iniciar sesión',
    intro: 'Para ocuparse de sus alojamientos y huéspedes.',
    submit: 'Iniciar sesión',
    forgotten: '¿Ha olvidado la contraseña?',
    wrong: 'El correo electrónico o la contraseña no son correctos.',
    again: 'Inicie sesión de nuevo.',
  },
  agency: {
    title: '¿Para qué agencia?',
    intro: 'Más tarde puede cambiar a otra.',
  },
  forgotten: {
    title: '¿Ha olvidado la contraseña?',
    intro: 'Le enviamos un enlace para elegir otra.',
    submit: 'Enviar el enlace',
    noMail:
      'Este servidor no envía correos. Pida un enlace nuevo a la administración de su agencia, o ' +
      'una contraseña nueva a quien administra el servidor.',
    sentTitle: 'Mire su correo',
    sent:
      'Si alguien con esta dirección trabaja aquí, hay un enlace en camino. Sirve una sola vez y ' +
      'durante una hora.',
    tooMany: seconds =>
      `Se han pedido demasiados enlaces. Inténtelo de nuevo dentro de ${seconds} s.`,
  },
  welcome: {
    title: 'Elegir una contraseña',
    intro: 'Elija la contraseña con la que iniciará sesión a partir de ahora.',
    newPassword: 'Contraseña nueva',
    length: '(10 caracteres o más)',
    submit: 'Guardar e iniciar sesión',
    wrongLength: (min, max) => `Una contraseña tiene de ${min} a ${max} caracteres.`,
    goneHeading: 'Este enlace ya no sirve',
    gone:
      'Ya se ha usado, ha caducado o se ha enviado otro desde entonces. Pida uno nuevo, o ' +
      'solicítelo a la administración de su agencia.',
  },
  account: {
    title: 'Su cuenta',
    hello: firstName => `Hola, ${firstName}`,
    toConsole: 'A la consola',
    signOut: 'Cerrar sesión',
    you: 'Usted',
    name: 'Nombre',
    role: 'Función',
    roles: {
      ADMIN: 'Administración',
      MANAGER: 'Gestión',
      STAFF: 'Equipo',
      CLEANER: 'Limpieza',
      READ_ONLY: 'Solo lectura',
    },
    agency: 'Su agencia',
    timeZone: 'Zona horaria',
    currency: 'Moneda',
    switchTo: 'Cambiar a otra agencia',
    switch: 'Cambiar de agencia',
    sessions: 'Dónde tiene la sesión abierta',
    thisBrowser: 'Este navegador',
    unknownBrowser: 'Navegador desconocido',
    browserOn: (browser, system) => `${browser} en ${system}`,
    unknownAddress: 'Dirección desconocida',
    lastUsed: when => `último uso: ${when}`,
    end: 'Cerrar',
    endOf: device => `Cerrar la sesión de ${device}`,
    ended: 'La sesión está cerrada.',
    changePassword: 'Cambiar la contraseña',
    changeIntro: 'Después se cierra la sesión en todos los demás sitios.',
    currentPassword: 'Contraseña actual',
    change: 'Cambiar la contraseña',
    changed: 'Su contraseña ha cambiado. La sesión está cerrada en todos los demás sitios.',
    wrongPassword: 'La contraseña actual no es correcta.',
  },
  firstSteps: {
    title: 'Su agencia aún no tiene alojamientos',
    property: call => html`Añadir un alojamiento: ${call} con su nombre y dirección.`,
    prices: call => html`Ponerle precios: ${call}.`,
    calendars: call => html`Conectar los calendarios de los portales donde se anuncia: ${call}.`,
    staff: call => html`Invitar a quienes trabajan con usted: ${call}.`,
    reference: 'Leer cómo funciona cada paso',
  },
  noScript: account => html`La consola necesita JavaScript. Su cuenta está en ${account}.`,
  mails: {
    hello: firstName => `Hola, ${firstName}:`,
    invitation: agency => `Su acceso a ${agency}`,
    invited: agency =>
      `${agency} le ha invitado a Lodgepole, donde gestiona sus alojamientos.\n` +
      'Elija aquí una contraseña; el enlace sirve una sola vez y durante una semana:',
    reset: agency => `Una contraseña nueva para ${agency}`,
    asked: agency =>
      `Alguien, probablemente usted, ha pedido una contraseña nueva para ${agency}.\n` +
      'Elíjala aquí; el enlace sirve una sola vez y durante una hora:',
    notYou: 'Si no ha sido usted, no tiene que hacer nada: su contraseña sigue siendo la misma.',
  },
}
