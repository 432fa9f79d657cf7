import { findPalette, type PaletteName, paletteNames } from '@learnt/contract/palettes'
import type { Team } from '@learnt/contract/session'
import { useEffect, useId, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keepGuestLook, onGuestLook, readGuestLook } from '../session/guest-look.ts'

const schemes = ['light', 'dark', 'system'] as const

/** Theme settings of somebody who is not signed in; they stay in this browser until the next logout. */
export function GuestLook({ team, onClose }: { team: Team; onClose: () => void }) {
  const { t } = useTranslation(['session', 'common'])
  const look = useSyncExternalStore(onGuestLook, readGuestLook)
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => dialog.current?.showModal(), [])
  const names: (PaletteName | null)[] = [null, ...paletteNames]
  const coloursOf = (name: PaletteName | null) => {
    const { primary, secondary } = findPalette(name ?? team.theme.palette)
    return name === null
      ? [team.theme.primaryColor || primary, team.theme.secondaryColor || secondary]
      : [primary, secondary]
  }
  return (
    <dialog ref={dialog} className="guest-drawer" aria-labelledby={id} onClose={onClose}>
      <h2 id={id}>{t('look.title')}</h2>
      <fieldset>
        <legend>{t('look.scheme')}</legend>
        {schemes.map((scheme) => (
          <label key={scheme}>
            <input
              type="radio"
              name="scheme"
              checked={look.colorScheme === scheme}
              onChange={() => keepGuestLook({ ...look, colorScheme: scheme })}
            />
            {t(`look.schemes.${scheme}`)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('look.theme')}</legend>
        {names.map((name) => {
          const [primary, secondary] = coloursOf(name)
          return (
            <label key={name ?? 'team'}>
              <input
                type="radio"
                name="theme"
                checked={look.theme === name}
                onChange={() => keepGuestLook({ ...look, theme: name })}
              />
              <svg width="36" height="20" viewBox="0 0 36 20" aria-hidden="true">
                <rect width="25" height="20" fill={primary} />
                <rect x="25" width="11" height="20" fill={secondary} />
              </svg>
              {name ? t(`common:palettes.${name}`) : t('look.asTeam')}
            </label>
          )
        })}
      </fieldset>
      <button type="button" className="guest-button" onClick={() => dialog.current?.close()}>
        {t('look.close')}
      </button>
    </dialog>
  )
}
