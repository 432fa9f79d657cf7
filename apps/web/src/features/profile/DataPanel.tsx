import type { OwnData } from '@learnt/contract/data-exports'
import DownloadIcon from '@mui/icons-material/DownloadOutlined'
import EraseIcon from '@mui/icons-material/PersonRemoveOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { formatBytes } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { EraseDialog } from './EraseDialog.tsx'
import { ProfileRow } from './ProfileRow.tsx'
import { useProof } from './useProof.tsx'

/** Where no change is heard of, it is asked for. */
const askAgainMs = 5000

/** A copy of everything kept about the person, and their wish to be erased. */
export function DataPanel() {
  const { t } = useTranslation(['profile', 'problems'])
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: ['dataExports'] })
  useLive('jobs', () => void refresh())
  const data = useQuery({
    ...queryOf(api.dataExports.mine),
    refetchInterval: ({ state }) =>
      (state.data as OwnData | undefined)?.under?.state === 'making' ? askAgainMs : false,
  })
  const factors = useQuery(queryOf(api.factors.mine))
  const { run, dialog } = useProof(factors.data)
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  if (data.isError && !data.data) return <ErrorState error={data.error} onRetry={() => void data.refetch()} />
  if (!data.data) return <LinesSkeleton />
  const { under, ready } = data.data

  const make = async () => {
    setBusy(true)
    await run(async () => {
      await call(api.dataExports.make)
      await refresh()
    })
    setBusy(false)
  }
  const isMaking = under?.state === 'making'
  return (
    <Box>
      <ProfileRow icon={<DownloadIcon />} title={t('profile:data.copy')} facts={factsOf(data.data)}>
        {ready && (
          <Button
            component="a"
            href={api.dataExports.download.path.replace(':exportId', ready.id)}
            download
            variant="contained"
            size="small"
          >
            {t('profile:data.download')}
          </Button>
        )}
        {!isMaking && (
          <Button variant="outlined" size="small" loading={isBusy} onClick={() => void make()}>
            {t(under ? 'profile:data.again' : ready ? 'profile:data.renew' : 'profile:data.make')}
          </Button>
        )}
      </ProfileRow>
      {isMaking && (
        <LinearProgress
          aria-label={t('profile:data.making')}
          {...(under.total ? { variant: 'determinate', value: (100 * under.done) / under.total } : {})}
          sx={{ height: 6, borderRadius: 3, mb: 1.75 }}
        />
      )}
      <EraseRow data={data.data} onAsk={() => setAsking(true)} />
      {isAsking && <EraseDialog onClose={() => setAsking(false)} />}
      {dialog}
    </Box>
  )

  function factsOf({ under, ready }: OwnData): ReactNode[] {
    const facts: ReactNode[] = []
    if (under?.state === 'failed') facts.push(<span role="alert">{t('profile:data.failed')}</span>)
    if (under?.state === 'making')
      facts.push(<span role="status">{t(under.done > 0 ? 'profile:data.making' : 'profile:data.waiting')}</span>)
    if (ready) facts.push(<Ready ready={ready} />)
    return facts.length > 0 ? facts : [t('profile:data.none')]
  }
}

function Ready({ ready }: { ready: NonNullable<OwnData['ready']> }) {
  const { t, i18n } = useTranslation('profile')
  return (
    <>
      {t('data.ready')} <DateText value={ready.expiresAt} format="minute" /> · {formatBytes(ready.size, i18n.language)}
    </>
  )
}

function EraseRow({ data, onAsk }: { data: OwnData; onAsk: () => void }) {
  const { t } = useTranslation('profile')
  const { t: words } = useTranslation('problems')
  const { erase, nextEraseAt } = data
  const withdraw = useSend(api.eraseRequests.withdraw, {
    outdates: ['dataExports'],
    onSuccess: () => showToast({ variant: 'success', text: t('data.withdrawn') }),
    onError: (error) => showToast({ variant: 'error', text: problemText(words, error) }),
  })
  const askFirst = async () => {
    const yes = await confirm({
      title: t('data.withdrawTitle'),
      text: t('data.withdrawText'),
      confirmLabel: t('data.withdraw'),
    })
    if (yes) withdraw.mutate({})
  }
  const facts: ReactNode[] = erase
    ? [
        <>
          {t('data.asked')} <DateText value={erase.askedAt} format="minute" />
        </>,
        ...(erase.reason ? [t('data.reason', { reason: erase.reason })] : []),
      ]
    : [t('data.eraseText')]
  return (
    <ProfileRow icon={<EraseIcon />} title={t('data.erase')} facts={facts}>
      {erase ? (
        <Button variant="outlined" size="small" loading={withdraw.isPending} onClick={() => void askFirst()}>
          {t('data.withdraw')}
        </Button>
      ) : (
        <ActionButton
          variant="outlined"
          color="error"
          size="small"
          reasonWords={nextEraseAt ? t('data.onceADay') : undefined}
          onClick={onAsk}
        >
          {t('data.ask')}
        </ActionButton>
      )}
    </ProfileRow>
  )
}
