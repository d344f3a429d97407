import { useSession } from '../../api/session.tsx'
import { useLeadWords } from '../../words/lead-words.ts'
import type { Message } from '../lead/lead.read.ts'

type SenderProps = { message: Pick<Message, 'sender' | 'senderType'> }

/** Sender of a message; "You" is the signed-in employee only. */
export function SenderName({ message: { sender, senderType } }: SenderProps) {
  const { messages, timeline } = useLeadWords()
  const { agency, employee } = useSession()
  if (senderType === 'GUEST') return <>{messages.guest}</>
  if (sender?.type === 'EMPLOYEE' && sender.uid === employee.uid) return <>{messages.you}</>
  const kind = sender ? timeline.actors[sender.type] : undefined
  return <bdi>{sender?.name ?? kind ?? agency.name}</bdi>
}
