import { goneStates } from '@learnt/contract/events/attendance'
import type { ManagedPlaces } from '@learnt/contract/events/operations'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { askManagedOne } from './asks.ts'
import { EventState } from './EventState.tsx'
import { eventPaths } from './event-paths.ts'
import { usePeopleActions } from './usePeopleActions.ts'

export const loader: Loader = ({ client, params: { eventId = '' } }) => client.prefetchQuery(askManagedOne(eventId))

/** An event for a manager: places that they reserve, and who of their people gets them. */
export function ManagedEventPage() {
  const { t } = useTranslation('eventPeople')
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string }
  const result = useQuery(askManagedOne(eventId))
  useLive('me', () => void result.refetch())
  useDocumentTitle(result.data?.title ?? '')
  const back = { href: eventPaths.managed, label: t('managed.title') }
  if (result.error && !result.data) return <ErrorState error={result.error} onRetry={() => void result.refetch()} />
  if (!result.data) return <PageSkeleton />
  const event = result.data
  return (
    <>
      <PageHeader title={event.title} back={back} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)', maxWidth: 860 }}>
        <Reserved key={event.reserved} event={event} />
        <People event={event} />
      </Box>
    </>
  )
}

/** How many places are kept for people who are named later. */
function Reserved({ event }: { event: ManagedPlaces }) {
  const { t } = useTranslation('eventPeople')
  const { t: problems } = useTranslation('problems')
  const [typed, setTyped] = useState(String(event.reserved))
  const [error, setError] = useState('')
  const { free } = event.seats
  const reserve = useSend(api.events.manager.reserve, {
    outdates: ['events'],
    onSuccess: ({ reserved }) =>
      showToast({
        variant: 'success',
        text: reserved === 0 ? t('managed.released') : t('managed.reserved', { count: reserved }),
      }),
    onError: (failure) => setError(problemText(problems, failure)),
  })
  const send = (seats: number) => reserve.mutate({ params: { documentId: event.eventId }, body: { seats } })
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    const seats = Number(typed)
    const isWrong = typed.trim() === '' || !Number.isInteger(seats) || seats < 0
    setError(isWrong ? fieldText(problems, 'invalid') : '')
    if (!isWrong) send(seats)
  }
  const release = async () => {
    const isSure = await confirm({
      title: t('managed.releaseTitle'),
      text: t('managed.releaseText'),
      confirmLabel: t('managed.release'),
    })
    if (isSure) send(0)
  }
  return (
    <Card
      component="section"
      aria-labelledby="reserved-places"
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id="reserved-places" variant="h2">
        {t('managed.reserveTitle')}
      </Typography>
      <Typography color="textSecondary">{t('managed.reserveText')}</Typography>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'flex-start' }}
      >
        <TextField
          type="number"
          label={t('managed.places')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={error !== ''}
          helperText={error || (free === null ? t('managed.placesHelpOpen') : t('managed.placesHelp', { count: free }))}
          slotProps={{ htmlInput: { min: 0, inputMode: 'numeric' } }}
          sx={{ flex: '1 1 260px' }}
        />
        <Button type="submit" variant="contained" loading={reserve.isPending} sx={{ mt: 1 }}>
          {t('managed.save')}
        </Button>
        {event.reserved > 0 && (
          <Button color="inherit" disabled={reserve.isPending} sx={{ mt: 1 }} onClick={() => void release()}>
            {t('managed.release')}
          </Button>
        )}
      </Box>
    </Card>
  )
}

/** The manager's people, and what they have. */
function People({ event }: { event: ManagedPlaces }) {
  const { t } = useTranslation('eventPeople')
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const { name, giveUp } = usePeopleActions()
  const params = { documentId: event.eventId }
  const clear = { onSuccess: () => setChosen(new Set()) }
  const userIds = event.people.map((one) => one.userId).filter((id) => chosen.has(id))
  const isPending = name.isPending || giveUp.isPending
  const toggle = (userId: string) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(userId)) after.add(userId)
      return after
    })
  const askGiveUp = async () => {
    const isSure = await confirm({
      title: t('managed.giveUpTitle', { count: userIds.length }),
      text: t('managed.giveUpText'),
      confirmLabel: t('managed.giveUp'),
      danger: true,
    })
    if (isSure) giveUp.mutate({ params, body: { userIds, reason: '' } }, clear)
  }
  const reason = userIds.length === 0 ? t('managed.choose') : undefined
  return (
    <Card
      component="section"
      aria-labelledby="own-people"
      sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}
    >
      <Typography id="own-people" variant="h2">
        {t('managed.peopleTitle')}
      </Typography>
      {event.people.length === 0 ? (
        <Typography color="textSecondary">{t('managed.nobody')}</Typography>
      ) : (
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            <ActionButton
              variant="contained"
              loading={name.isPending}
              reasonWords={reason}
              onClick={() => name.mutate({ params, body: { userIds } }, clear)}
            >
              {userIds.length === 0 ? t('managed.giveNone') : t('managed.give', { count: userIds.length })}
            </ActionButton>
            <ActionButton color="inherit" reasonWords={reason} disabled={isPending} onClick={() => void askGiveUp()}>
              {t('managed.giveUp')}
            </ActionButton>
          </Box>
          <FormControlLabel
            label={t('managed.all')}
            control={
              <Checkbox
                checked={userIds.length === event.people.length}
                indeterminate={userIds.length > 0 && userIds.length < event.people.length}
                onChange={({ target }) =>
                  setChosen(new Set(target.checked ? event.people.map((one) => one.userId) : []))
                }
              />
            }
          />
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', borderTop: 1, borderColor: 'divider' }}>
            {event.people.map((one) => (
              <Box
                component="li"
                key={one.userId}
                sx={{
                  display: 'flex',
                  gap: 1,
                  py: 0.5,
                  alignItems: 'center',
                  justifyContent: 'space-between',
                  borderBottom: 1,
                  borderColor: 'divider',
                }}
              >
                <FormControlLabel
                  sx={{ minWidth: 0, overflowWrap: 'anywhere' }}
                  label={one.name}
                  control={<Checkbox checked={chosen.has(one.userId)} onChange={() => toggle(one.userId)} />}
                />
                {one.state && !goneStates.includes(one.state) ? (
                  <EventState state={one.state} />
                ) : (
                  <Typography variant="body2" color="textSecondary">
                    {t('managed.notThere')}
                  </Typography>
                )}
              </Box>
            ))}
          </Box>
        </>
      )}
    </Card>
  )
}
