import { channelText } from '../../../i18n/format.ts'
import { useTranslations } from '../../../i18n/translations.tsx'

const marks: Record<string, string> = {
  AIRBNB: 'airbnb',
  BOOKING_COM: 'booking',
  VRBO: 'vrbo',
  EXPEDIA: 'expedia',
  HOSTFULLY: 'direct',
}

/** Name of a channel, after a square with its first letter. */
export function ChannelName({ channel }: { channel: string }) {
  const texts = useTranslations()
  const name = channelText(channel, texts)
  return (
    <span className="channel-name">
      <span className={`channel-mark is-${marks[channel] ?? 'other'}`} aria-hidden="true">
        {name[0]}
      </span>
      <span>{name}</span>
    </span>
  )
}
