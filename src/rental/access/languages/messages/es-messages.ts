import { html } from '../../../../platform/web/html.ts'
import type { PlainMessages } from './en-messages.ts'

export const es: PlainMessages = {
  locale: 'es',
  description: 'Calendario, precios, reservas y huéspedes de sus alojamientos vacacionales.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  backToSignIn: 'Volver al inicio de sesión',
  errors: {
    title: 'No es posible',
    heading: 'No ha funcionado',
    laterHeading: 'Inténtelo más tarde',
    wrongAddressHeading: 'Abierto desde una dirección equivocada',
    wrongAddress: publicUrl =>
      `Este servidor solo acepta formularios de ${publicUrl}. Abra esa dirección e inténtelo de ` +
      'nuevo. Si su servidor tiene otra dirección, pida a su operador que configure PUBLIC_URL.',
    tooMany: seconds =>
      `Demasiados intentos fallidos. Inténtelo de nuevo dentro de ${seconds} segundos.`,
    busy: seconds => `El servidor está ocupado. Inténtelo de nuevo dentro de ${seconds} segundos.`,
    ended: 'Su sesión ha terminado. Inicie sesión de nuevo.',
    agencyDisabled: 'Esta agencia está desactivada. Contacte con el operador de este servidor.',
    noAccess: 'No tiene acceso a esta agencia.',
    otherError: 'Vuelva atrás e inténtelo de nuevo.',
  },
  unknownPage: {
    title: 'Página no encontrada',
    text: 'Compruebe la dirección.',
    toConsole: 'Abrir la consola',
  },
  signIn: {
    title: 'Iniciar sesión',
    heading: 'Iniciar sesión en Lodgepole',
    submit: 'Iniciar sesión',
    forgotten: '¿Ha olvidado la contraseña?',
    wrong: 'El correo electrónico o la contraseña no son correctos.',
    again: 'Inicie sesión de nuevo.',
  },
  agency: {
    title: 'Elegir una agencia',
    intro: 'Más tarde puede cambiar a otra.',
  },
  forgotten: {
    title: '¿Ha olvidado la contraseña?',
    intro: 'Le enviaremos un enlace para elegir una contraseña nueva.',
    submit: 'Enviar el enlace',
    noMail:
      'Este servidor no puede enviar correos. Pida a su administrador un enlace para restablecer ' +
      'la contraseña.',
    sentTitle: 'Revise su correo',
    sent:
      'Si existe una cuenta con esta dirección, le hemos enviado un enlace. Sirve una sola vez, ' +
      'durante una hora.',
    tooMany: seconds =>
      `Se han pedido demasiados enlaces. Inténtelo de nuevo dentro de ${seconds} segundos.`,
  },
  welcome: {
    title: 'Elegir una contraseña',
    heading: firstName => `Le damos la bienvenida, ${firstName}`,
    intro: agency => `Elija una contraseña para ${agency}.`,
    newPassword: 'Contraseña nueva',
    length: '(al menos 10 caracteres)',
    submit: 'Guardar e iniciar sesión',
    wrongLength: (min, max) => `Use de ${min} a ${max} caracteres.`,
    linkExpiredHeading: 'Este enlace ha caducado',
    linkExpired:
      'Ya se ha usado, es demasiado antiguo o se ha sustituido por otro. Pida un enlace nuevo o ' +
      'solicítelo a su administrador.',
  },
  newAgency: {
    notSetUp: command =>
      html`Este servidor aún no está configurado. Abra el enlace que figura en su registro, o
      muéstrelo en el servidor con ${command}`,
    title: 'Configurar Lodgepole',
    intro: 'Cree su agencia y su cuenta. Podrá invitar a su equipo más tarde.',
    agencyName: 'Nombre de su negocio',
    firstName: 'Nombre',
    lastName: 'Apellidos',
    language: 'Idioma',
    submit: 'Crear la agencia',
    check: 'Corrija los campos señalados.',
    invalid: {
      name: 'Escriba de 1 a 255 caracteres.',
      currency: 'Escriba un código de moneda, por ejemplo EUR.',
      timeZone: 'Escriba una zona horaria, por ejemplo Europe/Paris.',
      email: 'Escriba una dirección de correo, por ejemplo ada@pine.example.',
      language: 'Elija un idioma.',
    },
    linkInvalidHeading: 'Este enlace no funciona',
    linkInvalid: command =>
      html`Está mal escrito, ya se ha usado o ha caducado, o este servidor ya tiene una agencia. Si
      aún no la tiene, esta orden en el servidor da un enlace nuevo: ${command}`,
  },
  account: {
    title: 'Su cuenta',
    toConsole: 'Volver a Lodgepole',
    signOut: 'Cerrar sesión',
    you: 'Usted',
    name: 'Nombre',
    role: 'Rol',
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
    switchTo: 'Cambiar a',
    switch: 'Cambiar de agencia',
    sessions: 'Sesiones activas',
    thisBrowser: 'Este navegador',
    unknownBrowser: 'Navegador desconocido',
    browserOn: (browser, system) => `${browser} en ${system}`,
    unknownAddress: 'Dirección desconocida',
    lastUsed: when => `último uso: ${when}`,
    end: 'Cerrar sesión',
    endOf: device => `Cerrar sesión: ${device}`,
    ended: 'Sesión cerrada.',
    changePassword: 'Cambiar la contraseña',
    changeIntro: 'Se cerrará la sesión en sus demás dispositivos.',
    currentPassword: 'Contraseña actual',
    change: 'Cambiar la contraseña',
    changed: 'Contraseña cambiada. Se ha cerrado la sesión en sus demás dispositivos.',
    wrongPassword: 'La contraseña actual no es correcta.',
  },
  firstSteps: {
    title: 'Configure su primer alojamiento',
    property: call => html`Añada un alojamiento con su nombre y dirección: ${call}`,
    prices: call => html`Defina los precios: ${call}`,
    calendars: call => html`Conecte los calendarios de los portales donde se anuncia: ${call}`,
    staff: call => html`Invite a su equipo: ${call}`,
    reference: 'Abrir la referencia de la API',
  },
  noScript: account => html`Active JavaScript para usar la consola. Su cuenta: ${account}`,
  mails: {
    hello: firstName => `Hola, ${firstName}:`,
    invitation: agency => `Invitación a ${agency}`,
    invited: agency =>
      `${agency} le ha invitado a gestionar sus alojamientos con Lodgepole.\n` +
      'Elija aquí una contraseña. El enlace sirve una sola vez, durante una semana:',
    reset: agency => `Restablecer su contraseña de ${agency}`,
    resetRequested: agency =>
      `Hemos recibido una petición para restablecer su contraseña de ${agency}.\n` +
      'Elija aquí una nueva. El enlace sirve una sola vez, durante una hora:',
    notYou: '¿No lo ha pedido usted? Ignore este correo. Su contraseña sigue siendo la misma.',
  },
}
