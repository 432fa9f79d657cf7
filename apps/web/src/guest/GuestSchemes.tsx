import type { Preferences } from '@learnt/contract/session'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { keepGuestLook, onGuestLook, readGuestLook } from '../session/guest-look.ts'

const drawings: Record<Preferences['colorScheme'], string> = {
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M4.900 4.900l1.800 1.800M17.300 17.300l1.800 1.800M4.900 19.100l1.800-1.800M17.300 6.700l1.800-1.800',
  dark: 'M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z',
  system: 'M3.500 5h17v11h-17zM8.500 20h7M12 16v4',
}
const schemes = ['light', 'dark', 'system'] as const

/** Light, dark or as the device: what most guests want to change, without the whole of the theme settings. */
export function GuestSchemes() {
  const { t } = useTranslation('session')
  const look = useSyncExternalStore(onGuestLook, readGuestLook)
  return (
    <fieldset className="guest-schemes">
      <legend>{t('look.scheme')}</legend>
      {schemes.map((scheme) => (
        <button
          key={scheme}
          type="button"
          title={t(`look.schemes.${scheme}`)}
          aria-label={t(`look.schemes.${scheme}`)}
          aria-pressed={look.colorScheme === scheme}
          onClick={() => keepGuestLook({ ...look, colorScheme: scheme })}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={drawings[scheme]} />
          </svg>
        </button>
      ))}
    </fieldset>
  )
}
