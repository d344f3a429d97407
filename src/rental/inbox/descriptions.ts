/** Descriptions of fields and parameters of this district by name: see `../descriptions.ts`. */
export const inboxDescriptions = {
  ReadStatus: 'Read status of the newest message for the participant.',
  attachmentUid: 'Identifier of the attachment.',
  attachments: 'Attached files.',
  content: 'Content of the message.',
  contentBase64: 'Content of the file, Base64-encoded.',
  failureReason: 'Reason for the failure. `null` if the message was sent or waits to be sent.',
  fileName: 'Name of the file.',
  fileSize: 'Size of the file, in bytes.',
  fileType: 'Media type of the file, `image/png`.',
  fileUrl: 'URL of the file, which contains an access token.',
  guest: 'Sender of the message. `null`: guest of the lead.',
  historic: 'If true, the message is imported history: no notifications are sent.',
  kind: 'Kind of the message.',
  participantType: 'Type of the participant.',
  participantUid: 'Identifier of the participant.',
  participants: 'Participants of the thread.',
  participantsReadStatuses: 'Read status by participant.',
  readStatus: 'Read status of the thread.',
  sender: 'Sender of the message. `null` for old messages without a recorded sender.',
  senderType: 'Type of the sender.',
  subject: 'Subject of an email. `null` if none.',
  text: 'Text of the message.',
  token: 'Access token, part of the URL.',
  transport: 'Transport that would have been used.',
  messageUid: 'Identifier of the message.',
  outbox: 'Messages that were recorded instead of sent.',
} as const

/** Descriptions of operations of this district, by operation id. */
export const inboxOperations = {
  listThreads: 'Sorted by last message, newest first.',
  getThread: 'Returns participants, read statuses and the lead.',
  markThreadAsRead: 'Sets the read status for the agency.',
  markThreadAsUnread: 'Sets the read status for the agency.',
  listMessages: 'Filter by agency, thread or lead. Sorted by creation, newest first.',
  listMessagesOfLead: 'Sorted by creation, newest first.',
  getMessage: 'Includes the delivery status.',
  sendMessage:
    '`type` determines whether it is sent by email or through the channel. Waits up to 2 ' +
    'seconds for the result. The first message creates a thread.',
  resendMessage:
    'Resends the message immediately, without creating another one. Repeated requests within ' +
    '10 seconds send it once.',
  getAttachment: 'The token is part of the `fileUrl` of the message.',
  listOutboxMessages:
    'Servers without a mail server and channels record messages instead of sending them.',
} as const
