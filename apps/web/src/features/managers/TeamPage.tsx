import { attentions, type MyPerson, teamLimits } from '@learnt/contract/my-people'
import { membershipStatuses } from '@learnt/contract/states'
import AssignIcon from '@mui/icons-material/AssignmentOutlined'
import WaitingIcon from '@mui/icons-material/HowToRegOutlined'
import RemindIcon from '@mui/icons-material/NotificationsActiveOutlined'
import OpenIcon from '@mui/icons-material/PersonOutlined'
import ExtendIcon from '@mui/icons-material/UpdateOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLive } from '../../api/LiveProvider.tsx'
import { readList, stringifySearch } from '../../lists/address.ts'
import { useListState } from '../../lists/useListState.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateText } from '../../ui/DateText.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column, ListFilter, Selected } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { formatNumber } from '../../ui/times.ts'
import { showToast } from '../../ui/toasts.ts'
import { FigureTiles } from '../reports/FigureTiles.tsx'
import { AssignToPeopleDialog } from './AssignToPeopleDialog.tsx'
import { askTeam, teamStandard } from './asks.ts'
import { ExtendPersonDialog } from './ExtendPersonDialog.tsx'
import { RemindDialog } from './RemindDialog.tsx'

export const loader: Loader = ({ client, search }) => client.prefetchQuery(askTeam(readList(search, teamStandard)))

type Act = 'remind' | 'assign' | 'extend'

/**
 * The manager’s own people: overdue work, expiring certificates, what waits for the manager, and what to do about it.
 */
