import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { formatDay } from '../ui/times.ts'

/** The last day on which something may be done: what is stored is the midnight that ends it in the tenant's zone. */
export function useDueDay(): (dueAt: string) => string {
  const { i18n } = useTranslation()
  const { timeZone } = useSession().settings
  return useCallback(
    (dueAt) => formatDay(new Date(Date.parse(dueAt) - 1), i18n.language, timeZone),
    [i18n.language, timeZone],
  )
}
