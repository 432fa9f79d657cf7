import type { Colleague } from '@learnt/contract/colleagues'
import type { StandIn } from '@learnt/contract/requests'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import ListItemText from '@mui/material/ListItemText'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { formatDay } from '../../ui/times.ts'

type Person = Colleague
const outdates = ['requests', 'forms']

/** Who decides for the reader, and on which days. */
export function StandInDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['requests', 'common'])
  const id = useId()
  const [isDirty, setDirty] = useState(false)
  const found = useQuery(queryOf(api.requests.standIns.list))
  const close = useCloseGuard(isDirty, onClose)
  return (
    <Dialog open onClose={() => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('standIn.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography color="textSecondary">{t('standIn.text')}</Typography>
        {found.error && !found.data && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
        {found.data && found.data.items.length > 0 && <Periods items={found.data.items} />}
        {found.data?.can.name === null && <NewPeriod today={found.data.today} onDirty={setDirty} />}
        {found.data?.can.name && <Alert severity="info">{t('standIn.decidesNothing')}</Alert>}
      </DialogContent>
      <DialogActions>
        <Button onClick={() => void close()}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function Periods({ items }: { items: readonly StandIn[] }) {
  const { t, i18n } = useTranslation('requests')
  const { t: problems } = useTranslation('problems')
  const end = useSend(api.requests.standIns.end, { outdates })
  const shown = (day: string) => formatDay(new Date(`${day}T12:00:00Z`), i18n.language, 'UTC')
  return (
    <>
      <Box
        component="ul"
        aria-label={t('standIn.list')}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1 }}
      >
        {items.map((one) => (
          <Box component="li" key={one.id} sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography sx={{ fontWeight: 600 }} dir="auto">
                {one.name}
              </Typography>
              <Typography variant="body2" color="textSecondary">
                {t('standIn.days', { from: shown(one.fromDay), until: shown(one.untilDay) })}
              </Typography>
            </Box>
            <IconButton
              aria-label={t('standIn.end', { name: one.name })}
              disabled={end.isPending}
              onClick={() => end.mutate({ params: { standInId: one.id } })}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          </Box>
        ))}
      </Box>
      {end.error && <Alert severity="error">{problemText(problems, end.error)}</Alert>}
    </>
  )
}

function NewPeriod({ today, onDirty }: { today: string; onDirty: (isDirty: boolean) => void }) {
  const { t } = useTranslation('requests')
  const { t: problems } = useTranslation('problems')
  const [person, setPerson] = useState<Person | null>(null)
  const [fromDay, setFromDay] = useState(today)
  const [untilDay, setUntilDay] = useState('')
  const [isTried, setTried] = useState(false)
  const name = useSend(api.requests.standIns.name, {
    outdates,
    onSuccess: () => {
      setPerson(null)
      setUntilDay('')
      setTried(false)
      onDirty(false)
    },
  })
  const told = isProblem(name.error, 'invalid-input') ? name.error.errors : undefined
  const faultOf = (field: string, isMissing: boolean) => {
    if (isTried && isMissing) return fieldText(problems, 'required')
    return told?.find((one) => one.path === `body.${field}`)?.message ?? ''
  }
  const touch = () => {
    onDirty(true)
    if (name.error) name.reset()
  }
  const faults = {
    userId: faultOf('userId', person === null),
    fromDay: faultOf('fromDay', fromDay === ''),
    untilDay: faultOf('untilDay', untilDay === ''),
  }
  const isElsewhere = name.error && !faults.userId && !faults.fromDay && !faults.untilDay
  return (
    <Box
      component="form"
      noValidate
      aria-label={t('standIn.add')}
      sx={{ display: 'grid', gap: 2 }}
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (person && fromDay && untilDay) name.mutate({ body: { userId: person.id, fromDay, untilDay } })
      }}
    >
      <PersonSearch
        value={person}
        fault={faults.userId}
        onChange={(next) => {
          touch()
          setPerson(next)
        }}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(180px, 1fr))' }}>
        {(
          [
            ['fromDay', fromDay, setFromDay],
            ['untilDay', untilDay, setUntilDay],
          ] as const
        ).map(([field, value, set]) => (
          <TextField
            key={field}
            type="date"
            required
            label={t(`standIn.${field}`)}
            value={value}
            error={faults[field] !== ''}
            helperText={faults[field]}
            onChange={(event) => {
              touch()
              set(event.target.value)
            }}
            slotProps={{ inputLabel: { shrink: true }, htmlInput: { min: field === 'fromDay' ? today : fromDay } }}
          />
        ))}
      </Box>
      {isElsewhere && <Alert severity="error">{problemText(problems, name.error)}</Alert>}
      <Button type="submit" variant="contained" loading={name.isPending} sx={{ justifySelf: 'start' }}>
        {t('standIn.add')}
      </Button>
    </Box>
  )
}

function PersonSearch(props: { value: Person | null; fault: string; onChange: (person: Person | null) => void }) {
  const { value, fault, onChange } = props
  const { t } = useTranslation('requests')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(api.requests.standIns.people, { query: { search } }),
    enabled: search.length >= 2,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  return (
    <Autocomplete<Person>
      options={search.length < 2 ? [] : (found.data?.items ?? [])}
      filterOptions={(options) => options}
      getOptionLabel={(person) => person.name}
      getOptionKey={(person) => person.id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      loading={found.isFetching}
      noOptionsText={
        search.length < 2 ? t('standIn.type') : t(found.data?.shows === 'off' ? 'standIn.byAddress' : 'standIn.nobody')
      }
      renderOption={({ key, ...option }, { id, name, teams }) => (
        <li key={id} {...option}>
          <ListItemText primary={name} secondary={teams.join(', ')} />
        </li>
      )}
      value={value}
      onChange={(_, person) => onChange(person)}
      onInputChange={(_, text) => setTyped(text)}
      renderInput={(params) => (
        <TextField {...params} required label={t('standIn.person')} error={fault !== ''} helperText={fault} />
      )}
    />
  )
}
