import type { PathwayCard } from '@learnt/contract/pathways'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { formatDay } from '../../ui/times.ts'

/** How much of it is done, how long it is, and until when: separated by dots. */
export function PathwayFacts({ pathway }: { pathway: PathwayCard }) {
  const { t, i18n } = useTranslation('pathways')
  const dueDay = useDueDay()
  const facts = [
    pathway.category,
    t('steps', { done: pathway.stepsDone, total: pathway.stepCount }),
    t(`orders.${pathway.order}`),
    pathway.minutes > 0 ? t('minutes', { count: pathway.minutes }) : '',
    pathway.completedAt
      ? t('completedOn', { date: formatDay(new Date(pathway.completedAt), i18n.language) })
      : pathway.dueAt
        ? t(pathway.dueState === 'overdue' ? 'wasDue' : 'dueOn', { date: dueDay(pathway.dueAt) })
        : '',
    ...pathway.within.map(({ title }) => t('inPackage', { title })),
  ]
  return (
    <>
      {facts.filter(Boolean).map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <span style={{ display: 'inline-block' }}>{fact}</span>
        </Fragment>
      ))}
    </>
  )
}
