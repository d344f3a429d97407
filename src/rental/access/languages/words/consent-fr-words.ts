import { html } from '../../../../platform/html.ts'
import type { ConsentWords } from './consent-en-words.ts'

export const consentFr: ConsentWords = {
  title: partner => `Connecter ${partner}`,
  ownTitle: 'Partenaires ayant accès',
  asks: partner =>
    html`${partner} demande l’accès à vos logements. Connectez-vous pour décider de ce que ce
      partenaire peut voir et faire.`,
  own:
    'Connectez-vous pour voir quels partenaires ont accès à vos logements, changer ce qu’ils ' +
    'peuvent faire ou y mettre fin.',
  decline: 'Refuser',
  approve: 'Autoriser',
  notAllowed:
    'Cette adresse e-mail et ce mot de passe ne sont pas ceux de quelqu’un qui peut en décider.',
  incorrect: 'Cette demande n’est pas correcte',
  noAddress: 'l’adresse de retour n’est pas enregistrée',
  noClient: 'le partenaire n’est pas connu',
  heading: (partner, agency) => `Connecter ${partner} à ${agency}`,
  replaces: partner => `Votre choix remplace ce que ${partner} pouvait faire jusqu’ici.`,
  whoHas: agency => `Qui a accès à ${agency}`,
  ownHeading: agency => `Partenaires ayant accès à ${agency}`,
  partnerTitle: partner => `Accès de ${partner}`,
  partnerHeading: (partner, agency) => `Ce que ${partner} peut faire chez ${agency}`,
  save: 'Enregistrer',
  back: 'Retour',
  endAll: 'Mettre fin à tout accès',
  endText: (partner, agency) =>
    `${partner} ne verra plus rien de ${agency} et devra être autorisé de nouveau pour revenir.`,
  nobody: 'Aucun partenaire n’a accès.',
  properties: count => (count === 1 ? '1 logement' : `${count} logements`),
  change: 'Changer ou mettre fin',
  changeOf: partner => `Changer ou mettre fin : accès de ${partner}`,
  what: partner => `Que peut y faire ${partner} ?`,
  keep: 'Dans chaque logement, ce qui est permis aujourd’hui ; dans les autres, lire',
  readAndChange: 'Lire et modifier : réservations, calendriers, prix, contenus',
  readOnly: 'Lire seulement',
  personal: 'Données personnelles des voyageurs',
  seesPersonal: partner =>
    `${partner} peut voir les noms, adresses e-mail, numéros de téléphone et notes`,
  keepPersonal: partner => `${partner} peut les voir là où c’est permis aujourd’hui`,
  allPersonal: 'Partout les noms, adresses e-mail, numéros de téléphone et notes',
  noPersonal: 'Nulle part',
  which: 'Quels logements ?',
  none: 'Il n’y a pas encore de logement.',
  all: 'Tous les logements de cette liste',
  hotel: 'tous ses types de chambre, ceux à venir aussi',
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
