import type { Team } from '@learnt/contract/session'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../ui/lazy-part.tsx'
import { GuestLanguages } from './GuestLanguages.tsx'
import { GuestSchemes } from './GuestSchemes.tsx'

const GuestLook = lazyPart(async () => (await import('./GuestLook.tsx')).GuestLook, { floats: true })

/** What a guest may set on every page for guests: language, light or dark, the theme. */
export function GuestChoices({ team }: { team: Team }) {
  const { t } = useTranslation('session')
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="guest-choices">
      <GuestLanguages />
      <GuestSchemes />
      <button type="button" className="guest-link guest-look" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('look.title')}
      </button>
      {isOpen && <GuestLook team={team} onClose={() => setOpen(false)} />}
    </div>
  )
}
