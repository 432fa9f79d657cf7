import type { LearnerCourse } from '@learnt/contract/learning'
import DoneIcon from '@mui/icons-material/CheckCircle'
import PlayIcon from '@mui/icons-material/PlayArrow'
import OpenIcon from '@mui/icons-material/RadioButtonUnchecked'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { useDueDay } from '../../lists/useDueDay.ts'
import { paths } from '../../routes/paths.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { formatDay, formatNumber } from '../../ui/times.ts'
import { hrefOfDocument } from '../pathways/way.ts'
import { Earns } from '../points/lazy-parts.ts'
import { AverageStars } from '../ratings/AverageStars.tsx'
import { CourseAbout } from './CourseAbout.tsx'
import { chooseStep, stepsOf } from './course-steps.ts'

const WrittenText = lazyPart(async () => (await import('./WrittenText.tsx')).WrittenText)

interface CourseStartProps {
  course: LearnerCourse
  pathwayId: string | null
  /** Of an author's preview: where its steps are. Nothing is asked for that only a learner has. */
  previewHref?: (activityId: string) => string
}

/** A course before its first start: what it is about, what it contains and asks for, and the button that begins it. */
export function CourseStart({ course, pathwayId, previewHref }: CourseStartProps) {
  const { t } = useTranslation('courseStart')
  const Anchor = useAnchor()
  const first = chooseStep(course, null)
  const hrefOf = previewHref ?? ((id: string) => paths.course(course.userCourseId, id, pathwayId ?? undefined))
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 3,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(280px, 360px)' },
        alignItems: 'start',
      }}
    >
      <Card component="section" aria-label={t('facts')} sx={{ order: { lg: 1 } }}>
        {course.image && <CoverImage src={course.image} title={course.title} />}
        <Box sx={{ p: { xs: 2, sm: 3 }, display: 'grid', gap: 2 }}>
          {first && !course.waitsFor && (
            <Button
              component={Anchor}
              href={hrefOf(first.id)}
              variant="contained"
              size="large"
              startIcon={<PlayIcon sx={mirrored} />}
            >
              {t(isBegun(course) ? 'goOn' : 'start')}
            </Button>
          )}
          <Facts course={course} />
          <Prerequisites course={course} />
        </Box>
      </Card>
      <Box sx={{ minWidth: 0 }}>
        <CourseAbout course={course} open />
        <OwnText course={course} />
        <Contents course={course} />
        {!previewHref && <Earns assignmentId={course.userCourseId} isDone={course.completedAt !== null} />}
      </Box>
    </Box>
  )
}

function isBegun(course: LearnerCourse): boolean {
  return course.state !== 'notstarted' || course.startedAt !== null || course.isAgain
}

/** What the author wrote for this page; once the course is begun, it comes only when it is asked for. */
function OwnText({ course: { userCourseId, landing } }: { course: LearnerCourse }) {
  const asked = useQuery({
    ...queryOf(api.learning.course, { params: { userCourseId }, query: { landing: 'true' } }),
    enabled: landing.html === null,
    select: (course) => course.landing.html,
  })
  const html = landing.html ?? asked.data
  return html ? <WrittenText html={html} /> : null
}

function Facts({ course }: { course: LearnerCourse }) {
  const { t, i18n } = useTranslation('courseStart')
  const dueDay = useDueDay()
  const facts: [string, ReactNode][] = [
    ...(course.minutes > 0 ? [[t('duration'), t('minutes', { count: course.minutes })] as [string, string]] : []),
    ...(course.landing.author ? [[t('author'), course.landing.author] as [string, string]] : []),
    [t('steps'), formatNumber(course.activityCount, i18n.language)],
    ...(course.dueAt
      ? [
          [
            t('due'),
            course.dueState === 'overdue' ? t('overdue', { date: dueDay(course.dueAt) }) : dueDay(course.dueAt),
          ] as [string, string],
        ]
      : course.isOptional
        ? [[t('due'), t('optional')] as [string, string]]
        : []),
    [t('version'), t('versionNumber', { number: course.versionNumber })],
    ...(course.cycle.validUntil
      ? [[t('valid'), formatDay(new Date(course.cycle.validUntil), i18n.language, 'UTC')] as [string, string]]
      : []),
    [t('rating'), course.rating ? <AverageStars key="stars" rating={course.rating} /> : t('noRating')],
  ]
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1.25, gridTemplateColumns: 'auto minmax(0, 1fr)' }}>
      {facts.map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {name}
          </Typography>
          <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600, overflowWrap: 'anywhere' }}>
            {value}
          </Typography>
        </Box>
      ))}
    </Box>
  )
}

function Prerequisites({ course: { prerequisites } }: { course: LearnerCourse }) {
  const { t } = useTranslation('courseStart')
  const id = useId()
  if (prerequisites.length === 0) return null
  return (
    <Box component="section" aria-labelledby={id}>
      <Typography variant="h4" component="h2" id={id}>
        {t('prerequisites')}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 1, p: 0, display: 'grid', gap: 1 }}>
        {prerequisites.map((one) => (
          <Box component="li" key={one.id} sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
            {one.isDone ? (
              <DoneIcon aria-hidden sx={{ color: 'success.main' }} />
            ) : (
              <OpenIcon aria-hidden sx={{ color: 'text.secondary' }} />
            )}
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <AppLink href={hrefOfDocument(one.type, one.id)}>{one.title}</AppLink>
              <Typography variant="body2" color="textSecondary">
                {t(one.isDone ? 'done' : 'open')}
              </Typography>
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}

/** Its sections and steps; nothing opens here. */
function Contents({ course }: { course: LearnerCourse }) {
  const { t } = useTranslation(['courseStart', 'steps'])
  const id = useId()
  const numbers = new Map(stepsOf(course).map((step, at) => [step.id, at + 1]))
  if (numbers.size === 0) return null
  return (
    <Card component="section" aria-labelledby={id} sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
        {t('contains')}
      </Typography>
      {course.sections.map((section) => (
        <Box key={section.id} sx={{ '& + &': { mt: 2 } }}>
          {section.title && (
            <Typography variant="h4" component="h3" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
              {section.title}
            </Typography>
          )}
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 1.25 }}>
            {section.activities.map((step) => (
              <Box component="li" key={step.id} sx={{ display: 'flex', gap: 1.5, alignItems: 'flex-start' }}>
                <Typography aria-hidden color="textSecondary" sx={{ minWidth: 24, textAlign: 'end' }}>
                  {numbers.get(step.id)}
                </Typography>
                <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                  <Typography>{step.title}</Typography>
                  <Typography variant="body2" color="textSecondary">
                    {[
                      t(`steps:kinds.${step.kind}`),
                      step.minutes > 0 ? t('minutes', { count: step.minutes }) : '',
                      step.description,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Typography>
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Card>
  )
}

const mirrored = ({ direction }: Theme) => ({ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' })
