import { hoverOf, isHex, textOn } from '@learnt/contract/contrast'
import type { Team } from '@learnt/contract/session'
import type { CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

export type OfferedProvider = Team['authProviders'][number]

/** One button for each provider, in its colour, with whichever of black and white reads on it. */
export function ProviderButtons({
  providers,
  busy,
  onChoose,
}: {
  providers: readonly OfferedProvider[]
  busy: boolean
  onChoose: (provider: OfferedProvider) => void
}) {
  const { t } = useTranslation('session')
  return providers.map((provider) => (
    <button
      key={provider.id}
      type="button"
      className={isHex(provider.color) ? 'guest-button guest-button-own' : 'guest-button guest-button-quiet'}
      style={coloured(provider.color)}
      disabled={busy}
      onClick={() => onChoose(provider)}
    >
      {t('login.with', { provider: provider.name })}
    </button>
  ))
}

function coloured(color: string): CSSProperties | undefined {
  if (!isHex(color)) return undefined
  return { '--own': color, '--own-hover': hoverOf(color), '--on-own': textOn(color) } as CSSProperties
}
