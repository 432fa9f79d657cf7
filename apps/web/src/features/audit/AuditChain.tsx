import type { ChainState, ShownProblem } from '@learnt/contract/audit-chain'
import Alert, { type AlertColor } from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { followJob } from '../../api/follow-job.ts'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { formatClock, formatDay, formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'

const shownProblems = 10

/** Whether the log is as it was sealed, by the latest check, and a button for another one. */
export function AuditChain() {
  const { t } = useTranslation('audit')
  const client = useQueryClient()
  const chain = useQuery(queryOf(api.audit.chain))
  const [isChecking, setChecking] = useState(false)
  const verify = useSend(api.audit.verify, {
    outdates: ['jobs'],
    onSuccess: ({ jobId }) => {
      setChecking(true)
      void followJob(jobId)
        .then(({ state }) => {
          if (state !== 'succeeded') showToast({ variant: 'error', text: t('chain.failed') })
        })
        .catch(() => showToast({ variant: 'error', text: t('chain.failed') }))
        .finally(() => {
          setChecking(false)
          void client.invalidateQueries({ queryKey: ['audit', 'chain'] })
        })
    },
    onError: () => showToast({ variant: 'error', text: t('chain.failed') }),
  })
  if (chain.isError) return null
  if (!chain.data) return <Skeleton variant="rounded" height={74} sx={{ mb: 2 }} />
  const { check } = chain.data
  return (
    <Alert
      severity={severityOf(chain.data)}
      role="status"
      sx={{ mb: 2, '& .MuiAlert-message': { flex: 1, minWidth: 0 } }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}>
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <Summary chain={chain.data} />
          {check && check.problems.length > 0 && (
            <Box component="ul" sx={{ m: 0, mt: 1, ps: 0, paddingInlineStart: 2.5 }}>
              {check.problems.slice(0, shownProblems).map((problem) => (
                <li key={`${problem.kind} ${problem.from} ${problem.at}`}>
                  <Problem problem={problem} />
                </li>
              ))}
            </Box>
          )}
        </Box>
        <Button
          variant="outlined"
          color="inherit"
          size="small"
          loading={isChecking || verify.isPending}
          onClick={() => verify.mutate({})}
        >
          {t('chain.verify')}
        </Button>
      </Box>
    </Alert>
  )
}

function severityOf({ check }: ChainState): AlertColor {
  if (!check) return 'info'
  if (check.problemCount > 0) return 'error'
  return check.strangeLines > 0 || (check.upTo > 0 && !check.isSigned) ? 'warning' : 'success'
}

function Summary({ chain: { check, head, waiting } }: { chain: ChainState }) {
  const { t, i18n } = useTranslation('audit')
  const number = (of: number) => formatNumber(of, i18n.language)
  const moment = useMoment()
  const more = (check?.problems.length ?? 0) - shownProblems
  const lines = [
    ...(check && check.problemCount > 0 ? [t('chain.askOperator')] : []),
    ...(check?.restores ?? []).map((one) =>
      t('chain.restored', { date: moment(one.at), entry: number(one.upTo), before: number(one.before) }),
    ),
    ...(check && check.erased > 0 ? [t('chain.erased', { count: check.erased })] : []),
    ...(check && check.late > 0 ? [t('chain.late', { count: check.late })] : []),
    ...(check && check.upTo > 0 && !check.isSigned ? [t('chain.unsigned')] : []),
    ...(check && check.strangeLines > 0 ? [t('chain.strange', { count: check.strangeLines })] : []),
    ...(head || waiting > 0 ? [t('chain.sealed', { entries: number(head?.seq ?? 0), waiting: number(waiting) })] : []),
    ...(more > 0 ? [t('chain.more', { count: (check?.problemCount ?? 0) - shownProblems })] : []),
  ]
  return (
    <>
      <Typography variant="subtitle2" component="h2">
        {!check
          ? t('chain.unchecked')
          : check.problemCount > 0
            ? t('chain.problems', { count: check.problemCount, date: moment(check.checkedAt) })
            : t('chain.verified', { entry: number(check.upTo), date: moment(check.checkedAt) })}
      </Typography>
      {lines.map((line) => (
        <Typography key={line} variant="body2">
          {line}
        </Typography>
      ))}
    </>
  )
}

function Problem({ problem: { kind, from, until, at, actionName } }: { problem: ShownProblem }) {
  const { t, i18n } = useTranslation('audit')
  const moment = useMoment()
  const number = (of: number | null) => formatNumber(of ?? 0, i18n.language)
  const which =
    from === null
      ? t('chain.entry')
      : from === until
        ? t('chain.entryOf', { entry: number(from) })
        : t('chain.entriesOf', { from: number(from), until: number(until) })
  const details = [actionName ?? '', at ? moment(at) : ''].filter((one) => one !== '')
  return (
    <>
      {t(`chain.kinds.${kind}`, { which })}
      {details.length > 0 && ` (${details.join(', ')})`}
    </>
  )
}

function useMoment(): (at: string) => string {
  const { t, i18n } = useTranslation('common')
  return (at) =>
    t('time.at', { date: formatDay(new Date(at), i18n.language), time: formatClock(new Date(at), i18n.language) })
}
