import type { ReplyOf } from '@learnt/contract/endpoint'
import ComputerIcon from '@mui/icons-material/ComputerOutlined'
import PhoneIcon from '@mui/icons-material/SmartphoneOutlined'
import TabletIcon from '@mui/icons-material/TabletOutlined'
import ProgramIcon from '@mui/icons-material/TerminalOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { DateText } from '../../ui/DateText.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { ProfileRow } from './ProfileRow.tsx'

type Device = ReplyOf<typeof api.session.list>['items'][number]['device']
const icons = { phone: PhoneIcon, tablet: TabletIcon, computer: ComputerIcon, program: ProgramIcon }

/** The person's own open sessions; each but this one can be ended. */
export function SessionList({ most }: { most?: number }) {
  const { t } = useTranslation(['profile', 'problems'])
  const { t: words } = useTranslation('problems')
  const sessions = useQuery(queryOf(api.session.list))
  const nameOf = ({ browser, system }: Device) => {
    return browser && system ? t('sessions.on', { browser, system }) : (browser ?? system ?? t('sessions.unknown'))
  }
  const methodOf = (method: string) =>
    t(`sessions.method.${method as 'password'}`, { defaultValue: t('sessions.method.other') })
  const revoke = useSend(api.session.revoke, {
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  if (sessions.isError && !sessions.data)
    return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
  if (!sessions.data) return <LinesSkeleton />
  const items = [...sessions.data.items].sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent)).slice(0, most)
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {items.map((session) => {
        const device = nameOf(session.device)
        const Icon = icons[session.device.kind]
        return (
          <ProfileRow
            key={session.id}
            isItem
            icon={<Icon />}
            title={device}
            mark={
              session.isCurrent && <Chip size="small" color="primary" variant="outlined" label={t('sessions.here')} />
            }
            facts={[
              <>
                {t('sessions.seen')} <DateText value={session.lastSeenAt} format="ago" /> ·{' '}
                {t(`sessions.network.${session.network}`, { address: session.address })}
              </>,
              <>
                {t('sessions.proved', { method: methodOf(session.provenBy) })}
                {session.factor && ` · ${t(`sessions.factor.${session.factor}`)}`}
              </>,
              <>
                {t('sessions.begun')} <DateText value={session.createdAt} format="minute" /> · {t('sessions.expires')}{' '}
                <DateText value={session.expiresAt} format="minute" />
              </>,
            ]}
          >
            {!session.isCurrent && (
              <Button
                variant="outlined"
                color="inherit"
                size="small"
                aria-label={t('sessions.endNamed', { device })}
                onClick={() =>
                  revoke.mutate(
                    { params: { sessionId: session.id } },
                    { onSuccess: () => showToast({ variant: 'success', text: t('sessions.ended', { device }) }) },
                  )
                }
              >
                {t('sessions.end')}
              </Button>
            )}
          </ProfileRow>
        )
      })}
    </Box>
  )
}
