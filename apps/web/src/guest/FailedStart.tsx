import { useTranslation } from 'react-i18next'
import { paintGuestLook } from './guest-colors.ts'

const plainTheme = {
  palette: 'learnt',
  primaryColor: '',
  secondaryColor: '',
  sidebarBackgroundColor: '',
  topHeaderBackgroundColor: '',
  iconLogo: '',
  loggedOutLogo: '',
  loggedOutBackgroundImage: '',
  favicon: '',
}

/** The very first question got no answer: nothing else can be shown. */
export function FailedStart({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation()
  paintGuestLook(plainTheme)
  const offline = (error as { code?: string }).code === 'unavailable'
  return (
    <div className="guest" style={{ gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <main className="guest-main">
        <div className="guest-card" role="alert">
          <h1>{t('failure.title')}</h1>
          <p className="guest-lead">{offline ? t('failure.offline') : error instanceof Error ? error.message : ''}</p>
          <button type="button" className="guest-button" onClick={onRetry}>
            {t('actions.retry')}
          </button>
        </div>
      </main>
    </div>
  )
}
