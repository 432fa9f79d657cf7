import type { CourseCard as CourseCardData } from '@learnt/contract/learning'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../paths.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { StateChip } from '../../ui/StateChip.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { formatDay } from '../../ui/times.ts'
import { useDueDay } from '../../useDueDay.ts'
import { CourseImage } from './CourseImage.tsx'

/** A course in a grid: the whole card is one link, its text says what matters today. */
export function CourseCard({ course }: { course: CourseCardData }) {
  return (
    <Card
      component="li"
      sx={{
        position: 'relative',
        display: 'flex',
        flexDirection: 'column',
        transition: 'box-shadow 150ms, transform 150ms',
        '@media (prefers-reduced-motion: no-preference)': { '&:hover': { transform: 'translateY(-2px)' } },
        '&:hover': { boxShadow: 4 },
        '&:focus-within': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
      }}
    >
      <CourseImage src={course.image} title={course.title} />
      <Box sx={{ p: 2, display: 'flex', flexDirection: 'column', gap: 1, flex: 1 }}>
        <Box sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap', minHeight: 24 }}>
          <CourseMarks course={course} />
        </Box>
        <CourseLink course={course} large />
        <Typography variant="body2" color="textSecondary">
          <CourseFacts course={course} />
        </Typography>
        <Box sx={{ mt: 'auto', pt: 1 }}>
          <ProgressBar value={course.progress} label={course.title} />
        </Box>
      </Box>
    </Card>
  )
}

/** The title; its link covers the whole card or row, which has to be `position: relative` and to show the focus. */
export function CourseLink({ course, large = false }: { course: CourseCardData; large?: boolean }) {
  return (
    <AppLink
      href={paths.course(course.userCourseId)}
      underline="none"
      color="text.primary"
      sx={{
        fontWeight: 700,
        overflowWrap: 'anywhere',
        '&::after': { content: '""', position: 'absolute', inset: 0 },
        '&:focus': { outline: 'none' },
        ...(large ? { fontSize: '1.05rem', lineHeight: 1.3 } : {}),
      }}
    >
      {course.title}
    </AppLink>
  )
}

/** What the course is to this person and where they stand. */
export function CourseMarks({ course }: { course: CourseCardData }) {
  const { t } = useTranslation('learning')
  return (
    <>
      {course.isBundle && <Tag look="filled">{t('bundle')}</Tag>}
      {course.dueState === 'overdue' || course.dueState === 'soon' ? (
        <StateChip kind="due" state={course.dueState} />
      ) : (
        course.state !== 'notstarted' && <StateChip kind="progress" state={course.state} />
      )}
      {course.isOptional && <Tag>{t('optional')}</Tag>}
    </>
  )
}

/** How long, how many steps, and when: separated by dots. */
export function CourseFacts({ course }: { course: CourseCardData }) {
  const { t, i18n } = useTranslation('learning')
  const day = (moment: string) => formatDay(new Date(moment), i18n.language)
  const dueDay = useDueDay()
  const facts = [
    course.category,
    course.isBundle ? t('courses', { count: course.activityCount }) : t('activities', { count: course.activityCount }),
    course.minutes > 0 ? t('minutes', { count: course.minutes }) : '',
    course.completedAt
      ? t('completedOn', { date: day(course.completedAt) })
      : course.dueAt
        ? t(course.dueState === 'overdue' ? 'wasDue' : 'dueOn', { date: dueDay(course.dueAt) })
        : '',
  ]
  return (
    <>
      {facts.filter(Boolean).map((fact, index) => (
        <Fragment key={fact}>
          {index > 0 && ' · '}
          <Box component="span" sx={{ display: 'inline-block' }}>
            {fact}
          </Box>
        </Fragment>
      ))}
    </>
  )
}
