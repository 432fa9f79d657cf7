import type { ResourceCard as ResourceCardData } from '@learnt/contract/resources'
import LockIcon from '@mui/icons-material/LockOutlined'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { handleOf } from '../../routes/handle.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatDay } from '../../ui/times.ts'
import { typeIcons } from './type-icons.ts'

/** A resource in a grid (CardList.tsx dresses it): the whole card is one link. */
export function ResourceCard({ resource }: { resource: ResourceCardData }) {
  const { t, i18n } = useTranslation('resources')
  const dueDay = useDueDay()
  const Icon = resource.isLocked ? LockIcon : typeIcons[resource.type]
  const facts = [
    resource.category,
    resource.minutes > 0 ? t('minutes', { count: resource.minutes }) : '',
    resource.completedAt
      ? t('readOn', { date: formatDay(new Date(resource.completedAt), i18n.language) })
      : resource.dueAt
        ? t(resource.dueState === 'overdue' ? 'wasDue' : 'dueOn', { date: dueDay(resource.dueAt) })
        : '',
  ].filter(Boolean)
  return (
    <li className="card">
      <div className="course-cover">
        {resource.image ? (
          <img src={resource.image} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon aria-hidden sx={{ fontSize: 44, opacity: 0.8 }} />
        )}
      </div>
      <div className="body">
        <div className="marks">
          <Tag look="filled">{t(`types.${resource.type}`)}</Tag>
          {resource.dueState === 'overdue' || resource.dueState === 'soon' ? (
            <StateChip kind="due" state={resource.dueState} />
          ) : (
            resource.state !== 'notstarted' && <StateChip kind="progress" state={resource.state} />
          )}
          {resource.isLocked && <Tag>{t('lockedMark')}</Tag>}
          {resource.isOptional && <Tag>{t('optional')}</Tag>}
        </div>
        <AppLink
          href={paths.resource(resource.resourceId, handleOf(resource.title))}
          underline="none"
          className="covering-link"
        >
          {resource.title}
        </AppLink>
        <div className="facts">
          {facts.map((fact, at) => (
            <Fragment key={fact}>
              {at > 0 && ' · '}
              <span style={{ display: 'inline-block' }}>{fact}</span>
            </Fragment>
          ))}
        </div>
      </div>
    </li>
  )
}
