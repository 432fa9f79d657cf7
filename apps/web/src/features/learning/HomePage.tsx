import type { Home } from '@learnt/contract/learning'
import PlayIcon from '@mui/icons-material/PlayArrow'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { track } from '../../api/analytics.ts'
import { useLive } from '../../api/LiveProvider.tsx'
import { useSession } from '../../api/SessionProvider.tsx'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { CardsSkeleton } from '../../ui/Skeletons.tsx'
import { askHome } from './asks.ts'
import { CardGrid } from './CardGrid.tsx'
import { CourseFacts } from './CourseCard.tsx'
import { CourseImage } from './CourseImage.tsx'
import { CourseRows } from './CourseRows.tsx'

const NothingToLearn = lazyPart(async () => (await import('./NothingToLearn.tsx')).NothingToLearn)

export const loader: Loader = ({ client }) => client.prefetchQuery(askHome())

/** The learner's homepage: one dominant card to go on with, then what is required by date, then what was open lately. */
export function HomePage() {
  const { t } = useTranslation('learning')
  const { me } = useSession()
  const home = useQuery(askHome())
  useLive('me')
  return (
    <>
      <PageHeader title={t('hello', { name: me?.firstName ?? '' })} text={t('helloText')} />
      {home.error ? (
        <ErrorState error={home.error} onRetry={() => void home.refetch()} />
      ) : home.data ? (
        <Sections home={home.data} />
      ) : (
        <CardsSkeleton count={4} />
      )}
    </>
  )
}

function Sections({ home }: { home: Home }) {
  const { t } = useTranslation('learning')
  const { required, recent, resume } = home
  const groups = (['overdue', 'soon', 'upcoming', 'noDeadline'] as const).filter((group) => required[group].length > 0)
  if (!resume && required.total === 0 && recent.length === 0) return <NothingToLearn />
  return (
    <Box
      sx={{ display: 'grid', gap: 4 }}
      onClick={({ target }) => target instanceof Element && target.closest('li a') && track('homepage-course')}
    >
      {resume && <ResumeCard resume={resume} />}
      <Counts counts={home.counts} />
      <Required home={home} groups={groups} />
      {recent.length > 0 && (
        <Box component="section" aria-labelledby="recent">
          <Typography variant="h2" id="recent" sx={{ mb: 2 }}>
            {t('recent')}
          </Typography>
          <CardGrid courses={recent} label={t('recent')} />
        </Box>
      )}
    </Box>
  )
}

type Group = keyof Omit<Home['required'], 'total'>

function Required({ home, groups }: { home: Home; groups: readonly Group[] }) {
  const { t } = useTranslation('learning')
  return (
    <Box component="section" aria-labelledby="required">
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 2 }}>
        <Typography variant="h2" id="required" sx={{ flex: 1 }}>
          {t('required')}
        </Typography>
        <AppLink href={paths.myCourses}>{t('allCourses')}</AppLink>
      </Box>
      {groups.length === 0 ? (
        <Card sx={{ p: 3 }}>
          <Typography sx={{ fontWeight: 700 }}>{t('caughtUp')}</Typography>
          <Typography color="textSecondary">{t('caughtUpText')}</Typography>
        </Card>
      ) : (
        <Box sx={{ display: 'grid', gap: 3 }}>
          {groups.map((group) => (
            <Box key={group}>
              <Typography variant="h3" sx={{ mb: 1.5, color: group === 'overdue' ? 'error.main' : 'text.secondary' }}>
                {t(group)}
              </Typography>
              <CourseRows courses={home.required[group]} label={t(group)} />
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}

function ResumeCard({ resume }: { resume: NonNullable<Home['resume']> }) {
  const { t } = useTranslation('learning')
  const Anchor = useAnchor()
  return (
    <Card
      component="section"
      aria-labelledby="resume"
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: 'minmax(280px, 38%) 1fr' } }}
    >
      <CourseImage src={resume.image} title={resume.title} fill />
      <Box sx={{ p: { xs: 2.5, md: 4 }, display: 'flex', flexDirection: 'column', gap: 1.5, justifyContent: 'center' }}>
        <Typography variant="overline" component="h2" id="resume" color="textSecondary">
          {t('resume')}
        </Typography>
        <Typography variant="h1" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {resume.title}
        </Typography>
        <Typography color="textSecondary">
          {resume.activityTitle ? t('nextStep', { title: resume.activityTitle }) : <CourseFacts course={resume} />}
        </Typography>
        <ProgressBar value={resume.progress} label={resume.title} />
        <Box>
          <Button
            component={Anchor}
            href={paths.course(resume.userCourseId, resume.activityId ?? undefined)}
            onClick={() => track('homepage-resume')}
            variant="contained"
            size="large"
            startIcon={<PlayIcon />}
          >
            {t(resume.startedAt ? 'resumeAction' : 'startAction')}
          </Button>
        </Box>
      </Box>
    </Card>
  )
}

function Counts({ counts }: { counts: Home['counts'] }) {
  const { t } = useTranslation('learning')
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gap: 2, gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' } }}
    >
      {(['required', 'done', 'inProgress', 'overdue'] as const).map((name) => (
        <Card key={name} sx={{ p: 2 }}>
          <Typography component="dt" variant="body2" color="textSecondary">
            {t(`counts.${name}`)}
          </Typography>
          <Typography
            component="dd"
            variant="h2"
            sx={{
              m: 0,
              fontVariantNumeric: 'tabular-nums',
              color: name === 'overdue' && counts.overdue > 0 ? 'error.main' : 'text.primary',
            }}
          >
            {counts[name]}
          </Typography>
        </Card>
      ))}
    </Box>
  )
}
