import { type DecidedRequest, requestKinds, requestStates } from '@learnt/contract/requests'
import ApproveIcon from '@mui/icons-material/CheckCircleOutlined'
import DeclineIcon from '@mui/icons-material/HighlightOffOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column, ListFilter, Selected } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { askRequests, type RequestReader } from './asks.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { StandInButton } from './StandInButton.tsx'
import { type Decision, type DecisionRow, useDecisions } from './useDecisions.ts'
import { WithWhom } from './WithWhom.tsx'

interface Asked {
  readonly decision: Decision
  readonly only: DecidedRequest | null
  readonly selected: Selected | null
  readonly clear: () => void
}

/** Requests that wait for a manager, or for administrators: approve and decline, one or many. */
export function RequestsPage({ reader }: { reader: RequestReader }) {
  const { t } = useTranslation(['requests', 'common'])
  const client = useQueryClient()
  const [list, changeList] = useListState()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [left, setLeft] = useState<DecisionRow[]>([])
  const decisions = useDecisions()
  useLive('me')
  const requests = useQuery({ ...askRequests(reader, list), placeholderData: keepPreviousData })
  const counts = requests.data?.counts
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        key: 'state',
        label: t('columns.state'),
        options: requestStates.map((value) => ({
          value,
          label: t(`common:states.request.${value}`),
          ...(counts ? { count: counts.find((one) => one.value === value)?.count ?? 0 } : {}),
        })),
      },
      {
        key: 'kind',
        label: t('columns.kind'),
        options: requestKinds.map((value) => ({ value, label: t(`kinds.${value}`) })),
      },
    ],
    [t, counts],
  )
  const columns = useMemo<Column<DecidedRequest>[]>(
    () => [
      {
        id: 'person',
        header: t('columns.person'),
        fixed: true,
        card: 'title',
        cell: (request) => (
          <Box sx={{ minWidth: 150, maxWidth: 280, overflowWrap: 'anywhere' }}>
            {reader === 'admin' ? (
              <AppLink href={paths.user(request.userId)}>{request.name}</AppLink>
            ) : (
              <AppLink href={paths.learnerReport('manager', request.userId)}>{request.name}</AppLink>
            )}
            <Typography variant="caption" component="p" color="textSecondary">
              {request.position.join(', ') || request.email}
            </Typography>
          </Box>
        ),
      },
      {
        id: 'title',
        header: t('columns.title'),
        card: 'subtitle',
        cell: (request) => (
          <Box sx={{ maxWidth: 280, overflowWrap: 'anywhere' }}>
            {request.submissionId ? (
              <AppLink href={`/apps/${reader}/formSubmission/${request.submissionId}`}>{request.title}</AppLink>
            ) : (
              request.title
            )}
            {request.level && request.level.count > 1 && request.state === 'open' && (
              <Typography variant="caption" component="p" color="textSecondary">
                {t('levelOf', { number: request.level.number, count: request.level.count })}
                {request.level.title && ` · ${request.level.title}`}
              </Typography>
            )}
          </Box>
        ),
      },
      { id: 'kind', header: t('columns.kind'), hidden: true, cell: (request) => t(`kinds.${request.kind}`) },
      {
        id: 'note',
        header: t('columns.note'),
        cell: (request) => (
          <Typography
            variant="body2"
            title={request.note}
            sx={{
              maxWidth: 260,
              display: '-webkit-box',
              WebkitLineClamp: 3,
              WebkitBoxOrient: 'vertical',
              overflow: 'hidden',
              overflowWrap: 'anywhere',
            }}
          >
            {request.note || '–'}
          </Typography>
        ),
      },
      {
        id: 'madeAt',
        header: t('columns.madeAt'),
        cell: (request) => <DateText value={request.madeAt} format="ago" />,
      },
      {
        id: 'state',
        header: t('columns.state'),
        cell: (request) => (
          <Box sx={{ minWidth: 120, maxWidth: 260 }}>
            <StateChip kind="request" state={request.state} />
            <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              <Standing request={request} reader={reader} />
            </Typography>
          </Box>
        ),
      },
      {
        id: 'withWhom',
        header: t('columns.withWhom'),
        cell: (request) => (
          <Box sx={{ maxWidth: 220, overflowWrap: 'anywhere' }}>
            <WithWhom of={request} />
          </Box>
        ),
      },
      {
        id: 'reason',
        header: t('columns.reason'),
        hidden: true,
        cell: (request) => <Box sx={{ maxWidth: 260, overflowWrap: 'anywhere' }}>{request.reason || '–'}</Box>,
      },
    ],
    [t, reader],
  )
  const askFor = (
    decision: Decision,
    only: DecidedRequest | null,
    selected: Selected | null = null,
    clear = () => {},
  ) => {
    decisions.forget()
    setAsked({ decision, only, selected, clear })
  }
  const decide = async (reason: string) => {
    if (!asked) return
    const { decision, only, selected, clear } = asked
    if (only) {
      if (await decisions.decideOne(only, decision, reason)) setAsked(null)
      return
    }
    const ids = selected?.by === 'ids' ? selected.ids : await listIds()
    const undecided = await decisions.decideMany(ids, decision, reason)
    if (undecided === null) return
    setAsked(null)
    setLeft(undecided)
    clear()
  }
  /** Every open request that the filters match. */
  const listIds = async (): Promise<string[]> => {
    const ids: string[] = []
    let cursor: string | null = null
    do {
      const page: { items: DecidedRequest[]; next: string | null } = await client.fetchQuery(
        askRequests(reader, { ...list, limit: 100, cursor }),
      )
      ids.push(...page.items.filter((one) => one.state === 'open').map((one) => one.id))
      cursor = page.next
    } while (cursor)
    return ids
  }
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t(reader === 'manager' ? 'textOfManager' : 'textOfAdmin')}
        actions={<StandInButton />}
      />
      <DataTable
        label={t('title')}
        columns={columns}
        query={requests}
        state={list}
        onChange={changeList}
        rowId={(request) => request.id}
        rowName={(request) => `${request.name}: ${request.title}`}
        filters={filters}
        searchLabel={t('search')}
        empty={<EmptyState title={t('empty')} text={t('emptyText')} />}
        rowActions={(request) => [
          {
            id: 'approve',
            label: t('decide.approve'),
            icon: <ApproveIcon fontSize="small" />,
            reason: request.can.approve,
            run: () => askFor('approve', request),
          },
          {
            id: 'decline',
            label: t('decide.decline'),
            icon: <DeclineIcon fontSize="small" />,
            reason: request.can.decline,
            run: () => askFor('decline', request),
          },
        ]}
        bulkActions={(selected, clear) =>
          (['approve', 'decline'] as const).map((decision) => (
            <Button
              key={decision}
              size="small"
              variant="outlined"
              onClick={() => askFor(decision, null, selected, clear)}
              sx={{ bgcolor: 'background.paper' }}
            >
              {t(`decide.${decision}`)}
            </Button>
          ))
        }
      />
      {asked && (
        <DecideDialog
          decision={asked.decision}
          only={asked.only}
          count={asked.selected?.count ?? 1}
          isBusy={decisions.isBusy}
          done={decisions.done}
          error={decisions.error}
          onDecide={(reason) => void decide(reason)}
          onClose={() => setAsked(null)}
        />
      )}
      {left.length > 0 && <LeftDialog rows={left} onClose={() => setLeft([])} />}
    </>
  )
}

