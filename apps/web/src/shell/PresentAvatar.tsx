import { useTranslation } from 'react-i18next'
import { usePresence } from '../api/LiveProvider.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'

/** The picture of somebody on screen, with a dot that says whether they are there. */
export function PresentAvatar({
  userId,
  name,
  src,
  size = 36,
}: {
  userId: string
  name: string
  src?: string | null | undefined
  size?: number
}) {
  const { t } = useTranslation('shell')
  const presence = usePresence(userId)
  return (
    <PersonAvatar
      name={name}
      src={src}
      size={size}
      presence={presence ? { state: presence.state, label: t(`presence.${presence.state}`) } : undefined}
    />
  )
}
