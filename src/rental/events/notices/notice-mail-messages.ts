/** Messages of mails about notices, in each language. */
import type { Language } from '../../access/languages/language.ts'
import type { NoticeType } from './notice.ts'

interface NoticeParts {
  about: string | null
  /** Formatted instant, in UTC. */
  since: string
  reason: string | null
}

export interface NoticeMailMessages {
  subjects: Record<NoticeType, string>
  severalSubject: (count: number) => string
  texts: Record<NoticeType, (parts: NoticeParts) => string>
  unlisted: (count: number) => string
  open: (url: string) => string
}

const en: NoticeMailMessages = {
  subjects: {
    WEBHOOK_FAILING: 'Webhook not reachable',
    WEBHOOK_DISABLED: 'Webhook turned off',
    CALENDAR_FAILING: 'Calendar import failed',
    MAIL_FAILING: 'E-mail to a guest not delivered',
  },
  severalSubject: count => `${count} things need attention`,
  texts: {
    WEBHOOK_FAILING: ({ about, since }) =>
      `${about} has not accepted any event since ${since}. Lodgepole keeps retrying and turns ` +
      'the webhook off after five days of failures.',
    WEBHOOK_DISABLED: ({ about, reason }) =>
      `${about} ${reason === 'GONE' ? 'answered 410 Gone' : 'accepted no event'}, so its webhook ` +
      'was turned off. Events are kept until you turn it on again.',
    CALENDAR_FAILING: ({ about, reason }) =>
      `The calendar '${about}' could not be imported: ${reason}`,
    MAIL_FAILING: () => 'An e-mail to a guest could not be delivered. Open the message to see why.',
  },
  unlisted: count => `And ${count} more.`,
  open: url => `Open Lodgepole: ${url}`,
}

const de: NoticeMailMessages = {
  subjects: {
    WEBHOOK_FAILING: 'Webhook nicht erreichbar',
    WEBHOOK_DISABLED: 'Webhook abgeschaltet',
    CALENDAR_FAILING: 'Import eines Kalenders fehlgeschlagen',
    MAIL_FAILING: 'E-Mail an einen Gast nicht zugestellt',
  },
  severalSubject: count => `${count} Hinweise`,
  texts: {
    WEBHOOK_FAILING: ({ about, since }) =>
      `${about} hat seit ${since} kein Ereignis angenommen. Lodgepole versucht es weiter und ` +
      'schaltet den Webhook nach fünf Tagen ohne Erfolg ab.',
    WEBHOOK_DISABLED: ({ about, reason }) =>
      `${about} hat ` +
      (reason === 'GONE' ? 'mit 410 Gone geantwortet' : 'kein Ereignis angenommen') +
      ', deshalb wurde der Webhook abgeschaltet. Ereignisse bleiben erhalten, bis Sie ihn wieder ' +
      'einschalten.',
    CALENDAR_FAILING: ({ about, reason }) =>
      `Der Kalender „${about}“ konnte nicht importiert werden: ${reason}`,
    MAIL_FAILING: () =>
      'Eine E-Mail an einen Gast konnte nicht zugestellt werden. Die Nachricht nennt den Grund.',
  },
  unlisted: count => `Und ${count} weitere.`,
  open: url => `Lodgepole öffnen: ${url}`,
}

const fr: NoticeMailMessages = {
  subjects: {
    WEBHOOK_FAILING: 'Webhook injoignable',
    WEBHOOK_DISABLED: 'Webhook désactivé',
    CALENDAR_FAILING: 'Échec de l’importation d’un calendrier',
    MAIL_FAILING: 'E-mail à un voyageur non remis',
  },
  severalSubject: count => `${count} alertes`,
  texts: {
    WEBHOOK_FAILING: ({ about, since }) =>
      `${about} n’a accepté aucun événement depuis le ${since}. Lodgepole continue d’essayer et ` +
      'désactive le webhook après cinq jours d’échecs.',
    WEBHOOK_DISABLED: ({ about, reason }) =>
      `${about} ${reason === 'GONE' ? 'a répondu 410 Gone' : 'n’a accepté aucun événement'} ; ` +
      'son webhook a donc été désactivé. Les événements sont conservés jusqu’à ce que vous le ' +
      'réactiviez.',
    CALENDAR_FAILING: ({ about, reason }) =>
      `Le calendrier « ${about} » n’a pas pu être importé : ${reason}`,
    MAIL_FAILING: () =>
      'Un e-mail à un voyageur n’a pas pu être remis. Le message en indique la raison.',
  },
  unlisted: count => `Et ${count} de plus.`,
  open: url => `Ouvrir Lodgepole : ${url}`,
}

const es: NoticeMailMessages = {
  subjects: {
    WEBHOOK_FAILING: 'Webhook inaccesible',
    WEBHOOK_DISABLED: 'Webhook desactivado',
    CALENDAR_FAILING: 'Error al importar un calendario',
    MAIL_FAILING: 'Correo a un huésped no entregado',
  },
  severalSubject: count => `${count} avisos`,
  texts: {
    WEBHOOK_FAILING: ({ about, since }) =>
      `${about} no ha aceptado ningún evento desde el ${since}. Lodgepole sigue intentándolo y ` +
      'desactiva el webhook tras cinco días de errores.',
    WEBHOOK_DISABLED: ({ about, reason }) =>
      `${about} ${reason === 'GONE' ? 'respondió 410 Gone' : 'no aceptó ningún evento'}, ` +
      'por lo que se desactivó su webhook. Los eventos se conservan hasta que lo vuelva a activar.',
    CALENDAR_FAILING: ({ about, reason }) =>
      `No se pudo importar el calendario «${about}»: ${reason}`,
    MAIL_FAILING: () => 'No se pudo entregar un correo a un huésped. El mensaje indica el motivo.',
  },
  unlisted: count => `Y ${count} más.`,
  open: url => `Abrir Lodgepole: ${url}`,
}

export const noticeMails: Record<Language, NoticeMailMessages> = { en, de, fr, es }
