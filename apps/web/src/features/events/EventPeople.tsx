import { attendanceStates, type SessionMark, sessionMarks } from '@learnt/contract/events/attendance'
import type { Attendee, EventHead } from '@learnt/contract/events/operations'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { addressOf } from '../../api/call.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { useListState } from '../../lists/useListState.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { CsvButton } from '../../ui/CsvButton.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { Tag } from '../../ui/Tag.tsx'
import type { Column, ListFilter, Selected } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { whenOf } from '../calendar/entry-times.ts'
import { askAttendees, askHead, attendeeStandard } from './asks.ts'
import { BelowMinimum } from './BelowMinimum.tsx'
import { EventState } from './EventState.tsx'
import { useEventWords } from './use-event-words.ts'
import { usePeopleActions } from './usePeopleActions.ts'

const AddPeopleDialog = lazyPart(async () => (await import('./AddPeopleDialog.tsx')).AddPeopleDialog, { floats: true })
const MovePeopleDialog = lazyPart(async () => (await import('./MovePeopleDialog.tsx')).MovePeopleDialog, {
  floats: true,
})
const MessageDialog = lazyPart(async () => (await import('./MessageDialog.tsx')).MessageDialog, { floats: true })
const CodeScreen = lazyPart(async () => (await import('./CodeScreen.tsx')).CodeScreen, { floats: true })
const ScanDialog = lazyPart(async () => (await import('./ScanDialog.tsx')).ScanDialog, { floats: true })
const SignInSheet = lazyPart(async () => (await import('./SignInSheet.tsx')).SignInSheet, { floats: true })
const LateScans = lazyPart(async () => (await import('./LateScans.tsx')).LateScans, { floats: true })
const RefusedScans = lazyPart(async () => (await import('./RefusedScans.tsx')).RefusedScans, { floats: true })

type Open =
  | { what: 'add' | 'walkIn' | 'message' | 'code' | 'sheet' | 'refused' | 'late' }
  | { what: 'move'; userIds: string[]; clear: () => void }

/** People of an event, for administrators and facilitators: attendance of each date, and who joins and leaves. */
export function EventPeople({ eventId }: { eventId: string }) {
  const [list] = useListState(attendeeStandard)
  const head = useQuery(askHead(eventId))
  // both requests go out at the same time
  useQuery({ ...askAttendees(eventId, list), placeholderData: keepPreviousData })
  if (head.error && !head.data) return <ErrorState error={head.error} onRetry={() => void head.refetch()} />
  if (!head.data) return <LinesSkeleton lines={8} />
  return <People head={head.data} onNews={() => void head.refetch()} />
}

