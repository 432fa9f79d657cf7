import type { Team } from '@learnt/contract/session'
import { useTranslation } from 'react-i18next'
import { forgetTeam, readTeamHint } from '../api/team-hint.ts'
import { paths } from '../routes/paths.ts'
import { GuestFrame } from './GuestFrame.tsx'

/** Stands in place of signing in where the organisation is suspended or deleted, in the team's look. */
export function ClosedPage({ team, closed }: { team: Team; closed: NonNullable<Team['closed']> }) {
  const { t } = useTranslation('session')
  const { state, reason } = closed
  const { supportEmail } = team
  return (
    <GuestFrame team={team} heading={t(`closed.${state}`, { tenant: team.tenantName })} lead={t(`closed.${state}Text`)}>
      {reason && (
        <p className="guest-notice" role="status">
          {/* in whatever language it was written: kept apart from the page's direction */}
          {t('closed.reason', { reason: `\u2068${reason}\u2069` })}
        </p>
      )}
      {supportEmail && (
        <p className="guest-foot">
          {t('closed.ask')}{' '}
          <a className="guest-link" href={`mailto:${supportEmail}`} dir="ltr">
            {supportEmail}
          </a>
        </p>
      )}
      {readTeamHint().team && (
        <p className="guest-foot">
          <a className="guest-link" href={paths.login} onClick={forgetTeam}>
            {t('closed.other')}
          </a>
        </p>
      )}
      {state === 'suspended' && (
        <p className="guest-foot">
          <a className="guest-link" href={`${paths.login}?look=1`}>
            {t('closed.look')}
          </a>
        </p>
      )}
    </GuestFrame>
  )
}
