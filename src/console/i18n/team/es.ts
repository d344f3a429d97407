/** Spanish translations of the page of the team. */
import type { TeamTranslations } from './en.ts'

export const team: TeamTranslations = {
  one: 'Miembro del equipo',
  many: 'Equipo',
  add: 'Invitar',
  empty: 'Los miembros del equipo entran con su propia contraseña y ven lo que permite su rol.',
  sections: { person: 'Persona', access: 'Rol' },
  fields: {
    firstName: 'Nombre',
    lastName: 'Apellidos',
    email: 'Correo electrónico',
    phoneNumber: 'Teléfono',
    role: 'Rol',
    serviceProviderUid: 'Proveedor',
  },
  hints: {
    serviceProviderUid: 'Para limpieza: la persona ve las tareas de este proveedor',
  },
  columns: { name: 'Nombre', status: 'Estado', isActive: 'Estado', lastSeen: 'Última vez' },
  values: {
    ADMIN: 'Administrador – todo, también claves y sesiones',
    MANAGER: 'Gestor – todo excepto las claves',
    STAFF: 'Personal – reservas, huéspedes y tareas',
    CLEANER: 'Limpieza – sus tareas, sin huéspedes ni precios',
    READ_ONLY: 'Solo lectura – lo ve todo, no cambia nada',
    INVITED: 'Invitado el',
    true: 'Activo',
    false: 'Inactivo',
  },
  invitation: {
    title: 'Invitación',
    link: 'Enlace',
    sent: (email, expires) => `Enviada a ${email}. El enlace es válido hasta el ${expires}.`,
    noMail: expires =>
      'Este servidor no envía correos. Copie el enlace ahora: se muestra una sola vez y es ' +
      `válido hasta el ${expires}.`,
    copy: 'Copiar enlace',
    copied: 'Copiado',
    again: 'Nuevo enlace de acceso',
    resend: 'Reenviar invitación',
    done: 'Volver al equipo',
  },
  access: {
    title: 'Acceso',
    invited: 'Invitado',
    password: 'Contraseña',
    hasPassword: 'Definida',
    noPassword: 'Aún sin definir',
    lastSeen: 'Última vez',
    never: 'Nunca',
    active:
      'Un enlace nuevo sustituye al anterior. Desactivar cierra todas las sesiones al instante.',
    inactive: 'Los miembros inactivos no pueden entrar.',
    activate: 'Activar',
    deactivate: 'Desactivar',
    activated: name => `${name} puede volver a entrar`,
    deactivated: name => `${name} ya no puede entrar`,
  },
}
