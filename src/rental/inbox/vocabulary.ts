/** What names of this district mean on the wire: see `../glossary.ts`. */
export const inboxVocabulary = {
  ReadStatus: 'Whether the participant has read the newest message.',
  attachmentUid: 'The attachment.',
  attachments: 'Files that come with it.',
  content: 'What is written.',
  contentBase64: 'The file in Base64.',
  failureReason: 'Why it was not sent; null where it was, or waits.',
  fileName: 'What the file is called.',
  fileSize: 'In bytes.',
  fileType: 'The media type, `image/png`.',
  fileUrl: 'Where the file is; the address holds a token.',
  guest: 'Who wrote it; null: the guest of the lead.',
  historic: 'True: imported later, so nobody is told.',
  kind: 'What kind it is.',
  participantType: 'Which side it is.',
  participantUid: 'Who it is.',
  participants: 'Who takes part.',
  participantsReadStatuses: 'Who has read all.',
  readStatus: 'Whether all is read.',
  sender: 'Who wrote it; null: sent before senders were recorded.',
  senderType: 'Which side wrote it.',
  subject: 'Of an email; null: none.',
  text: 'The text itself.',
  token: 'What proves that the caller may; part of the address.',
  transport: 'How it would have been sent.',
  messageUid: 'The message that it is.',
  outbox: 'Messages that were recorded instead of being sent.',
} as const

/** What operations of this district do beyond their summary, by operation id. */
export const inboxOperations = {
  listThreads: 'Last written to first.',
  getThread: 'Who takes part, who has read, and what lead it is about.',
  markThreadAsRead: 'For the side of the agency.',
  markThreadAsUnread: 'For the side of the agency.',
  listMessages: 'Of an agency, a thread or a lead, newest first.',
  listMessagesOfLead: 'Newest first.',
  getMessage: 'With how its sending stands.',
  sendMessage:
    'By email or channel, as `type` says. Waits up to 2 seconds for what becomes of it. The ' +
    'first message opens a thread.',
  resendMessage: 'In place, at once; what is asked for twice within 10 seconds goes once.',
  getAttachment: 'The token stands in the `fileUrl` of the message.',
  listOutboxMessages:
    'What a server without a mail server or channels keeps in place of sending it.',
} as const
