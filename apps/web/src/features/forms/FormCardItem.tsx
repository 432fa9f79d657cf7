import type { FormCard } from '@learnt/contract/forms/operations'
import FormIcon from '@mui/icons-material/AssignmentOutlined'
import LockIcon from '@mui/icons-material/LockOutlined'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatDay } from '../../ui/times.ts'
import { formPaths } from './form-paths.ts'
import { SubmissionState } from './SubmissionState.tsx'

/** A form in a grid (CardList.tsx dresses it): the whole card is one link. */
export function FormCardItem({ form }: { form: FormCard }) {
  const { t, i18n } = useTranslation('myForms')
  const dueDay = useDueDay()
  const Icon = form.isLocked ? LockIcon : FormIcon
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  const facts = [
    form.category,
    form.minutes > 0 ? t('minutes', { count: form.minutes }) : '',
    form.completedAt
      ? t('doneOn', { date: day(form.completedAt) })
      : form.dueAt
        ? t(form.dueState === 'overdue' ? 'wasDue' : 'dueOn', { date: dueDay(form.dueAt) })
        : '',
  ].filter(Boolean)
  return (
    <li className="card">
      <div className="course-cover">
        {form.image ? (
          <img src={form.image} alt="" loading="lazy" decoding="async" />
        ) : (
          <Icon aria-hidden sx={{ fontSize: 44, opacity: 0.8 }} />
        )}
      </div>
      <div className="body">
        <div className="marks">
          <Tag look="filled">{t(`kinds.${form.kind}`)}</Tag>
          {(form.dueState === 'overdue' || form.dueState === 'soon') && <StateChip kind="due" state={form.dueState} />}
          {form.state !== 'notstarted' && <SubmissionState state={form.state} outcome={form.outcome} />}
          {form.isLocked && <Tag>{t('locked')}</Tag>}
          {form.isOptional && <Tag>{t('optional')}</Tag>}
        </div>
        <AppLink href={formPaths.one(form.formId, form.title)} underline="none" className="covering-link">
          {form.title}
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
