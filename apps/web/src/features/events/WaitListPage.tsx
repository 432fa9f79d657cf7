import type { Attendee } from '@learnt/contract/events/operations'
import DownIcon from '@mui/icons-material/ArrowDownward'
import UpIcon from '@mui/icons-material/ArrowUpward'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { readList } from '../../lists/address.ts'
import { useListState } from '../../lists/useListState.ts'
import { useDocumentTitle } from '../../routes/document-title.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { confirm } from '../../ui/dialogs.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { problemText } from '../../ui/problem-text.ts'
import type { Column, Selected } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { showToast } from '../../ui/toasts.ts'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import { askHead, askWaitList } from './asks.ts'
import { EventState } from './EventState.tsx'
import { eventPaths } from './event-paths.ts'
import { usePeopleActions } from './usePeopleActions.ts'

export const loader: Loader = ({ client, params: { eventId = '' }, search }) =>
  Promise.all([
    client.prefetchQuery(askHead(eventId)),
    client.prefetchQuery(askWaitList(eventId, readList(search, {}))),
  ])

/** Who waits for a seat, in order. */
export function WaitListPage() {
  const { t } = useTranslation(['eventPeople', 'problems'])
  const { t: problems } = useTranslation('problems')
  const { eventId = '' } = useParams({ strict: false }) as { eventId?: string }
  const [list, change] = useListState()
  const [said, say] = useState('')
  const head = useQuery(askHead(eventId))
  const rows = useQuery({ ...askWaitList(eventId, list), placeholderData: keepPreviousData })
  const { promote, remove } = usePeopleActions()
  const params = { documentId: eventId }
  const reorder = useSend(api.events.reorder, {
    outdates: ['events'],
    onError: (error) => showToast({ variant: 'error', text: problemText(problems, error) }),
  })
  useLive('me', () => void rows.refetch())
  const title = head.data?.title ?? ''
  useDocumentTitle(title)
  const may = (verb: string) => head.data?.can[verb] === null
  const waiting = (rows.data?.items ?? []).filter((one) => one.state === 'waiting')
  const shift = (one: Attendee, by: number) => {
    const order = waiting.map((each) => each.userId)
    const at = order.indexOf(one.userId)
    order.splice(at, 1)
    order.splice(at + by, 0, one.userId)
    reorder.mutate(
      { params, body: { userIds: order } },
      {
        onSuccess: ({ items }) =>
          say(t('reordered', { name: one.name, place: items.find((each) => each.userId === one.userId)?.place ?? '' })),
      },
    )
  }
  const askRemove = async (userIds: string[], clear: () => void = () => {}) => {
    const isSure = await confirm({
      title: t('removeTitle', { count: userIds.length }),
      confirmLabel: t('remove'),
      danger: true,
    })
    if (isSure) remove.mutate({ params, body: { userIds, reason: '' } }, { onSuccess: clear })
  }
  const idsOf = (selected: Selected) =>
    selected.by === 'ids' ? selected.ids : (rows.data?.items ?? []).map((one) => one.userId)
  // only the whole list from its start has an order that can be changed
  const canOrder = may('reorder') && list.search === '' && list.cursor === null
  const columns: Column<Attendee>[] = [
    { id: 'place', header: t('columns.place'), align: 'end', fixed: true, cell: (one) => one.place ?? '–' },
    {
      id: 'name',
      header: t('columns.name'),
      fixed: true,
      card: 'title',
      cell: (one) => (
        <Box sx={{ minWidth: 150, overflowWrap: 'anywhere' }}>
          {one.name}
          <Typography variant="caption" component="p" color="textSecondary">
            {one.position.join(', ') || one.email}
          </Typography>
        </Box>
      ),
    },
    { id: 'state', header: t('columns.state'), cell: (one) => <EventState state={one.state} /> },
    { id: 'since', header: t('columns.since'), cell: (one) => <DateText value={one.since} format="minute" /> },
    {
      id: 'offerUntil',
      header: t('columns.offerUntil'),
      cell: (one) => <DateText value={one.offerUntil} format="minute" />,
    },
    ...(canOrder
      ? [
          {
            id: 'order',
            header: t('columns.order'),
            fixed: true,
            cell: (one: Attendee) => {
              const at = waiting.indexOf(one)
              if (at < 0) return null
              return (
                <Box sx={{ display: 'flex' }}>
                  <IconButton
                    size="small"
                    aria-label={t('up', { name: one.name })}
                    disabled={at === 0 || reorder.isPending}
                    onClick={() => shift(one, -1)}
                  >
                    <UpIcon fontSize="small" />
                  </IconButton>
                  <IconButton
                    size="small"
                    aria-label={t('down', { name: one.name })}
                    disabled={at === waiting.length - 1 || reorder.isPending}
                    onClick={() => shift(one, 1)}
                  >
                    <DownIcon fontSize="small" />
                  </IconButton>
                </Box>
              )
            },
          },
        ]
      : []),
  ]
  return (
    <>
      <PageHeader
        title={t('waitList', { title })}
        back={{ href: eventPaths.editor(eventId), label: t('back') }}
        actions={<AppLink href={eventPaths.attendees(eventId)}>{t('toAttendees')}</AppLink>}
      />
      <span role="status" style={visuallyHidden}>
        {said}
      </span>
      <DataTable
        label={t('waitList', { title })}
        columns={columns}
        query={rows}
        state={list}
        onChange={change}
        rowId={(one) => one.userId}
        rowName={(one) => one.name}
        searchLabel={t('search')}
        empty={<EmptyState title={t('nobodyWaits')} />}
        rowActions={(one) => [
          ...(may('promote') && one.state === 'waiting'
            ? [
                {
                  id: 'promote',
                  label: t('promote'),
                  run: () => promote.mutate({ params, body: { userIds: [one.userId] } }),
                },
              ]
            : []),
          ...(may('remove') ? [{ id: 'remove', label: t('remove'), run: () => void askRemove([one.userId]) }] : []),
        ]}
        bulkActions={(selected, clear) => (
          <>
            {may('promote') && (
              <Button
                size="small"
                disabled={promote.isPending}
                onClick={() => promote.mutate({ params, body: { userIds: idsOf(selected) } }, { onSuccess: clear })}
              >
                {t('promote')}
              </Button>
            )}
            {may('remove') && (
              <Button size="small" color="error" onClick={() => void askRemove(idsOf(selected), clear)}>
                {t('remove')}
              </Button>
            )}
          </>
        )}
      />
    </>
  )
}
