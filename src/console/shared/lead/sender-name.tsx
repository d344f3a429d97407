import { useSession } from '../../api/session.tsx'
import { useLeadTranslations } from '../../i18n/lead-translations.ts'
import type { Message } from './lead.query.ts'

type SenderProps = { message: Pick<Message, 'sender' | 'senderType'> }

/** Sender of a message; "You" only for the signed-in employee. */
export function SenderName({ message: { sender, senderType } }: SenderProps) {
  const { messages, timeline } = useLeadTranslations()
  const { agency, employee } = useSession()
  if (senderType === 'GUEST') return <>{messages.guest}</>
  if (sender?.type === 'EMPLOYEE' && sender.uid === employee.uid) return <>{messages.you}</>
  const kind = sender ? timeline.actors[sender.type] : undefined
  return <bdi>{sender?.name ?? kind ?? agency.name}</bdi>
}
