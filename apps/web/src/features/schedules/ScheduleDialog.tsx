import { type ScheduledViews, scheduledViews } from '@learnt/contract/report-lists'
import { rhythms, type Schedule, ScheduleInput } from '@learnt/contract/schedules'
import { searchForm } from '@learnt/contract/text'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf, useSend } from '../../api/queries.ts'
import { askViews } from '../../lists/views-ask.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { AppForm } from '../../ui/form/AppForm.tsx'
import { FormChoices } from '../../ui/form/FormChoices.tsx'
import { FormSelect } from '../../ui/form/FormSelect.tsx'
import { FormText } from '../../ui/form/FormText.tsx'
import { useAppForm, useServerErrors } from '../../ui/form/form-state.ts'
import { fieldText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { WeekdaysField } from './WeekdaysField.tsx'

/** Creates or changes a schedule. Mount it to open it. */
export function ScheduleDialog({
  schedule,
  timeZone,
  onClose,
}: {
  schedule: Schedule | null
  timeZone: string
  onClose: () => void
}) {
  const { t } = useTranslation(['schedules', 'common'])
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const found = useQueries({ queries: scheduledViews.map(askViews) })
  const views = found.flatMap((one) => one.data?.items ?? [])
  const form = useAppForm(ScheduleInput, {
    defaultValues: schedule
      ? {
          viewId: schedule.viewId,
          rhythm: schedule.rhythm,
          weekdays: schedule.weekdays,
          monthDay: schedule.monthDay,
          time: schedule.time,
          shows: schedule.shows,
          receiverIds: schedule.receivers.map((one) => one.userId),
        }
      : { viewId: '', rhythm: 'weekly', weekdays: [1], monthDay: 1, time: '08:00', shows: 'now', receiverIds: [] },
  })
  const complain = useServerErrors(form)
  const done = {
    outdates: ['schedules'] as const,
    onSuccess: (saved: Schedule) => {
      showToast({ variant: 'success', text: t('saved', { name: saved.viewName }) })
      onClose()
    },
    onError: complain,
  }
  const create = useSend(api.schedules.create, done)
  const update = useSend(api.schedules.update, done)
  const isPending = create.isPending || update.isPending
  const close = useCloseGuard(form.formState.isDirty, onClose)
  const rhythm = form.watch('rhythm')
  const viewId = form.watch('viewId')
  const list = views.find((view) => view.id === viewId)?.list as ScheduledViews | undefined
  // an invalid value in a hidden field must not block the form
  useEffect(() => {
    if (rhythm !== 'monthly') form.setValue('monthDay', schedule?.monthDay ?? 1)
  }, [rhythm, form, schedule])
  const hasNoView = found.every((one) => one.isSuccess) && views.length === 0
  return (
    <Dialog
      open
      onClose={isPending ? undefined : () => void close()}
      fullScreen={phone}
      maxWidth="sm"
      fullWidth
      aria-labelledby={id}
    >
      <DialogTitle id={id}>{t(schedule ? 'editTitle' : 'addTitle')}</DialogTitle>
      <DialogContent>
        {hasNoView && (
          <Alert severity="info" sx={{ mb: 2 }}>
            {t('noViews')}
          </Alert>
        )}
        <AppForm
          form={form}
          id={`${id}-form`}
          sx={{ display: 'grid', gap: 2.5, pt: 1 }}
          onSubmit={(body) =>
            schedule ? update.mutate({ params: { scheduleId: schedule.id }, body }) : create.mutate({ body })
          }
        >
          <FormSelect
            name="viewId"
            label={t('view')}
            required
            help={t('viewHelp')}
            options={views.map((view) => ({
              value: view.id,
              label: `${view.name} (${t(`lists.${view.list as ScheduledViews}`)})`,
            }))}
          />
          <FormSelect
            name="rhythm"
            label={t('rhythm')}
            options={rhythms.map((value) => ({ value, label: t(`rhythms.${value}`) }))}
          />
          {rhythm === 'weekly' && <WeekdaysField name="weekdays" label={t('weekdays')} />}
          {rhythm === 'monthly' && (
            <FormText
              name="monthDay"
              kind="number"
              label={t('monthDay')}
              help={t('monthDayHelp')}
              slotProps={{ htmlInput: { min: 1, max: 31, inputMode: 'numeric' } }}
            />
          )}
          <TimeField name="time" label={t('time')} help={t('timeHelp', { zone: timeZone })} />
          <FormSelect
            name="shows"
            label={t('shows')}
            options={(['now', 'dayBefore'] as const).map((value) => ({ value, label: t(`showing.${value}`) }))}
          />
          <ReceiversField chosen={schedule?.receivers ?? []} list={list} />
        </AppForm>
      </DialogContent>
      <DialogActions>
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

function TimeField({ name, label, help }: { name: string; label: string; help: string }) {
  const { t } = useTranslation('problems')
  const { field, fieldState } = useController({ name })
  const error = fieldText(t, fieldState.error?.message)
  return (
    <TextField
      type="time"
      fullWidth
      required
      label={label}
      value={field.value ?? ''}
      inputRef={field.ref}
      onBlur={field.onBlur}
      onChange={(event) => field.onChange(event.target.value)}
      error={Boolean(error)}
      helperText={error || help}
      slotProps={{ inputLabel: { shrink: true } }}
    />
  )
}

function ReceiversField({
  chosen,
  list,
}: {
  chosen: readonly { userId: string; name: string; email: string }[]
  /** The list behind the chosen view: not everybody who sees reports may see it. */
  list: ScheduledViews | undefined
}) {
  const { t } = useTranslation('schedules')
  const [typed, setTyped] = useState('')
  const search = useDeferredValue(typed.trim())
  const found = useQuery({
    ...queryOf(api.schedules.people, { query: { ...(search ? { search } : {}), ...(list ? { list } : {}) } }),
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })
  // Keeps the names of people that an earlier search found, because the next search replaces the results.
  const [known, setKnown] = useState(() => new Map(chosen.map((one) => [one.userId, one])))
  const fresh = found.data?.items.filter((one) => !known.has(one.userId)) ?? []
  if (fresh.length > 0) setKnown(new Map([...known, ...fresh.map((one) => [one.userId, one] as const)]))
  const chosenNow = useWatch<{ receiverIds: string[] }>({ name: 'receiverIds' })
  const people = [...known.values()].filter(
    ({ userId }) => chosenNow.includes(userId) || (found.data?.items.some((one) => one.userId === userId) ?? true),
  )
  return (
    <FormChoices
      name="receiverIds"
      label={t('receivers')}
      help={t('receiversHelp')}
      loading={found.isPending}
      onSearch={setTyped}
      options={people
        .filter((one) => matches(one, search))
        .concat(people.filter((one) => !matches(one, search)))
        .map((one) => ({ value: one.userId, label: one.name }))}
    />
  )
}

function matches(one: { name: string; email: string }, search: string): boolean {
  return searchForm(`${one.name} ${one.email}`).includes(searchForm(search))
}
