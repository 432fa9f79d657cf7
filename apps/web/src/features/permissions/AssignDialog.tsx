import type { MemberFilter, MemberRow } from '@learnt/contract/members'
import type { Due } from '@learnt/contract/permissions'
import { fullName } from '@learnt/contract/text'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { followJob, sayLater } from '../../api/follow-job.ts'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { DueField } from './DueField.tsx'
import { isDueWrong } from './due.ts'
import { type GivenDocument, outdatedByGiving } from './given-document.ts'
import { MultiField } from './MultiField.tsx'
import { PeopleField } from './PeopleField.tsx'
import { RequiredField } from './RequiredField.tsx'

type Filter = z.input<typeof MemberFilter>

const firstFilter: Filter = { status: ['active'] }

/** Gives a document by hand: to named people, or to everybody whom a filter finds. */
export function AssignDialog({ document, onClose }: { document: GivenDocument; onClose: () => void }) {
  const { t, i18n } = useTranslation(['permissions', 'common', 'parts'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const [by, setBy] = useState<'people' | 'filter'>('people')
  const [people, setPeople] = useState<MemberRow[]>([])
  const [filter, setFilter] = useState(firstFilter)
  const [isOptional, setOptional] = useState(false)
  const [due, setDue] = useState<Due>({ kind: 'none' })
  const [tried, setTried] = useState(false)

  const asked = useDeferredValue(filter)
  const matching = useQuery({
    ...queryOf(api.members.list, { query: { ...asked, limit: 5 } }),
    enabled: by === 'filter',
    placeholderData: keepPreviousData,
  })
  const facets = useQuery({ ...queryOf(api.members.facets), enabled: by === 'filter', staleTime: 60_000 })
  const positions = useQuery({
    ...queryOf(api.members.attributeValues, { params: { field: 'position' } }),
    enabled: by === 'filter',
    staleTime: 60_000,
  })

  const refresh = () =>
    Promise.all([...outdatedByGiving, 'jobs'].map((part) => client.invalidateQueries({ queryKey: [part] })))
  const assign = useSend(api.permissions.assign, {
    outdates: ['jobs'],
    onSuccess: ({ jobId }) => {
      const hush = sayLater(() => showToast({ variant: 'info', text: t('assign.started', { title: document.title }) }))
      onClose()
      void followJob(jobId)
        .then((job) => {
          if (job.state === 'succeeded')
            showToast({ variant: 'success', text: t('assign.done', { title: document.title }) })
          else showToast({ variant: 'error', text: job.error ?? t('assign.failed', { title: document.title }) })
        })
        .catch((error: Error) => showToast({ variant: 'error', text: problemText(problems, error) }))
        .finally(() => {
          hush()
          void refresh()
        })
    },
  })
  const filtered = JSON.stringify(filter) !== JSON.stringify(firstFilter)
  const touched = people.length > 0 || filtered || isOptional || due.kind !== 'none'
  const close = useCloseGuard(touched, onClose)
  const count = by === 'people' ? people.length : (matching.data?.total ?? 0)
  const dueWrong = !isOptional && isDueWrong(due)
  const give = () => {
    setTried(true)
    if (count === 0 || dueWrong) return
    assign.mutate({
      params: { documentType: document.type, documentId: document.id },
      body: {
        selection: by === 'people' ? { by: 'ids', ids: people.map((person) => person.id) } : { by: 'filter', filter },
        isOptional,
        due: isOptional ? { kind: 'none' } : due,
      },
    })
  }
  const words = (number: number, isMore = false) => {
    const formatted = formatNumber(number, i18n.language)
    return { count: number, formatted: isMore ? t('parts:table.moreThan', { formatted }) : formatted }
  }
  const change = (key: keyof Filter, values: string[]) => {
    const { [key]: _, ...others } = filter
    setFilter(values.length > 0 ? { ...others, [key]: values } : others)
  }
  return (
    <Dialog
      open
      onClose={assign.isPending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t('assign.title', { title: document.title })}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, alignContent: 'start' }}>
        <Tabs
          value={by}
          onChange={(_, next: typeof by) => setBy(next)}
          aria-label={t('assign.how')}
          sx={{ borderBottom: 1, borderColor: 'divider' }}
        >
          <Tab value="people" label={t('assign.byPeople')} />
          <Tab value="filter" label={t('assign.byFilter')} />
        </Tabs>
        {by === 'people' ? (
          <PeopleField
            value={people}
            onChange={setPeople}
            error={tried && people.length === 0 ? t('assign.nobody') : undefined}
          />
        ) : (
          <Box sx={{ display: 'grid', gap: 1.5 }}>
            <TextField
              size="small"
              label={t('assign.search')}
              value={filter.search ?? ''}
              onChange={(event) => {
                const { search: _, ...others } = filter
                setFilter(event.target.value ? { ...others, search: event.target.value } : others)
              }}
            />
            <MultiField
              label={t('fields.position')}
              value={filter.position ?? []}
              options={positions.data?.values ?? []}
              onChange={(values) => change('position', values)}
            />
            <MultiField
              label={t('fields.teamId')}
              value={filter.teamId ?? []}
              options={facets.data?.teamId ?? []}
              onChange={(values) => change('teamId', values)}
            />
            <MultiField
              label={t('fields.roles')}
              value={filter.role ?? []}
              options={(facets.data?.role ?? []).map((one) => ({
                ...one,
                label: t(`common:roles.${one.value as 'learner'}`, { defaultValue: one.value }),
              }))}
              onChange={(values) => change('role', values)}
            />
            <MultiField
              label={t('fields.status')}
              value={filter.status ?? []}
              options={(facets.data?.status ?? []).map((one) => ({
                ...one,
                label: t(`common:states.membership.${one.value as 'active'}`, { defaultValue: one.value }),
              }))}
              onChange={(values) => change('status', values)}
            />
            <Box
              sx={{ p: 1.5, borderRadius: '10px', bgcolor: 'action.hover' }}
              role="status"
              aria-busy={matching.isFetching}
            >
              {matching.error ? (
                <Typography color="error" variant="body2">
                  {problemText(problems, matching.error)}
                </Typography>
              ) : (
                <>
                  <Typography variant="subtitle2">
                    {matching.data
                      ? t('assign.matching', words(matching.data.total, matching.data.totalIsExact === false))
                      : t('common:loading')}
                  </Typography>
                  <Typography variant="caption" color="textSecondary">
                    {matching.data?.items.map((person) => fullName(person)).join(', ')}
                    {(matching.data?.total ?? 0) > (matching.data?.items.length ?? 0) && ' …'}
                  </Typography>
                </>
              )}
            </Box>
          </Box>
        )}
        <RequiredField isOptional={isOptional} onChange={setOptional} />
        {!isOptional && (
          <DueField
            value={due}
            onChange={setDue}
            error={tried && dueWrong ? t(due.kind === 'after' ? 'due.daysWrong' : 'due.dayWrong') : undefined}
          />
        )}
        <Typography variant="caption" color="textSecondary">
          {t('assign.byHand')}
        </Typography>
        {assign.error && <Alert severity="error">{problemText(problems, assign.error)}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => void close()} disabled={assign.isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={assign.isPending}
          disabled={by === 'filter' && (matching.isFetching || count === 0)}
          onClick={give}
        >
          {count > 0
            ? t('assign.giveTo', words(count, by === 'filter' && matching.data?.totalIsExact === false))
            : t('assign.give')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
