/** Spanish translations of the page of owners. */
import type {
  OwnerAdjustmentTranslations,
  OwnerPropertyTranslations,
  OwnerTranslations,
} from './en.ts'

export const owners: OwnerTranslations = {
  one: 'Propietario',
  many: 'Propietarios',
  add: 'Añadir propietario',
  empty: 'Los propietarios son las personas cuyos alojamientos gestionas.',
  removal: 'Sus alojamientos quedan sin propietario y su acceso al portal termina.',
  sections: {
    person: 'Contacto',
    terms: 'Condiciones',
    portal: 'Portal del propietario',
  },
  fields: {
    firstName: 'Nombre',
    lastName: 'Apellidos',
    businessName: 'Empresa',
    email: 'Correo electrónico',
    phoneNumber: 'Teléfono',
    isActive: 'Activo',
    commissionRate: 'Comisión',
    'permissions.viewBookings': 'Ve las reservas',
    'permissions.viewGuestDetails': 'Ve los datos de los huéspedes',
    'permissions.viewFinancials': 'Ve precios y pagos',
    'permissions.blockDates': 'Puede bloquear fechas',
    'permissions.receiveNotifications': 'Recibe notificaciones',
  },
  columns: {
    name: 'Nombre',
    status: 'Estado',
  },
  values: {
    true: 'Activo',
    false: 'Inactivo',
  },
}

export const ownerAdjustments: OwnerAdjustmentTranslations = {
  one: 'Ajuste',
  many: 'Ajustes',
  add: 'Añadir ajuste',
  empty: 'Los ajustes son abonos y cargos de un propietario, como una reparación.',
  sections: {
    adjustment: 'Ajuste',
  },
  fields: {
    adjustmentType: 'Tipo',
    name: 'Nombre',
    propertyUid: 'Alojamiento',
    date: 'Fecha',
    amount: 'Importe',
    currency: 'Moneda',
    taxRate: 'Tipo impositivo',
    description: 'Descripción',
  },
  columns: {},
  values: {
    CREDIT: 'Abono',
    DEBIT: 'Cargo',
  },
}

export const ownerProperties: OwnerPropertyTranslations = {
  title: 'Alojamientos',
  empty: 'Este propietario aún no tiene alojamientos asignados.',
  property: 'Alojamiento',
  assign: 'Asignar alojamiento',
  assignTo: owner => `Asignar un alojamiento a ${owner}`,
  isAssigned: 'Este alojamiento ya está asignado a este propietario.',
  takeover: other => `Ahora pertenece a ${other}. Al asignarlo, dejará de pertenecerle.`,
  end: 'Finalizar',
  endOne: property => `Finalizar la titularidad de ${property}`,
  since: (owner, date) => `Asignado a ${owner} desde el ${date}.`,
  removal:
    'Se eliminan las notas y los ajustes de esta titularidad. Las reservas y los ajustes del ' +
    'propietario se conservan.',
}
