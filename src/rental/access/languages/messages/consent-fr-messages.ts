import { html } from '../../../../platform/web/html.ts'
import type { ConsentMessages } from './consent-en-messages.ts'

export const consentFr: ConsentMessages = {
  connectTitle: partner => `Connecter ${partner}`,
  overviewTitle: 'Partenaires ayant accès',
  connectIntro: partner =>
    html`${partner} demande l’accès à vos logements. Connectez-vous pour décider de ce que ce
      partenaire peut voir et faire.`,
  overviewIntro:
    'Connectez-vous pour voir quels partenaires ont accès à vos logements, modifier cet ' +
    'accès ou le retirer.',
  decline: 'Refuser',
  approve: 'Autoriser',
  notAllowed:
    'E-mail ou mot de passe incorrect, ou autorisation manquante. Il faut un compte ' +
    'de gestionnaire.',
  invalidLink: 'Ce lien n’est pas valable',
  unregisteredRedirect: partner =>
    `Demandez-en un nouveau à ${partner} : son adresse de retour n’est pas enregistrée ici.`,
  unknownClient: 'Demandez-en un nouveau au partenaire : son ID client n’est pas enregistré ici.',
  connectHeading: (partner, agency) => `Connecter ${partner} à ${agency}`,
  replacesAccess: partner => `Votre choix remplace l’accès actuel de ${partner}.`,
  partnersHeading: agency => `Partenaires ayant accès à ${agency}`,
  overviewHeading: agency => `Partenaires ayant accès à ${agency}`,
  partnerTitle: partner => `Accès de ${partner}`,
  partnerHeading: (partner, agency) => `Accès de ${partner} à ${agency}`,
  save: 'Enregistrer',
  back: 'Retour',
  removeAccess: 'Retirer tout accès',
  removeAccessNote: (partner, agency) =>
    `${partner} perd l’accès à ${agency}. Une nouvelle autorisation sera nécessaire ensuite.`,
  noPartners: 'Aucun partenaire n’a accès.',
  propertyCount: count => (count === 1 ? '1 logement' : `${count} logements`),
  changeAccess: 'Modifier ou retirer',
  changeAccessOf: partner => `Modifier ou retirer l’accès de ${partner}`,
  accessLegend: partner => `Que peut faire ${partner} ?`,
  keepAccess: 'Garder l’accès actuel ; lecture seule pour les nouveaux',
  readAndChange: 'Lire et modifier : réservations, calendriers, prix, contenus',
  readOnly: 'Lecture seule',
  personalDataLegend: 'Données personnelles des voyageurs',
  seesPersonal: partner =>
    `${partner} peut voir les noms, adresses e-mail, numéros de téléphone et notes`,
  keepPersonal: 'Garder l’accès actuel',
  allPersonal: 'Noms, adresses e-mail, téléphones et notes dans tous les logements',
  noPersonal: 'Aucune donnée personnelle',
  objectsLegend: 'Quels logements ?',
  noObjects: 'Aucun logement pour l’instant',
  allObjects: 'Tous les logements de cette liste',
  hotelRemark: 'tous ses types de logement, y compris les nouveaux',
  since: day => `Depuis le ${day}`,
  lastUsed: day => `dernière utilisation le ${day}`,
  neverUsed: 'jamais utilisé',
  deletedObject: 'un logement supprimé',
  may: { READ: 'lire', READ_WRITE: 'lire et modifier' },
  withPersonal: may => `${may}, avec les données personnelles des voyageurs`,
  accessMail: {
    subject: (partner, agency) => `${partner} a désormais accès à ${agency}`,
    intro: (grantor, partner, agency) =>
      `${grantor} a donné à ${partner} un nouvel accès à ${agency} :`,
    more: count => `et ${count} de plus`,
    footer: url =>
      `Vérifier, modifier ou retirer l’accès : ${url}\n` +
      'S’il s’agit d’une erreur, retirez-y l’accès et réinitialisez le mot de passe du compte ' +
      'qui l’a donné.',
    operator: 'L’opérateur du serveur',
  },
  nothingChosen: 'Choisissez au moins un logement.',
  alreadyRemoved: 'Ce partenaire n’a plus accès.',
  accessRemoved: partner => `${partner} n’a plus accès.`,
  accessSaved: partner => `Enregistré pour ${partner}.`,
}
