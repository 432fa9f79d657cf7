import type { CourseCard, LearnerCourse } from '@learnt/contract/learning'
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
import { askOwn } from '../pathways/asks.ts'
import { hrefOfStep, stepAfter } from '../pathways/way.ts'
import { askCourse, askHome, coursesToDo } from './asks.ts'
import { isStepDone, nextCourseOf, stepsOf } from './course-steps.ts'
import { learningPaths } from './paths.ts'

interface CourseDoneProps {
  course: LearnerCourse
  /** The pathway that stands around it. */
  pathwayId: string | null
}

/** Praises once, when the last step is done under the eyes of the learner; afterwards the head of the page has the date. */
export function CourseDone({ course, pathwayId }: CourseDoneProps) {
  const [wasDone] = useState(() => isStepDone(course))
  return wasDone || !isStepDone(course) ? null : <Praise course={course} pathwayId={pathwayId} />
}

function Praise({ course, pathwayId }: CourseDoneProps) {
  const { t, i18n } = useTranslation('learning')
  const Anchor = useAnchor()
  const next = useNext(course, pathwayId)
  const scores = stepsOf(course).flatMap(({ scorePercent }) => scorePercent ?? [])
  const score = scores.reduce((sum, one) => sum + one, 0) / scores.length
  return (
    <Alert severity="success" role="note" sx={{ mb: 3, '& .MuiAlert-message': { flex: 1 } }}>
      <Typography sx={{ fontWeight: 700 }}>{t(course.isBundle ? 'bundleDone' : 'courseDone')}</Typography>
      {course.completedAt && (
        <>{t('completedOn', { date: formatDay(new Date(course.completedAt), i18n.language) })} · </>
      )}
      {scores.length > 0 && <>{t('courseScore', { score: formatPercent(score, i18n.language) })} · </>}
      {pathwayId ? (
        <AppLink href={paths.pathway(pathwayId)} color="inherit" underline="always">
          {t('finishPathway')}
        </AppLink>
      ) : (
        <AppLink
          href={course.isBundle ? learningPaths.myBundles : learningPaths.myCourses}
          color="inherit"
          underline="always"
        >
          {t(course.isBundle ? 'finishBundle' : 'finish')}
        </AppLink>
      )}
      {next && (
        <Box sx={{ mt: 1.5 }}>
          <Button
            component={Anchor}
            href={next.href}
            variant="contained"
            sx={{ whiteSpace: 'normal', overflowWrap: 'anywhere' }}
          >
            {t(next.inPathway ? 'nextInPathway' : 'nextStep', { title: next.title })}
          </Button>
        </Box>
      )}
    </Alert>
  )
}

/** What comes next: in the bundle or pathway that this course is part of, else what is begun or required first. */
function useNext(
  course: LearnerCourse,
  pathwayId: string | null,
): { href: string; title: string; inPathway: boolean } | null {
  const bundleId = course.sources.find((source) => source.kind === 'bundle')?.id ?? null
  const bundle = useQuery({ ...askCourse(bundleId ?? '', null), enabled: bundleId !== null })
  const pathway = useQuery({ ...askOwn(pathwayId ?? ''), enabled: pathwayId !== null })
  const home = useQuery(askHome())
  if ((bundleId && bundle.isPending) || (pathwayId && pathway.isPending)) return null
  const toCourse = (one: CourseCard) => ({
    href: paths.course(one.userCourseId, undefined, pathwayId ?? undefined),
    title: one.title,
    inPathway: false,
  })
  const inBundle = bundle.data ? nextCourseOf(bundle.data.children, course.userCourseId) : null
  if (inBundle) return toCourse(inBundle)
  if (pathwayId && pathway.data?.next) {
    const step = stepAfter(pathway.data, course.courseId)
    // the answer from before this course was done still names it: the next one is on its way
    return step && { href: hrefOfStep(step, pathwayId), title: step.title, inPathway: true }
  }
  const first = home.data && coursesToDo(home.data).find((one) => one.userCourseId !== course.userCourseId)
  return first ? { ...toCourse(first), href: paths.course(first.userCourseId) } : null
}
