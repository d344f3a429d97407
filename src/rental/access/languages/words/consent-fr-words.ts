import { html } from '../../../../platform/html.ts'
import type { ConsentWords } from './consent-en-words.ts'

export const consentFr: ConsentWords = {
  title: partner => `Connecter ${partner}`,
  ownTitle: 'Partenaires ayant accès',
  asks: partner =>
    html`${partner} demande l’accès à vos logements. Connectez-vous pour décider de ce que ce
      partenaire peut voir et faire.`,
  own:
    'Connectez-vous pour voir quels partenaires ont accès à vos logements, modifier cet ' +
    'accès ou le retirer.',
  decline: 'Refuser',
  approve: 'Autoriser',
  notAllowed:
    'E-mail ou mot de passe incorrect, ou autorisation manquante. Il faut un compte ' +
    'de gestionnaire.',
  incorrect: 'Ce lien n’est pas valable',
  noAddress: partner =>
    `Demandez-en un nouveau à ${partner} : son adresse de retour n’est pas enregistrée ici.`,
  noClient: 'Demandez-en un nouveau au partenaire : son ID client n’est pas enregistré ici.',
  heading: (partner, agency) => `Connecter ${partner} à ${agency}`,
  replaces: partner => `Votre choix remplace l’accès actuel de ${partner}.`,
  whoHas: agency => `Partenaires ayant accès à ${agency}`,
  ownHeading: agency => `Partenaires ayant accès à ${agency}`,
  partnerTitle: partner => `Accès de ${partner}`,
  partnerHeading: (partner, agency) => `Accès de ${partner} à ${agency}`,
  save: 'Enregistrer',
  back: 'Retour',
  endAll: 'Retirer tout accès',
  endText: (partner, agency) =>
    `${partner} perd l’accès à ${agency}. Une nouvelle autorisation sera nécessaire ensuite.`,
  nobody: 'Aucun partenaire n’a accès.',
  properties: count => (count === 1 ? '1 logement' : `${count} logements`),
  change: 'Modifier ou retirer',
  changeOf: partner => `Modifier ou retirer l’accès de ${partner}`,
  what: partner => `Que peut faire ${partner} ?`,
  keep: 'Garder l’accès actuel ; lecture seule pour les nouveaux',
  readAndChange: 'Lire et modifier : réservations, calendriers, prix, contenus',
  readOnly: 'Lecture seule',
  personal: 'Données personnelles des voyageurs',
  seesPersonal: partner =>
    `${partner} peut voir les noms, adresses e-mail, numéros de téléphone et notes`,
  keepPersonal: 'Garder l’accès actuel',
  allPersonal: 'Noms, adresses e-mail, téléphones et notes dans tous les logements',
  noPersonal: 'Aucune donnée personnelle',
  which: 'Quels logements ?',
  none: 'Aucun logement pour l’instant',
  all: 'Tous les logements de cette liste',
  hotel: 'tous ses types de logement, y compris les nouveaux',
  since: day => `Depuis le ${day}`,
  lastUsed: day => `dernière utilisation le ${day}`,
  neverUsed: 'jamais utilisé',
  deleted: 'un logement supprimé',
  may: { READ: 'lire', READ_WRITE: 'lire et modifier' },
  withPersonal: may => `${may}, avec les données personnelles des voyageurs`,
  nothingChosen: 'Choisissez au moins un logement.',
  noLonger: 'Ce partenaire n’a plus accès.',
  ended: partner => `${partner} n’a plus accès.`,
  saved: partner => `Enregistré pour ${partner}.`,
}
