import type { ProblemWords } from './en.ts'

export const problem: ProblemWords = {
  ended: 'Su sesión ha terminado',
  endedText:
    'Lo que ha escrito sigue aquí. Inicie sesión en una pestaña nueva y vuelva a intentarlo.',
  signIn: 'Iniciar sesión en una pestaña nueva',
  title: 'Esto no ha funcionado',
  unreachable: 'No se puede llegar al servidor. Quizá se haya cortado la conexión.',
  forbidden: 'Su función no lo permite.',
  broken: 'Algo de esta página no funciona.',
  again: 'Intentar de nuevo',
  reload: 'Volver a cargar',
  copy: 'Copiar',
  copied: 'Copiado',
  number: 'Número del informe',
  isNow: status => `La solicitud está ahora «${status}», y eso no lo permite.`,
  codes: {
    LEAD_NOT_FOUND: 'Esta solicitud no existe, o está eliminada.',
    RATE_LIMITED: 'Ha sido demasiado a la vez. Espere un momento.',
  },
  kinds: {
    input: 'El servidor no lo acepta así.',
    denied: 'No tiene acceso a esto.',
    missing: 'Esto no existe, o ya no existe.',
    conflict: 'Tal como está ahora, no se puede hacer.',
    server: 'El servidor no ha podido hacerlo. Inténtelo de nuevo en un momento.',
  },
  fields: {
    REQUIRED_PARAMETER: 'Falta esto.',
    other: 'Esto no encaja.',
  },
}
