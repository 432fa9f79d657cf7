import type { AudiencePerson } from '@learnt/contract/audiences'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { paths } from '../../routes/paths.ts'
import type { ActionItem } from '../../ui/ActionMenu.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column, Selected } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { plainList } from '../../ui/table/list-state.ts'

/** People of an audience as they are saved, page by page. `noteOf`: what is about to become of one. */
export function AudiencePeople({
  audienceId,
  noteOf = () => null,
  rowActions,
  bulkActions,
}: {
  audienceId: string
  noteOf?: (person: AudiencePerson) => ReactNode
  rowActions?: (person: AudiencePerson) => ActionItem[]
  bulkActions?: (selected: Selected, search: string, clear: () => void) => ReactNode
}) {
  const { t } = useTranslation(['audiences', 'common'])
  const [list, setList] = useState(plainList)
  const people = useQuery({
    ...queryOf(api.audiences.people, {
      params: { audienceId },
      query: {
        limit: list.limit,
        ...(list.search ? { search: list.search } : {}),
        ...(list.cursor ? { cursor: list.cursor } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<AudiencePerson>[]>(
    () => [
      {
        id: 'name',
        header: t('people.name'),
        fixed: true,
        card: 'title',
        cell: (person) => (
          <Box>
            <AppLink href={paths.user(person.userId)}>{person.name}</AppLink>
            {person.status !== 'active' && (
              <Box component="span" sx={{ marginInlineStart: 1 }}>
                <StateChip kind="membership" state={person.status} />
              </Box>
            )}
            {noteOf(person)}
            <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {person.email}
            </Typography>
          </Box>
        ),
      },
      { id: 'position', header: t('people.position'), cell: (person) => person.position.join(', ') || '–' },
    ],
    [t, noteOf],
  )
  return (
    <DataTable
      label={t('people.title')}
      columns={columns}
      query={people}
      state={list}
      onChange={setList}
      rowId={(person) => person.id}
      rowName={(person) => person.name}
      {...(rowActions ? { rowActions } : {})}
      {...(bulkActions ? { bulkActions: (selected, clear) => bulkActions(selected, list.search, clear) } : {})}
      searchLabel={t('people.search')}
      empty={<EmptyState title={t('people.empty')} text={t('people.emptyText')} />}
    />
  )
}
