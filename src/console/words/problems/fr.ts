import type { ProblemWords } from './en.ts'

export const problem: ProblemWords = {
  ended: 'Votre session est terminée',
  endedText:
    'Ce que vous avez saisi est toujours là. Connectez-vous dans un nouvel onglet, ' +
    'puis réessayez.',
  signIn: 'Se connecter dans un nouvel onglet',
  title: 'Cela n’a pas fonctionné',
  unreachable: 'Le serveur est injoignable. Votre connexion est peut-être coupée.',
  forbidden: 'Votre rôle ne le permet pas.',
  broken: 'Quelque chose ne marche pas sur cette page.',
  again: 'Réessayer',
  reload: 'Recharger',
  copy: 'Copier',
  copied: 'Copié',
  number: 'Numéro du rapport',
  isNow: status => `La demande est maintenant « ${status} », ce qui ne le permet pas.`,
  codes: {
    LEAD_NOT_FOUND: 'Cette demande n’existe pas, ou elle est supprimée.',
    RATE_LIMITED: 'C’était trop à la fois. Attendez un instant.',
  },
  kinds: {
    input: 'Le serveur n’accepte pas ceci tel quel.',
    denied: 'Vous n’y avez pas accès.',
    missing: 'Cela n’existe pas, ou plus.',
    conflict: 'Dans l’état actuel, cela ne peut pas se faire.',
    server: 'Le serveur n’a pas pu le faire. Réessayez dans un instant.',
  },
  fields: {
    REQUIRED_PARAMETER: 'Ceci manque.',
    other: 'Ceci ne convient pas.',
  },
}
