/** French translations of the settings of the agency. */
import type { AgencyTranslations } from './en.ts'

export const agency: AgencyTranslations = {
  agency: 'Agence',
  booking: 'Règles de réservation',
  privacy: 'Confidentialité',
  email: {
    title: 'E-mail',
    state: 'État de l’e-mail',
    missing:
      'Ce serveur n’envoie pas d’e-mails. Les messages aux voyageurs attendent dans la boîte ' +
      'd’envoi, et les invitations sont des liens à copier.',
    settings:
      'Ajoutez ces lignes, avec votre serveur de messagerie, au fichier de configuration du ' +
      'serveur, /etc/lodgepole/env ou .env :',
    restart:
      'Redémarrez ensuite le serveur. Ces lignes contiennent un mot de passe et ne se règlent ' +
      'donc pas ici.',
    ready: 'Ce serveur envoie des e-mails : messages aux voyageurs, invitations et alertes.',
    sender: 'Expéditeur',
    host: 'Serveur de messagerie',
    test: 'M’envoyer un test',
    testText: 'Cinq tests par heure au plus.',
    sent: (email, seconds) =>
      `Envoyé à ${email} en ${seconds}. Si rien n’arrive, regardez dans les indésirables.`,
    notSent: seconds => `Non envoyé après ${seconds}. Réponse du serveur de messagerie :`,
    tooMany: when => `Cinq tests par heure sont autorisés. Réessayez ${when}.`,
  },
  bookingPages: {
    fields: {
      dbsEnabled: 'Les logements peuvent avoir une page de réservation',
      website: 'Site web',
    },
    hints: { website: 'Vide : l’adresse de ce serveur' },
  },
  sections: {
    bookingPages: 'Pages de réservation',
    contact: 'Nom et contact',
    address: 'Adresse',
    region: 'Devise et fuseau horaire',
    stays: 'Valeurs par défaut des nouveaux logements',
    requests: 'Demandes de réservation',
    holds: 'Options, devis et demandes',
    retention: 'Conservation',
  },
  fields: {
    name: 'Nom de votre entreprise',
    agencyEmailAddress: 'E-mail',
    phoneNumber: 'Téléphone',
    website: 'Site web',
    address1: 'Rue et numéro',
    zipCode: 'Code postal',
    city: 'Ville',
    state: 'État ou région',
    countryCode: 'Pays',
    currency: 'Devise',
    timeZone: 'Fuseau horaire',
    defaultCheckInTime: 'Arrivée à partir de',
    defaultCheckOutTime: 'Départ jusqu’à',
    rentalCondition: 'Conditions de location',
    requestNeedsConfirmation: 'Confirmer vous-même les demandes de réservation',
    requestHours: 'Délai de réponse à une demande de réservation',
    paymentHours: 'Délai de paiement après l’accord',
    holdHours: 'Durée d’une option',
    quoteValidityHours: 'Validité d’un devis',
    inquiryResponseHours: 'Délai de réponse à une demande',
    personalDataRetentionDays: 'Données des voyageurs, en jours',
    messageRetentionDays: 'Messages, en jours',
  },
  hints: {
    currency:
      'Les logements existants gardent leur devise. Rechargez ensuite les autres pages ouvertes.',
    requestHours: '0 : sans limite',
    paymentHours: '0 : sans limite',
    holdHours: 'Par défaut 24 h, au plus 720 h',
    quoteValidityHours: 'Par défaut 168 h',
    inquiryResponseHours: 'Par défaut 24 h',
    personalDataRetentionDays:
      'Après le départ. 0 : sans limite. Les plus anciennes sont effacées chaque nuit, ' +
      'définitivement.',
    messageRetentionDays:
      '0 : sans limite. Les plus anciens sont supprimés chaque nuit, définitivement.',
  },
}
