import type { ProblemTranslations } from './en.ts'

export const problem: ProblemTranslations = {
  ended: 'Su sesión ha terminado',
  endedText: 'Sus datos siguen aquí. Inicie sesión en una pestaña nueva y vuelva a intentarlo.',
  signIn: 'Iniciar sesión (pestaña nueva)',
  title: 'Se ha producido un error',
  unreachable: 'No se puede conectar con el servidor. Compruebe su conexión.',
  forbidden: 'Su rol no lo permite. Consulte a un administrador.',
  broken: 'Se ha producido un error en esta página.',
  again: 'Reintentar',
  reload: 'Recargar',
  copy: 'Copiar',
  copied: 'Copiado',
  number: 'ID del error',
  isNow: status => `No es posible con el estado «${status}».`,
  lastAdmin:
    'La agencia necesita un administrador activo. Nombre antes administrador a otro miembro.',
  codes: {
    LEAD_NOT_FOUND: 'Reserva no encontrada. Puede que se haya eliminado.',
    RATE_LIMITED: 'Demasiadas peticiones. Inténtelo de nuevo en un momento.',
  },
  kinds: {
    input: 'Revise los campos marcados.',
    denied: 'No tiene acceso a esto.',
    missing: 'Este elemento ya no existe.',
    conflict: 'Este elemento ha cambiado: recargue la página e inténtelo de nuevo.',
    server: 'El servidor ha tenido un problema. Inténtelo de nuevo en un momento.',
  },
  fields: {
    REQUIRED_PARAMETER: 'Campo obligatorio',
    other: 'Valor no válido',
  },
}
