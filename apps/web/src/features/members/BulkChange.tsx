import { isSingle } from '@learnt/contract/custom-fields'
import { listChanges, type MemberChange, type MemberWordFilter } from '@learnt/contract/members'
import { roleRank, roles } from '@learnt/contract/roles'
import { organisationFields } from '@learnt/contract/team-values'
import { fullName } from '@learnt/contract/text'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useMe } from '../../api/SessionProvider.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { type BulkProps, selectionOf } from './selection.ts'
import { useFieldLabels } from './useFieldLabels.ts'

/** Changes one field of the selection, or puts it on a list; the server does it as a job that the tray shows. */
export function BulkChange(props: BulkProps) {
  const { t } = useTranslation('members')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
        {t('bulk.change')}
      </Button>
      {open && <BulkChangeDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

type Field = MemberChange['field'] | 'audience'
const changeable: readonly Field[] = ['tags', 'position', 'managers', 'roles', 'audience', ...organisationFields]

function BulkChangeDialog({ selected, filter, onDone, onClose }: BulkProps & { onClose: () => void }) {
  const { t, i18n } = useTranslation(['members', 'common', 'shell', 'parts'])
  const { t: words } = useTranslation('problems')
  const { t: custom } = useTranslation('customFields')
  const me = useMe()
  const id = useId()
  const { find, labelOf } = useFieldLabels()
  const [field, setField] = useState<Field>('tags')
  const [how, setHow] = useState<(typeof listChanges)[number]>('add')
  const [values, setValues] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState('')
  const own = find(field)
  const isPeople = field === 'managers' || own?.kind === 'person'
  const people = useQuery({
    ...queryOf(api.members.list, { query: { search: typed, limit: 20, status: ['active'] } as never }),
    enabled: isPeople,
    placeholderData: keepPreviousData,
  })
  const audiences = useQuery({
    ...queryOf(api.audiences.list, { query: { search: typed } }),
    enabled: field === 'audience',
  })
  const named = (): { value: string; label: string }[] => {
    if (isPeople) return (people.data?.items ?? []).map((row) => ({ value: row.userId, label: fullName(row) }))
    if (field === 'audience')
      return (audiences.data?.items ?? [])
        .filter((one) => one.kind === 'people')
        .map((one) => ({ value: one.id, label: one.title }))
    if (field === 'roles')
      return roles
        .filter((role) => roleRank[role] <= roleRank[me.role])
        .map((value) => ({ value, label: t(`common:roles.${value}`) }))
    if (own?.kind === 'yesno')
      return (['yes', 'no'] as const).map((value) => ({ value, label: custom(`values.${value}`) }))
    return (own?.choices ?? []).map((value) => ({ value, label: value }))
  }
  const options = named()
  const isFree =
    !isPeople && field !== 'roles' && field !== 'audience' && (!own || !['choices', 'yesno'].includes(own.kind))
  const ways = field === 'audience' || field === 'roles' ? (['add', 'remove'] as const) : listChanges
  const done = () => {
    showToast({ variant: 'info', text: t('shell:jobs.started') })
    onClose()
    onDone()
  }
  const fail = (error: Error) =>
    setProblem((isProblem(error, 'invalid-input') && error.errors[0]?.message) || problemText(words, error))
  const change = useSend(api.members.change, { outdates: ['members', 'jobs'], onSuccess: done, onError: fail })
  const add = useSend(api.audiences.addPeople, {
    outdates: ['audiences', 'permissions'],
    onSuccess: ({ added }) => {
      showToast({ variant: 'success', text: t('bulk.addedToAudience', { count: added }) })
      onClose()
      onDone()
    },
    onError: fail,
  })
  const remove = useSend(api.audiences.removePeople, {
    outdates: ['audiences', 'permissions'],
    onSuccess: ({ removed }) => {
      showToast({ variant: 'success', text: t('bulk.removedFromAudience', { count: removed }) })
      onClose()
      onDone()
    },
    onError: fail,
  })
  const selection = selectionOf({ selected, filter })
  const all = isFree ? [...new Set([...values, typed.trim()])].filter(Boolean) : [...values]
  const isEmpty = all.length === 0 && (how !== 'set' || field === 'audience')
  const apply = () => {
    if (isEmpty) return setProblem(t('bulk.needsValue'))
    if (field === 'audience')
      return (how === 'remove' ? remove : add).mutate({ params: { audienceId: all[0] ?? '' }, body: { selection } })
    change.mutate({ body: { selection, change: { field, how, values: all } as MemberChange } })
  }
  const number = formatNumber(selected.count, i18n.language)
  const counted =
    selected.by === 'filter' && selected.isMore ? t('parts:table.moreThan', { formatted: number }) : number
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('bulk.changeTitle')}</DialogTitle>
      <DialogContent>
        <Box sx={{ display: 'grid', gap: 2.5, pt: 1 }}>
          <Typography color="textSecondary">
            {t('bulk.confirm', { count: selected.count, formatted: counted })}
          </Typography>
          <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <TextField
              select
              label={t('filters.field')}
              value={field}
              onChange={(event) => {
                setField(event.target.value as Field)
                setHow('add')
                setValues([])
                setTyped('')
                setProblem('')
              }}
              slotProps={{ select: { MenuProps: { slotProps: { paper: { sx: { maxHeight: 360 } } } } } }}
            >
              {changeable
                .filter((one) => find(one)?.access.administrator !== 'see')
                .map((one) => (
                  <MenuItem key={one} value={one}>
                    {one === 'audience' ? t('bulk.audience') : labelOf(one as MemberWordFilter)}
                  </MenuItem>
                ))}
            </TextField>
            <TextField
              select
              label={t('bulk.how')}
              value={how}
              onChange={(event) => setHow(event.target.value as typeof how)}
            >
              {ways.map((one) => (
                <MenuItem key={one} value={one}>
                  {t(`bulk.ways.${one}`)}
                </MenuItem>
              ))}
            </TextField>
          </Box>
          <Autocomplete
            key={field}
            multiple
            freeSolo={isFree}
            filterSelectedOptions
            options={options.map((one) => one.value)}
            {...(isPeople ? { filterOptions: (found: string[]) => found } : {})}
            getOptionLabel={(value) => options.find((one) => one.value === value)?.label ?? value}
            value={[...values]}
            onChange={(_, next) => {
              const isOne = field === 'audience' || (own && isSingle(own.kind))
              setValues(isOne ? next.slice(-1) : next)
              setProblem('')
            }}
            inputValue={typed}
            onInputChange={(_, text) => setTyped(text)}
            renderInput={(params) => (
              <TextField
                {...params}
                label={t(field === 'audience' ? 'bulk.audience' : 'bulk.values')}
                error={problem !== ''}
                helperText={problem || (isFree ? t('filters.valuesHelp') : undefined)}
              />
            )}
          />
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button variant="contained" loading={change.isPending || add.isPending || remove.isPending} onClick={apply}>
          {t('bulk.changeApply')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