/** Who decided and when, or what an open one waits for. */
function Standing({ request, reader }: { request: DecidedRequest; reader: RequestReader }) {
  const { t } = useTranslation('requests')
  if (request.decidedBy) return <>{t('decidedBy', { name: request.decidedBy })}</>
  if (request.obstacle) return <>{t(`obstacles.${request.obstacle}`)}</>
  if (request.state !== 'open' || reader === 'manager' || request.sentTo !== 'managers') return null
  if (request.can.decline !== 'requests.forManagers') return null
  return request.standInAt ? (
    <>
      {t('waitsUntil')} <DateText value={request.standInAt} />
    </>
  ) : (
    t('waits')
  )
}

/** What of many was not decided, row by row. */
function LeftDialog({ rows, onClose }: { rows: readonly DecisionRow[]; onClose: () => void }) {
  const { t } = useTranslation(['requests', 'common'])
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby="requests-left">
      <DialogTitle id="requests-left">{t('left.title')}</DialogTitle>
      <DialogContent tabIndex={0}>
        <Box component="ul" sx={{ m: 0, paddingInlineStart: 2.5 }}>
          {rows.map((row) => (
            <Typography component="li" variant="body2" key={row.id}>
              {row.name ? t('left.row', { name: row.name, title: row.title }) : t('left.unknown')}{' '}
              {t(`left.${row.outcome as 'left'}`, { name: row.decidedBy })}
            </Typography>
          ))}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