export function TeamPage() {
  const { t, i18n } = useTranslation(['managers', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const [list, changeList] = useListState(teamStandard)
  const team = useQuery({ ...askTeam(list), placeholderData: keepPreviousData })
  const [acting, setActing] = useState<{ act: Act; people: readonly MyPerson[]; clear: () => void } | null>(null)
  useLive('reports')
  const totals = team.data?.totals
  const shown = new Map(team.data?.items.map((person) => [person.userId, person]))
  const filters = useMemo<ListFilter[]>(
    () => [
      {
        key: 'levels',
        label: t('team.levels'),
        single: true,
        options: [{ value: 'all', label: t('team.allLevels') }],
      },
      {
        key: 'having',
        label: t('team.having'),
        options: attentions.map((value) => ({ value, label: t(`team.${value}`) })),
      },
      {
        key: 'status',
        label: t('team.status'),
        options: membershipStatuses.map((value) => ({ value, label: t(`common:states.membership.${value}`) })),
      },
    ],
    [t],
  )
  const columns = useMemo<Column<MyPerson>[]>(() => {
    const figure = (
      id: 'overdue' | 'dueSoon' | 'expired' | 'expiring' | 'waiting',
      isBad = false,
    ): Column<MyPerson> => ({
      id,
      ...(id === 'expired' || id === 'expiring'
        ? { header: t(`team.short.${id}`), help: t(`team.${id}`) }
        : { header: t(`team.${id}`) }),
      align: 'end',
      cell: (person) => (
        <Typography
          component="span"
          variant="body2"
          sx={{
            fontVariantNumeric: 'tabular-nums',
            ...(person[id] === 0
              ? { color: 'text.secondary' }
              : { fontWeight: 700, color: isBad ? 'error.main' : 'text.primary' }),
          }}
        >
          {formatNumber(person[id], i18n.language)}
        </Typography>
      ),
    })
    return [
      {
        id: 'name',
        header: t('team.name'),
        fixed: true,
        card: 'title',
        cell: (person) => (
          <Box sx={{ display: 'flex', gap: 1.5, minWidth: 160, maxWidth: 300 }}>
            <PersonAvatar name={person.name} src={person.avatar} size={34} />
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <AppLink href={paths.learnerReport('manager', person.userId)}>{person.name}</AppLink>
              <Typography variant="caption" component="p" color="textSecondary">
                {person.through === null
                  ? person.position.join(', ') || person.email
                  : t('team.through', { name: person.through })}
              </Typography>
              {person.status !== 'active' && <StateChip kind="membership" state={person.status} />}
            </Box>
          </Box>
        ),
      },
      figure('overdue', true),
      figure('dueSoon'),
      figure('expired', true),
      figure('expiring'),
      figure('waiting'),
      {
        id: 'completionRate',
        header: t('team.done'),
        help: t('team.doneHelp'),
        cell: (person) =>
          person.completionRate === null ? (
            <Typography variant="body2" color="textSecondary">
              {t('team.nothingAssigned')}
            </Typography>
          ) : (
            <Box sx={{ minWidth: 120 }}>
              <ProgressBar value={person.completionRate} label={t('team.doneOf', { name: person.name })} />
              <Typography variant="caption" color="textSecondary">
                {t('team.doneCount', {
                  done: formatNumber(person.completed, i18n.language),
                  all: formatNumber(person.assigned, i18n.language),
                })}
              </Typography>
            </Box>
          ),
      },
      {
        id: 'lastActivityAt',
        header: t('team.lastActivity'),
        hidden: true,
        cell: (person) =>
          person.lastActivityAt ? <DateText value={person.lastActivityAt} format="ago" /> : t('team.never'),
      },
      {
        id: 'remindedAt',
        header: t('team.reminded'),
        hidden: true,
        cell: (person) => (person.remindedAt ? <DateText value={person.remindedAt} format="ago" /> : '–'),
      },
      { id: 'email', header: t('team.email'), hidden: true, cell: (person) => person.email },
    ]
  }, [t, i18n.language])
  const begin = (act: Act, people: readonly MyPerson[], clear: () => void = () => undefined) =>
    setActing({ act, people, clear })
  /** Everyone that the filters match, up to one above the limit, so that the caller notices too many. */
  const gather = async (selected: Selected): Promise<MyPerson[]> => {
    if (selected.by === 'ids' && selected.ids.every((id) => shown.has(id)))
      return selected.ids.flatMap((id) => shown.get(id) ?? [])
    const found: MyPerson[] = []
    let cursor: string | null = null
    do {
      const page: { items: MyPerson[]; next: string | null } = await client.fetchQuery(
        askTeam({ ...list, limit: 100, cursor }),
      )
      found.push(...page.items.filter((person) => selected.by === 'filter' || selected.ids.includes(person.userId)))
      cursor = page.next
    } while (cursor && found.length <= teamLimits.atOnce)
    return found
  }
  const beginAll = async (act: Act, selected: Selected, clear: () => void) => {
    try {
      // The manager acts for direct reports only; others have a manager of their own.
      const direct = (await gather(selected)).filter((person) => person.through === null)
      if (direct.length === 0) showToast({ variant: 'info', text: t('team.noneDirect') })
      else if (direct.length > teamLimits.atOnce)
        showToast({ variant: 'warning', text: t('team.tooMany', { most: teamLimits.atOnce }) })
      else begin(act, direct, clear)
    } catch (error) {
      showToast({ variant: 'error', text: problemText(problems, error) })
    }
  }
  const end = (done: boolean) => {
    if (done) acting?.clear()
    setActing(null)
  }
  return (
    <>
      <PageHeader title={t('team.title')} text={t('team.text')} />
      {totals && totals.people > 0 && (
        <FigureTiles
          label={t('team.figures')}
          state={list}
          onChange={changeList}
          tiles={[
            { id: 'people', label: t('team.people'), value: formatNumber(totals.people, i18n.language) },
            ...(['overdue', 'expired', 'dueSoon', 'expiring', 'waiting'] as const).map((id) => ({
              id,
              label: t(`team.with.${id}`),
              value: formatNumber(totals[id], i18n.language),
              tone: totals[id] > 0 && (id === 'overdue' || id === 'expired') ? ('error' as const) : undefined,
              filter: { having: [id] },
            })),
            {
              id: 'average',
              label: t('team.average'),
              value: totals.completionRate === null ? '–' : `${formatNumber(totals.completionRate, i18n.language)} %`,
            },
          ]}
        />
      )}
      <DataTable
        label={t('team.title')}
        columns={columns}
        query={team}
        state={list}
        onChange={changeList}
        rowId={(person) => person.userId}
        rowName={(person) => person.name}
        filters={filters}
        searchLabel={t('team.search')}
        empty={<EmptyState title={t('team.empty')} text={t('team.emptyText')} />}
        rowActions={(person) => [
          {
            id: 'open',
            label: t('team.open'),
            icon: <OpenIcon fontSize="small" />,
            href: paths.learnerReport('manager', person.userId),
          },
          // The manager acts for direct reports only; others have a manager of their own.
          ...(person.through === null
            ? [
                {
                  id: 'waiting',
                  label: t('team.decide'),
                  icon: <WaitingIcon fontSize="small" />,
                  href: `/apps/manager/requests${stringifySearch({ search: person.name })}`,
                },
                {
                  id: 'remind',
                  label: t('team.remind'),
                  icon: <RemindIcon fontSize="small" />,
                  run: () => begin('remind', [person]),
                },
                {
                  id: 'extend',
                  label: t('team.extend'),
                  icon: <ExtendIcon fontSize="small" />,
                  run: () => begin('extend', [person]),
                },
                {
                  id: 'assign',
                  label: t('team.assign'),
                  icon: <AssignIcon fontSize="small" />,
                  run: () => begin('assign', [person]),
                },
              ]
            : []),
        ]}
        bulkActions={(selected, clear) => (
          <>
            {(['remind', 'assign'] as const).map((act) => (
              <Button
                key={act}
                size="small"
                variant="outlined"
                onClick={() => void beginAll(act, selected, clear)}
                sx={{ bgcolor: 'background.paper' }}
              >
                {t(`team.${act}`)}
              </Button>
            ))}
          </>
        )}
      />
      {acting?.act === 'remind' && <RemindDialog people={acting.people} onClose={end} />}
      {acting?.act === 'assign' && <AssignToPeopleDialog people={acting.people} onClose={end} />}
      {acting?.act === 'extend' && acting.people[0] && (
        <ExtendPersonDialog person={acting.people[0]} onClose={() => end(false)} />
      )}
    </>
  )
}
