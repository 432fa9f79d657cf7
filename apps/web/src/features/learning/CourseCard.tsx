import type { CourseCard as CourseCardData } from '@learnt/contract/learning'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { useDueDay } from '../../lists/useDueDay.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatDay } from '../../ui/times.ts'

/** A course in a grid (CardGrid.tsx dresses it): the whole card is one link, its text says what matters today. */
export function CourseCard({ course }: { course: CourseCardData }) {
  return (
    <li className="card">
      <CoverImage src={course.image} title={course.title} />
      <div className="body">
        <div className="marks">
          <CourseMarks course={course} />
        </div>
        <CourseLink course={course} />
        <div className="facts">
          <CourseFacts course={course} />
        </div>
        <div className="progress-place">
          {course.progress > 0 && <ProgressBar value={course.progress} label={course.title} />}
        </div>
      </div>
    </li>
  )
}

/** The title; its link covers the whole card or row, which has to be `position: relative` and to show the focus. */
export function CourseLink({ course }: { course: Pick<CourseCardData, 'userCourseId' | 'title'> }) {
  return (
    <AppLink href={paths.course(course.userCourseId)} underline="none" className="covering-link">
      {course.title}
    </AppLink>
  )
}

type Shown = Omit<CourseCardData, 'userCourseId' | 'courseId'>

/** What the course is to this person and where they stand. */
export function CourseMarks({ course }: { course: Shown }) {
  const { t } = useTranslation('learning')
  return (
    <>
      {course.isBundle && <Tag look="filled">{t('bundle')}</Tag>}
      {course.dueState === 'overdue' || course.dueState === 'soon' ? (
        <StateChip kind="due" state={course.dueState} />
      ) : (
        course.state !== 'notstarted' && <StateChip kind="progress" state={course.state} />
      )}
      {course.isAgain && <Tag>{t('again')}</Tag>}
      {course.waitsFor && <Tag>{t('locked')}</Tag>}
      {course.isOptional && <Tag>{t('optional')}</Tag>}
    </>
  )
}

/** How long, how many steps, and when: separated by dots. What is no course says its `kind` in place of its steps. */
export function CourseFacts({ course, kind }: { course: Shown; kind?: string }) {
  const { t, i18n } = useTranslation('learning')
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  const dueDay = useDueDay()
  const facts = [
    kind ?? '',
    course.category,
    kind ? '' : t(course.isBundle ? 'courses' : 'activities', { count: course.activityCount }),
    course.minutes > 0 ? t('minutes', { count: course.minutes }) : '',
    course.completedAt
      ? t('completedOn', { date: day(course.completedAt) })
      : course.dueAt
        ? t(course.dueState === 'overdue' ? 'wasDue' : 'dueOn', { date: dueDay(course.dueAt) })
        : '',
    course.validUntil ? t('validUntil', { date: formatDay(new Date(course.validUntil), i18n.language, 'UTC') }) : '',
    course.waitsFor ? t('locks.previous', { title: course.waitsFor.title }) : '',
    ...course.within.map(({ type, title }) =>
      t(type === 'pathway' ? 'source.pathway' : 'source.learningPackage', { title }),
    ),
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
