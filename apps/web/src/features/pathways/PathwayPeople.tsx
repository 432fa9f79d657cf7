import type { DocumentPerson } from '@learnt/contract/permissions'
import { fullName } from '@learnt/contract/text'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { stringifySearch } from '../../lists/address.ts'
import { DueText } from '../../lists/DueText.tsx'
import { AppLink } from '../../ui/AppLink.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import type { Column } from '../../ui/table/Column.ts'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { useTabList } from '../permissions/useTabList.ts'
import type { PathwayDocument } from './kind.ts'
import { PersonPathway } from './PersonPathway.tsx'
import { pathwayPaths } from './paths.ts'

type PersonRow = z.infer<typeof DocumentPerson>

const kept = ['tab', 'person']

/** How far each person is; one of them with every step, where steps are waived. */
export function PathwayPeople({ document: { id, title } }: { document: Pick<PathwayDocument, 'id' | 'title'> }) {
  const { person } = useSearch({ strict: false }) as { person?: string }
  if (!person) return <People pathwayId={id} title={title} />
  return <Person pathwayId={id} userId={person} />
}

function Person({ pathwayId, userId }: { pathwayId: string; userId: string }) {
  const { t } = useTranslation('pathwayEditor')
  const navigate = useNavigate()
  const { data: member } = useQuery(queryOf(api.members.get, { params: { userId } }))
  return (
    <PersonPathway
      pathwayId={pathwayId}
      userId={userId}
      name={member ? fullName(member) : null}
      back={t('people.back')}
      canAttach
      onBack={() => void navigate({ to: '.', search: { tab: 'progress' } as never, resetScroll: false })}
    />
  )
}

function People({ pathwayId, title }: { pathwayId: string; title: string }) {
  const { t } = useTranslation(['pathwayEditor', 'permissions'])
  const [list, changeList] = useTabList(kept)
  const people = useQuery({
    ...queryOf(api.permissions.people, {
      params: { documentType: 'pathway', documentId: pathwayId },
      query: {
        limit: list.limit,
        ...(list.search ? { search: list.search } : {}),
        ...(list.cursor ? { cursor: list.cursor } : {}),
      },
    }),
    placeholderData: keepPreviousData,
  })
  const columns = useMemo<Column<PersonRow>[]>(
    () => [
      {
        id: 'name',
        header: t('permissions:people.name'),
        fixed: true,
        card: 'title',
        cell: (person) => (
          <>
            <AppLink
              href={pathwayPaths.pathwayEditor(pathwayId) + stringifySearch({ tab: 'progress', person: person.userId })}
            >
              {person.name}
            </AppLink>
            <Typography variant="caption" component="p" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {person.email}
            </Typography>
          </>
        ),
      },
      {
        id: 'state',
        header: t('permissions:people.state'),
        cell: (person) => <StateChip kind="progress" state={person.state} />,
      },
      { id: 'dueAt', header: t('permissions:people.due'), cell: (person) => <DueText value={person.dueAt} /> },
    ],
    [t, pathwayId],
  )
  return (
    <>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {t('people.chooseText')}
      </Typography>
      <DataTable
        label={title}
        columns={columns}
        query={people}
        state={list}
        onChange={changeList}
        rowId={(person) => person.userCourseId}
        rowName={(person) => person.name}
        searchLabel={t('permissions:people.search')}
        empty={<EmptyState title={t('people.nobody')} text={t('people.nobodyText')} />}
      />
    </>
  )
}
