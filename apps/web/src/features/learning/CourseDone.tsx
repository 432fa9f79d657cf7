import type { CourseCard, Home, LearnerCourse } from '@learnt/contract/learning'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../routes/paths.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { formatDay, formatPercent } from '../../ui/times.ts'
import { askCourse, askHome } from './asks.ts'
import { isStepDone, nextCourseOf, stepsOf } from './course-steps.ts'

/** Praises once, when the last step is done under the eyes of the learner; afterwards the head of the page has the date. */
export function CourseDone({ course }: { course: LearnerCourse }) {
  const [wasDone] = useState(() => isStepDone(course))
  return wasDone || !isStepDone(course) ? null : <Praise course={course} />
}

function Praise({ course }: { course: LearnerCourse }) {
  const { t, i18n } = useTranslation('learning')
  const Anchor = useAnchor()
  const next = useNextCourse(course)
  const scores = stepsOf(course).flatMap(({ scorePercent }) => scorePercent ?? [])
  const score = scores.reduce((sum, one) => sum + one, 0) / scores.length
  return (
    <Alert severity="success" role="note" sx={{ mb: 3, '& .MuiAlert-message': { flex: 1 } }}>
      <Typography sx={{ fontWeight: 700 }}>{t(course.isBundle ? 'bundleDone' : 'courseDone')}</Typography>
      {course.completedAt && (
        <>{t('completedOn', { date: formatDay(new Date(course.completedAt), i18n.language) })} · </>
      )}
      {scores.length > 0 && <>{t('courseScore', { score: formatPercent(score, i18n.language) })} · </>}
      <AppLink href={course.isBundle ? paths.myBundles : paths.myCourses} color="inherit" underline="always">
        {t(course.isBundle ? 'finishBundle' : 'finish')}
      </AppLink>
      {next && (
        <Box sx={{ mt: 1.5 }}>
          <Button
            component={Anchor}
            href={paths.course(next.userCourseId)}
            variant="contained"
            sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
          >
            {t('nextStep', { title: next.title })}
          </Button>
        </Box>
      )}
    </Alert>
  )
}

/** What comes next: in the bundle that this course is part of, else what is begun or required first. */
function useNextCourse(course: LearnerCourse): CourseCard | null {
  const bundleId = course.sources.find((source) => source.kind === 'bundle')?.id ?? null
  const bundle = useQuery({ ...askCourse(bundleId ?? '', null), enabled: bundleId !== null })
  const home = useQuery(askHome())
  if (bundleId && bundle.isPending) return null
  const inBundle = bundle.data ? nextCourseOf(bundle.data.children, course.userCourseId) : null
  return (
    inBundle ??
    (home.data ? (firstOf(home.data).find((one) => one.userCourseId !== course.userCourseId) ?? null) : null)
  )
}

function firstOf({ resume, required }: Home): CourseCard[] {
  const { overdue, soon, upcoming, noDeadline } = required
  return [...(resume ? [resume] : []), ...overdue, ...soon, ...upcoming, ...noDeadline]
}