function People({ head, onNews }: { head: EventHead; onNews: () => void }) {
  const { t, i18n } = useTranslation(['eventPeople', 'events'])
  const { reasonOf } = useEventWords()
  const client = useQueryClient()
  const { eventId } = head
  const [list, change] = useListState(attendeeStandard)
  const [chosen, choose] = useState<string | null>(null)
  const [open, setOpen] = useState<Open | null>(null)
  const rows = useQuery({ ...askAttendees(eventId, list), placeholderData: keepPreviousData })
  useLive('me', () => {
    onNews()
    void rows.refetch()
  })
  const { scan } = useSearch({ strict: false }) as { scan?: string }
  const scanned = head.sessions.find((one) => one.id === scan)
  const actions = usePeopleActions()
  const session = head.sessions.find((one) => one.id === chosen) ?? sessionOfNow(head.sessions)
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        key: 'state',
        label: t('columns.state'),
        options: attendanceStates.map((value) => ({
          value,
          label: t(`events:states.${value}`),
          count: head.counts.find((one) => one.value === value)?.count ?? 0,
        })),
      },
    ],
    [t, head.counts],
  )
  const columns = useMemo<Column<Attendee>[]>(
    () => [
      {
        id: 'name',
        header: t('columns.name'),
        sortable: true,
        fixed: true,
        card: 'title',
        cell: (one) => (
          <Box sx={{ minWidth: 150, overflowWrap: 'anywhere' }}>
            {one.name}
            <Typography variant="caption" component="p" color="textSecondary">
              {[one.position.join(', ') || one.email, one.isWalkIn ? t('walkIn') : ''].filter(Boolean).join(' · ')}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'state',
        header: t('columns.state'),
        sortable: true,
        cell: (one) => <EventState state={one.state} />,
      },
      ...(session
        ? [
            {
              id: 'mark',
              header: t('columns.mark'),
              cell: (one: Attendee) => {
                const mark = one.marks.find((each) => each.sessionId === session.id)
                return mark ? <Tag>{t(`mark.${mark.mark}`)}</Tag> : t('notMarked')
              },
            },
          ]
        : []),
      { id: 'since', header: t('columns.since'), sortable: true, cell: (one) => <DateText value={one.since} /> },
      {
        id: 'number',
        header: t('columns.number'),
        sortable: true,
        hidden: true,
        align: 'end',
        cell: (one) => one.number,
      },
      { id: 'note', header: t('columns.note'), hidden: true, cell: (one) => one.note || '–' },
    ],
    [t, session],
  )
  /** All people that the filters match. */
  const idsOf = async (selected: Selected): Promise<string[]> => {
    if (selected.by === 'ids') return selected.ids
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: { items: Attendee[]; next: string | null } = await client.fetchQuery(
        askAttendees(eventId, { ...list, limit: 100, cursor }),
      )
      ids.push(...page.items.map((one) => one.userId))
      cursor = page.next
    } while (cursor)
    return ids
  }
  const put = (userIds: string[], mark: SessionMark | null, clear: () => void = () => {}) =>
    session &&
    actions.mark.mutate(
      { params: { documentId: eventId, sessionId: session.id }, body: { userIds, mark, reason: '' } },
      { onSuccess: clear },
    )
  const askRemove = async (userIds: string[], clear: () => void = () => {}) => {
    const isSure = await confirm({
      title: t('removeTitle', { count: userIds.length }),
      text: t('removeText'),
      confirmLabel: t('remove'),
      danger: true,
    })
    if (isSure)
      actions.remove.mutate({ params: { documentId: eventId }, body: { userIds, reason: '' } }, { onSuccess: clear })
  }
  const may = (verb: string) => head.can[verb] === null
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center', mb: 2 }}>
        {head.sessions.length > 0 ? (
          <TextField
            select
            size="small"
            label={t('date')}
            value={session?.id ?? ''}
            onChange={({ target }) => choose(target.value)}
            sx={{ minWidth: 260 }}
          >
            {head.sessions.map((one) => (
              <MenuItem key={one.id} value={one.id}>
                {[one.title, whenOf({ days: null, ...one }, i18n.language)].filter(Boolean).join(': ')}
              </MenuItem>
            ))}
          </TextField>
        ) : (
          <Typography color="textSecondary">{t('noDates')}</Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          {head.seats.max === null
            ? t('seatsOpen', { held: head.seats.held })
            : t('seats', { held: head.seats.held, max: head.seats.max })}
        </Typography>
        {head.others > 0 && (
          <Typography variant="body2" color="textSecondary">
            {t('others', { count: head.others })}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mb: 2.5 }}>
        {session && (
          <>
            <ActionButton
              variant="outlined"
              reasonWords={reasonOf(head.can.code)}
              onClick={() => setOpen({ what: 'code' })}
            >
              {t('code')}
            </ActionButton>
            <Button variant="outlined" onClick={() => scanHere(session.id)}>
              {t('scan')}
            </Button>
            <ActionButton
              variant="outlined"
              reasonWords={reasonOf(head.can.walkIn)}
              onClick={() => setOpen({ what: 'walkIn' })}
            >
              {t('addWalkIn')}
            </ActionButton>
            <Button variant="outlined" onClick={() => setOpen({ what: 'sheet' })}>
              {t('sheet')}
            </Button>
          </>
        )}
        {may('add') && (
          <Button variant="outlined" onClick={() => setOpen({ what: 'add' })}>
            {t('add')}
          </Button>
        )}
        {may('message') && (
          <Button variant="outlined" onClick={() => setOpen({ what: 'message' })}>
            {t('message')}
          </Button>
        )}
        {head.late > 0 && (
          <Button color="warning" variant="contained" onClick={() => setOpen({ what: 'late' })}>
            {t('late.open', { count: head.late })}
          </Button>
        )}
        {head.refused > 0 && (
          <Button color="warning" onClick={() => setOpen({ what: 'refused' })}>
            {t('refused', { count: head.refused })}
          </Button>
        )}
      </Box>
      <BelowMinimum head={head} />
      {head.reservations.map((one) => (
        <Alert key={one.managerId} severity="info" sx={{ mb: 1 }}>
          {t('reserved', { name: one.name, count: one.seats })}
        </Alert>
      ))}
      <DataTable
        label={t('attendees', { title: head.title })}
        columns={columns}
        query={rows}
        state={list}
        onChange={change}
        rowId={(one) => one.userId}
        rowName={(one) => one.name}
        filters={filters}
        searchLabel={t('search')}
        empty={<EmptyState title={t('empty')} />}
        toolbar={
          <CsvButton
            href={addressOf(api.events.attendeesCsv, { params: { documentId: eventId } })}
            fileName="attendees.csv"
          />
        }
        rowActions={(one) => [
          ...(session && may('mark')
            ? [
                ...sessionMarks.map((mark) => ({
                  id: mark,
                  label: t(`mark.${mark}`),
                  reason: one.can.mark,
                  run: () => put([one.userId], mark),
                })),
                ...(one.marks.some((each) => each.sessionId === session.id)
                  ? [{ id: 'none', label: t('mark.none'), reason: one.can.mark, run: () => put([one.userId], null) }]
                  : []),
              ]
            : []),
          ...(one.state === 'cancellation'
            ? (['grant', 'refuse'] as const).map((decision) => ({
                id: decision,
                label: t(decision),
                reason: one.can[`${decision}Cancellation`],
                run: () =>
                  actions.decide.mutate({
                    params: { documentId: eventId },
                    body: { userIds: [one.userId], decision, reason: '' },
                  }),
              }))
            : []),
          ...(one.can.move === null
            ? [
                {
                  id: 'move',
                  label: t('move'),
                  run: () => setOpen({ what: 'move', userIds: [one.userId], clear: () => {} }),
                },
              ]
            : []),
          ...(one.can.remove === null
            ? [{ id: 'remove', label: t('remove'), run: () => void askRemove([one.userId]) }]
            : []),
        ]}
        bulkActions={(selected, clear) => (
          <>
            {session &&
              may('mark') &&
              sessionMarks.map((mark) => (
                <Button
                  key={mark}
                  size="small"
                  disabled={actions.mark.isPending}
                  onClick={() => void idsOf(selected).then((ids) => put(ids, mark, clear))}
                >
                  {t(`mark.${mark}`)}
                </Button>
              ))}
            {may('move') && (
              <Button
                size="small"
                onClick={() => void idsOf(selected).then((userIds) => setOpen({ what: 'move', userIds, clear }))}
              >
                {t('move')}
              </Button>
            )}
            {may('remove') && (
              <Button
                size="small"
                color="error"
                onClick={() => void idsOf(selected).then((ids) => askRemove(ids, clear))}
              >
                {t('remove')}
              </Button>
            )}
          </>
        )}
      />
      {(open?.what === 'add' || (open?.what === 'walkIn' && session)) && (
        <AddPeopleDialog
          eventId={eventId}
          sessionId={open.what === 'walkIn' ? (session?.id ?? null) : null}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.what === 'move' && (
        <MovePeopleDialog eventId={eventId} userIds={open.userIds} onDone={open.clear} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'message' && (
        <MessageDialog eventId={eventId} title={head.title} counts={head.counts} onClose={() => setOpen(null)} />
      )}
      {open?.what === 'code' && session && (
        <CodeScreen eventId={eventId} sessionId={session.id} onClose={() => setOpen(null)} />
      )}
      {scanned && <ScanDialog eventId={eventId} sessionId={scanned.id} onClose={() => scanHere(null)} />}
      {open?.what === 'sheet' && session && <SignInSheet head={head} session={session} onClose={() => setOpen(null)} />}
      {open?.what === 'late' && <LateScans eventId={eventId} onClose={() => setOpen(null)} />}
      {open?.what === 'refused' && <RefusedScans eventId={eventId} onClose={() => setOpen(null)} />}
    </>
  )
}

/**
 * Only an address with `scan` may use the camera, and the browser applies that when it loads a page. So this reloads
 * it.
 */
function scanHere(sessionId: string | null): void {
  const address = new URL(location.href)
  if (sessionId === null) address.searchParams.delete('scan')
  else address.searchParams.set('scan', sessionId)
  location.assign(address)
}

/** The current date, else the next one, else the last. */
function sessionOfNow(sessions: EventHead['sessions']): EventHead['sessions'][number] | undefined {
  const now = new Date().toISOString()
  return sessions.find((one) => one.endsAt > now) ?? sessions.at(-1)
}
