import type { MemberFilter } from '@learnt/contract/members'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import type { z } from 'zod'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import type { PersonChoice } from './PeopleField.tsx'

type Filter = z.input<typeof MemberFilter>

const firstFilter: Filter = { status: ['active'] }

/** Named people, or all that a filter finds: the choice, and how many people it has. */
export function usePeopleSelection() {
  const [by, setBy] = useState<'people' | 'filter'>('people')
  const [people, setPeople] = useState<PersonChoice[]>([])
  const [filter, setFilter] = useState(firstFilter)
  const asked = useDeferredValue(filter)
  const matching = useQuery({
    ...queryOf(api.members.list, { query: { ...asked, limit: 5 } }),
    enabled: by === 'filter',
    placeholderData: keepPreviousData,
  })
  const count = by === 'people' ? people.length : (matching.data?.total ?? 0)
  const selection =
    by === 'filter'
      ? ({ by: 'filter', filter } as const)
      : people.length > 0
        ? ({ by: 'ids', ids: people.map((person) => person.id) } as const)
        : null
  return {
    by,
    setBy,
    people,
    setPeople,
    filter,
    setFilter,
    matching,
    count,
    /** There are more than `count`. */
    isMore: by === 'filter' && matching.data?.totalIsExact === false,
    isCounting: matching.isFetching,
    /** As operations take it; null while nobody is chosen. */
    selection,
    isTouched: people.length > 0 || JSON.stringify(filter) !== JSON.stringify(firstFilter),
  }
}
