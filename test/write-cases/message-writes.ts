/** Write cases of messages and threads. */
import { sendMessages } from '../fixtures/message-dispatcher.ts'
import type { Case, Writes } from './write.ts'

const content = { text: 'Hello' }
const added = ['NEW_INBOX_MESSAGE', 'INBOX_THREAD_UPDATED']
const email = 'ada@guest.example'

const createThread = async ({ made, leadIn }: Case): Promise<string> => {
  const body = { type: 'EMAIL', leadUid: await leadIn('NW', { email }), content }
  return (await made('POST', '/messages', body)).message.threadUid
}

export const writes: Writes = {
  'POST /messages': async ({ leadIn }) => ({
    body: { type: 'EMAIL', leadUid: await leadIn('NW', { email }), content },
    tells: added,
  }),
  'POST /messages/inbound': async ({ leadIn }) => ({
    body: { type: 'AIRBNB', leadUid: await leadIn('NW'), content },
    tells: added,
  }),
  'POST /messages/:uid/resend': async ({ server, made, leadIn }) => {
    const body = { type: 'EMAIL', leadUid: await leadIn('NW', { email }), content }
    const { uid } = (await made('POST', '/messages', body)).message
    await sendMessages(server)
    return { params: { uid }, tells: ['MESSAGE_STATUS_UPDATED'] }
  },
  'POST /guests/:uid/erase': async agency => {
    await createThread(agency)
    const { guests } = await agency.made('GET', `/guests?agencyUid=${agency.agencyUid}`)
    const tells = ['MESSAGE_STATUS_UPDATED', 'INBOX_THREAD_UPDATED', 'BOOKING_UPDATED']
    return { params: { uid: guests[0].uid }, tells: [...tells, 'INQUIRY_UPDATED'] }
  },
  'POST /threads/:uid/mark-as-read': async agency => {
    const uid = await createThread(agency)
    await agency.made('POST', `/threads/${uid}/mark-as-unread`)
    return { params: { uid }, tells: ['INBOX_THREAD_UPDATED'] }
  },
  'POST /threads/:uid/mark-as-unread': async agency => ({
    params: { uid: await createThread(agency) },
    tells: ['INBOX_THREAD_UPDATED'],
  }),
}
