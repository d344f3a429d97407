import type { ProblemTranslations } from './en.ts'

export const problem: ProblemTranslations = {
  ended: 'Votre session est terminée',
  endedText: 'Votre saisie est toujours là. Connectez-vous dans un nouvel onglet, puis réessayez.',
  signIn: 'Se connecter (nouvel onglet)',
  title: 'Une erreur s’est produite',
  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion.',
  forbidden: 'Votre rôle ne le permet pas. Adressez-vous à un administrateur.',
  broken: 'Cette page a rencontré une erreur.',
  again: 'Réessayer',
  reload: 'Recharger',
  copy: 'Copier',
  copied: 'Copié',
  number: 'Identifiant de l’erreur',
  isNow: status => `Impossible avec le statut « ${status} ».`,
  lastAdmin: 'L’agence a besoin d’un administrateur actif. Nommez d’abord un autre administrateur.',
  codes: {
    LEAD_NOT_FOUND: 'Réservation introuvable. Elle a peut-être été supprimée.',
    RATE_LIMITED: 'Trop de requêtes. Réessayez dans un instant.',
  },
  kinds: {
    input: 'Vérifiez les champs signalés.',
    denied: 'Vous n’y avez pas accès.',
    missing: 'Cet élément n’existe plus.',
    conflict: 'Cet élément a été modifié : rechargez la page et réessayez.',
    server: 'Le serveur a rencontré un problème. Réessayez dans un instant.',
  },
  fields: {
    REQUIRED_PARAMETER: 'Champ obligatoire',
    other: 'Valeur non valide',
  },
}
