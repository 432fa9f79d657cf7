import { type CalendarEntry, PersonalEntryInput } from '@learnt/contract/calendar'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useTheme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { confirm } from '../../ui/dialogs.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { showToast } from '../../ui/toasts.ts'
import { ClockField } from './ClockField.tsx'
import { inputOf, ownZone, type Span, timeOf } from './entry-times.ts'
import { TimeZoneField } from './TimeZoneField.tsx'

/** Makes an own entry, or changes one. Mount it to open it. */
export function EntryDialog({
  entry,
  span,
  onClose,
}: {
  entry: CalendarEntry | null
  /** Where a new entry begins. */
  span: Span
  onClose: () => void
}) {
  const { t } = useTranslation(['calendar', 'common'])
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const zone = entry?.timeZone ?? ownZone()
  const form = useAppForm(PersonalEntryInput, {
    defaultValues: entry
      ? inputOf(entry)
      : { title: '', description: '', place: '', timeZone: zone, time: timeOf(span, zone) },
  })
  const [other, setOther] = useState<PersonalEntryInput['time'] | null>(null)
  const complain = useServerErrors(form)
  const done = {
    outdates: ['calendar', 'quickPanel'],
    onSuccess: ({ title }: CalendarEntry) => {
      showToast({ variant: 'success', text: t('saved', { title }) })
      onClose()
    },
    onError: complain,
  }
  const add = useSend(api.calendar.addEntry, done)
  const change = useSend(api.calendar.changeEntry, done)
  const remove = useSend(api.calendar.removeEntry, {
    outdates: ['calendar', 'quickPanel'],
    onSuccess: () => {
      showToast({ variant: 'success', text: t('removed', { title: entry?.title ?? '' }) })
      onClose()
    },
    onError: complain,
  })
  const isPending = add.isPending || change.isPending || remove.isPending
  const close = useCloseGuard(form.formState.isDirty, onClose)
  const time = form.watch('time')
  const wholeDays = time.by === 'days'
  // what was typed in one kind of time comes back when it is chosen again
  const turn = () => {
    form.setValue('time', other ?? turned(time), { shouldDirty: true })
    form.clearErrors('time')
    setOther(time)
  }
  const askRemove = async () => {
    if (
      entry?.own &&
      (await confirm({
        title: t('entry.removeTitle', { title: entry.title }),
        confirmLabel: t('entry.remove'),
        danger: true,
      }))
    )
      remove.mutate({ params: { entryId: entry.own.id } })
  }
  return (
    <Dialog
      open
      onClose={isPending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t(entry ? 'entry.change' : 'entry.add')}</DialogTitle>
      <DialogContent>
        <AppForm
          form={form}
          id={`${id}-form`}
          sx={{ display: 'grid', gap: 2.5, pt: 1 }}
          onSubmit={(body) =>
            entry?.own
              ? change.mutate({ params: { entryId: entry.own.id }, body: { ...body, revision: entry.own.revision } })
              : add.mutate({ body })
          }
        >
          <FormText name="title" label={t('entry.title')} required autoFocus />
          <FormControlLabel
            label={t('entry.wholeDays')}
            control={<Switch checked={wholeDays} onChange={turn} />}
            sx={{ justifySelf: 'start' }}
          />
          <Box sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            {wholeDays ? (
              <>
                <FormText key="first" name="time.first" kind="day" label={t('entry.first')} required />
                <FormText key="last" name="time.last" kind="day" label={t('entry.last')} required />
              </>
            ) : (
              <>
                <ClockField key="starts" name="time.starts" label={t('entry.starts')} required />
                <ClockField key="ends" name="time.ends" label={t('entry.ends')} required />
              </>
            )}
          </Box>
          <TimeZoneField name="timeZone" label={t('entry.timeZone')} />
          <FormText name="place" label={t('entry.place')} />
          <FormText name="description" label={t('entry.description')} multiline minRows={2} />
          <Typography variant="caption" color="textSecondary">
            {t('entry.private')}
          </Typography>
        </AppForm>
      </DialogContent>
      <DialogActions>
        {entry && (
          <Button color="error" sx={{ marginInlineEnd: 'auto' }} onClick={() => void askRemove()} disabled={isPending}>
            {t('entry.remove')}
          </Button>
        )}
        <Button color="inherit" onClick={() => void close()} disabled={isPending}>
          {t('common:actions.cancel')}
        </Button>
        <Button type="submit" form={`${id}-form`} variant="contained" loading={isPending}>
          {t('common:actions.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Days of an entry with times, or a morning hour of one with days. */
function turned(time: PersonalEntryInput['time']): PersonalEntryInput['time'] {
  return time.by === 'days'
    ? { by: 'times', starts: `${time.first}T09:00`, ends: `${time.last}T10:00` }
    : { by: 'days', first: time.starts.slice(0, 10), last: time.ends.slice(0, 10) }
}
