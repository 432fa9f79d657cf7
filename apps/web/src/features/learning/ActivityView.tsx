import type { ActivityContent, Launch } from '@learnt/contract/learning'
import CheckIcon from '@mui/icons-material/CheckCircle'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { SaveState } from '../../ui/SaveState.tsx'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { loadWords } from '../../words/i18n.ts'
import { DocumentView } from './DocumentView.tsx'
import { LinkView } from './LinkView.tsx'
import { MediaView } from './MediaView.tsx'
import { PageView } from './PageView.tsx'
import { findPackageView, loadPackageView } from './package-view.ts'
import { type Recorder, type RecordFor, useRecorder } from './useRecorder.ts'

const LazyFormStep = lazyPart(
  async () => {
    const [{ FormStep }] = await Promise.all([
      import('../forms/FormStep.tsx'),
      loadWords('myForms', 'formFields', 'parts'),
    ])
    return FormStep
  },
  { fallback: <LinesSkeleton lines={6} /> },
)

const LazyEventStep = lazyPart(
  async () => {
    const [{ EventStep }] = await Promise.all([import('../events/EventStep.tsx'), loadWords('events')])
    return EventStep
  },
  { fallback: <LinesSkeleton lines={6} /> },
)

const LazyPackageView = lazyPart(loadPackageView, { fallback: <LinesSkeleton lines={4} /> })

/**
 * One step as a learner sees it, without its heading.
 * - `content`: as `learning.activity` answers it. A preview makes it from the draft: `state` notstarted, `progress` 0,
 *   `scorePercent` and `savedAt` null, media `position` 0 and `segments` [], packages `attemptNumber` 1 and
 *   `mayRestart` false.
 * - `record`: whose progress is recorded; `false` records nothing and calls no operation of the learner: a preview.
 * - `launch`: opens a package (`learning.launch`, or `learning.previewLaunch` in a preview).
 * - `onStale`: an address of the content expired; fetch the content again. Absent: the view says so.
 * Give it the activity's id as key: the recorder runs from the moment a step is shown until it goes.
 */
export interface ActivityViewProps {
  content: ActivityContent
  record: RecordFor | false
  launch: (restart: boolean) => Promise<Launch>
  onStale?: (() => void) | undefined
}

export function ActivityView({ content, record, launch, onStale }: ActivityViewProps) {
  const recorder = useRecorder(content, record || null)
  // NOTE a view that has loaded already renders at once, because React hides a lazy part for 300 ms. The choice never
  // changes, or a package would restart
  const [PackageView] = useState(() => findPackageView() ?? LazyPackageView)
  // NOTE a view reports what it shows: it waits for the recorder, which is there before the next paint
  if (record && !recorder) return <Box aria-busy="true" sx={{ minHeight: '60vh' }} />
  return (
    <Box>
      {content.kind === 'page' ? (
        <PageView html={content.html} recorder={recorder} />
      ) : content.kind === 'document' ? (
        <DocumentView content={content} recorder={recorder} onStale={onStale} />
      ) : content.kind === 'link' ? (
        <LinkView content={content} recorder={recorder} />
      ) : isForm(content) ? (
        record ? (
          <LazyFormStep userCourseId={record.userCourseId} activityId={content.id} />
        ) : (
          <NameOfStep title={content.formTitle} text="formText" />
        )
      ) : content.kind === 'event' ? (
        record ? (
          <LazyEventStep userCourseId={record.userCourseId} activityId={content.id} />
        ) : (
          <NameOfStep title={content.eventTitle} text="eventText" />
        )
      ) : content.kind === 'scorm' ? (
        <PackageView
          content={content}
          kept={record !== false}
          launch={launch}
          onClosed={() => (record ? record.onProgress(null) : undefined)}
        />
      ) : (
        <MediaView content={content} recorder={recorder} onStale={onStale} />
      )}
      {recorder && !speaksForItself(content) && <Footer content={content} recorder={recorder} />}
    </Box>
  )
}

type FormContent = Extract<ActivityContent, { kind: 'form' | 'quiz' }>

// NOTE a guard: comparing with two kinds leaves the type as it was
function isForm(content: ActivityContent): content is FormContent {
  return content.kind === 'form' || content.kind === 'quiz'
}

/** A package, a form or an event says itself how far somebody is. */
function speaksForItself(content: ActivityContent): boolean {
  return content.kind === 'scorm' || content.kind === 'event' || isForm(content)
}

/** Where nothing is recorded, the form or event is only named. */
function NameOfStep({ title, text }: { title: string; text: 'formText' | 'eventText' }) {
  const { t } = useTranslation('steps')
  return (
    <Card sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 1 }}>
      <Typography sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{title}</Typography>
      <Typography>{t(text)}</Typography>
    </Card>
  )
}

function Footer({ content, recorder }: { content: ActivityContent; recorder: Recorder }) {
  const { t } = useTranslation('learning')
  const ticks = content.completion.rule === 'tick'
  const offline = recorder.saving.state === 'retrying'
  return (
    <Box
      sx={{
        mt: 3,
        display: 'flex',
        flexWrap: 'wrap',
        gap: 2,
        alignItems: 'center',
        justifyContent: 'space-between',
        minHeight: 40,
      }}
    >
      {ticks ? <Tick recorder={recorder} /> : <span />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, alignItems: 'center' }}>
        {offline && (
          <Typography variant="caption" color="textSecondary">
            {t('offline')}
          </Typography>
        )}
        <SaveState saving={recorder.saving} />
      </Box>
    </Box>
  )
}

function Tick({ recorder }: { recorder: Recorder }) {
  const { t } = useTranslation('learning')
  const { t: words } = useTranslation('problems')
  const [busy, setBusy] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  const done = recorder.state === 'completed' || recorder.state === 'passed'
  const asked = useRef(false)
  const tick = async () => {
    asked.current = true
    setBusy(true)
    try {
      await recorder.tick()
    } catch (error) {
      showToast({ variant: 'error', text: problemText(words, error) })
    } finally {
      setBusy(false)
    }
  }
  useEffect(() => {
    // the button had the focus and was off or is gone: who used the keyboard goes on from here, not from the top
    const isOver = asked.current && (done || !busy)
    if (isOver && document.activeElement === document.body) place.current?.focus({ preventScroll: true })
  }, [busy, done])
  return (
    <Box ref={place} tabIndex={-1} sx={{ borderRadius: '9px' }}>
      {done ? (
        <Box sx={{ display: 'inline-flex', gap: 1, alignItems: 'center', color: 'success.main', minHeight: 40 }}>
          <CheckIcon aria-hidden />
          <Typography component="span" sx={{ fontWeight: 700 }}>
            {t('ticked')}
          </Typography>
        </Box>
      ) : (
        <Button variant="contained" startIcon={<CheckIcon />} loading={busy} onClick={() => void tick()}>
          {t('tick')}
        </Button>
      )}
    </Box>
  )
}
