import type { CourseCard, Home } from '@learnt/contract/learning'
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
import { stringifySearch } from '../../lists/address.ts'
import { paths } from '../../routes/paths.ts'
import type { Loader } from '../../routes/route-book.ts'
import { AppLink, useAnchor } from '../../ui/AppLink.tsx'
import { Bone } from '../../ui/Bone.tsx'
import { CoverImage } from '../../ui/CoverImage.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { numbersUpTo } from '../../ui/numbers.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Waiting } from '../../ui/Skeletons.tsx'
import { shapeAfterMs } from '../../ui/useMoment.ts'
import { askHome, courseOf, figureShows } from './asks.ts'
import { CardGrid } from './CardGrid.tsx'
import { CourseFacts } from './CourseCard.tsx'
import { learningPaths } from './paths.ts'
import { RequiredRows } from './RequiredRows.tsx'

const NothingToLearn = lazyPart(async () => (await import('./NothingToLearn.tsx')).NothingToLearn)
const HomeTeam = lazyPart(async () => (await import('../managers/lazy-home.ts')).load())
const HomeNews = lazyPart(async () => (await import('./HomeNews.tsx')).HomeNews)

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
      {me?.roles.includes('manager') && <HomeTeam />}
      {home.error ? (
        <ErrorState error={home.error} onRetry={() => void home.refetch()} />
      ) : home.data ? (
        <Sections home={home.data} />
      ) : (
        <HomeSkeleton />
      )}
    </>
  )
}

function Sections({ home }: { home: Home }) {
  const { t } = useTranslation('learning')
  const { required, recent, resume } = home
  const urgent = required.overdue.map(courseOf).find((course) => course !== null)
  const groups = (['overdue', 'soon', 'upcoming', 'noDeadline'] as const).filter((group) => required[group].length > 0)
  if (!resume && required.total === 0 && recent.length === 0 && home.pathways.length === 0 && !home.hasEvents)
    return <NothingToLearn />
  return (
    <Box
      sx={{ display: 'grid', gap: 4 }}
      onClick={({ target }) =>
        target instanceof Element && target.closest('.covering-link') && track('homepage-course')
      }
    >
      {resume ? (
        <FirstCard course={resume} step={resume} />
      ) : (
        urgent && <FirstCard course={urgent} step={{ activityId: null, activityTitle: '' }} />
      )}
      <Counts counts={home.counts} />
      {(home.hasEvents || home.hasEndingCertificates || home.pathways.length > 0) && <HomeNews home={home} />}
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
        <AppLink href={learningPaths.myCourses}>{t('allCourses')}</AppLink>
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
              <RequiredRows cards={home.required[group]} label={t(group)} />
            </Box>
          ))}
        </Box>
      )}
    </Box>
  )
}

/** The course to go on with; where nothing is begun, the one that is overdue for longest. */
function FirstCard({
  course,
  step: { activityId, activityTitle },
}: {
  course: CourseCard
  step: { activityId: string | null; activityTitle: string }
}) {
  const { t } = useTranslation('learning')
  const Anchor = useAnchor()
  return (
    <Card
      component="section"
      aria-labelledby="resume"
      sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', md: 'minmax(280px, 38%) 1fr' } }}
    >
      <CoverImage src={course.image} title={course.title} fill />
      <Box sx={{ p: { xs: 2.5, md: 4 }, display: 'flex', flexDirection: 'column', gap: 1.5, justifyContent: 'center' }}>
        <Typography variant="overline" component="h2" id="resume" color="textSecondary">
          {t(course.startedAt ? 'resume' : 'startHere')}
        </Typography>
        <Typography variant="h1" component="p" sx={{ overflowWrap: 'anywhere' }}>
          {course.title}
        </Typography>
        <Typography color="textSecondary">
          {activityTitle ? t('nextStep', { title: activityTitle }) : <CourseFacts course={course} />}
        </Typography>
        {course.progress > 0 && <ProgressBar value={course.progress} label={course.title} />}
        <Box>
          <Button
            component={Anchor}
            href={paths.course(course.userCourseId, activityId ?? undefined)}
            onClick={() => track('homepage-resume')}
            variant="contained"
            size="large"
            startIcon={<PlayIcon />}
          >
            {t(course.startedAt ? 'resumeAction' : 'startAction')}
          </Button>
        </Box>
      </Box>
    </Card>
  )
}

/** Each figure opens the courses that it counts. */
function Counts({ counts }: { counts: Home['counts'] }) {
  const { t } = useTranslation('learning')
  const Anchor = useAnchor()
  return (
    <Box component="ul" aria-label={t('figures')} sx={{ ...tiles, listStyle: 'none', m: 0, p: 0 }}>
      {(['required', 'done', 'inProgress', 'overdue'] as const).map((name) => (
        <li key={name}>
          <Card
            component={Anchor}
            href={`${learningPaths.myCourses}${stringifySearch({ show: figureShows[name] })}`}
            sx={{
              display: 'block',
              p: 2,
              textDecoration: 'none',
              '&:hover': { borderColor: 'primary.main' },
            }}
          >
            <Typography component="span" variant="body2" color="textSecondary" sx={{ display: 'block' }}>
              {t(`counts.${name}`)}
            </Typography>
            <Typography
              component="span"
              variant="h2"
              sx={{
                display: 'block',
                fontVariantNumeric: 'tabular-nums',
                color: name === 'overdue' && counts.overdue > 0 ? 'error.main' : 'text.primary',
              }}
            >
              {counts[name]}
            </Typography>
          </Card>
        </li>
      ))}
    </Box>
  )
}

const tiles = { display: 'grid', gap: 2, gridTemplateColumns: { xs: 'repeat(2, 1fr)', md: 'repeat(4, 1fr)' } }

/** The large card, the figures and the rows of required learning, each in its shape. */
function HomeSkeleton() {
  return (
    <Waiting after={shapeAfterMs} sx={{ display: 'grid', gap: 4 }}>
      <Bone height={240} radius={14} />
      <Box sx={tiles}>
        {numbersUpTo(4).map((index) => (
          <Bone key={index} height={84} radius={14} />
        ))}
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Bone width="30%" height={28} />
        <Bone height={300} radius={14} />
      </Box>
    </Waiting>
  )
}
