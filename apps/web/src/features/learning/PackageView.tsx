import type { ActivityContent, Launch } from '@learnt/contract/learning'
import PlayIcon from '@mui/icons-material/PlayArrow'
import RestartIcon from '@mui/icons-material/Replay'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '../../ui/dialogs.ts'
import { problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { PackageFrame } from './PackageFrame.tsx'

type Package = Extract<ActivityContent, { kind: 'scorm' }>

interface PackageViewProps {
  content: Package
  /** False in a preview: nothing that is done in the package is recorded. */
  kept: boolean
  launch: (restart: boolean) => Promise<Launch>
  /** The frame is gone and the last words are said: the truth may be asked for. */
  onClosed: () => void
}

/** An interactive package: a card that says how it stands, and the frame that it is played in. */
export function PackageView({ content, kept, launch, onClosed }: PackageViewProps) {
  const { t } = useTranslation(['learning', 'parts'])
  const { t: words } = useTranslation('problems')
  const [opening, setOpening] = useState<'go' | 'restart' | null>(null)
  const [opened, setOpened] = useState<Launch | null>(null)
  const [error, setError] = useState<unknown>(null)
  const go = useRef<HTMLButtonElement>(null)
  const { state, scorePercent } = content
  const done = state === 'completed' || state === 'passed'

  const wasOpen = useRef(false)
  useEffect(() => {
    // the button was off while the frame opened, so nothing else brings the focus back
    if (wasOpen.current && !opened) go.current?.focus()
    wasOpen.current = opened !== null
  }, [opened])

  const open = async (restart: boolean) => {
    setOpening(restart ? 'restart' : 'go')
    setError(null)
    try {
      setOpened(await launch(restart))
    } catch (failure) {
      setError(failure)
    } finally {
      setOpening(null)
    }
  }
  const restart = async () => {
    if (await confirm({ title: t('restartTitle'), text: t('restartText'), confirmLabel: t('restart') }))
      await open(true)
  }
  const close = (saved: boolean) => {
    setOpened(null)
    if (!saved) showToast({ variant: 'warning', text: t('offline') })
    onClosed()
  }

  const facts = [
    content.scoCount > 1 ? t('parts', { count: content.scoCount }) : '',
    content.attemptNumber > 1 ? t('attemptNumber', { number: content.attemptNumber }) : '',
    scorePercent === null ? '' : t('score', { percent: Math.round(scorePercent * 100) / 100 }),
  ].filter(Boolean)
  return (
    <Card sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 2, justifyItems: 'start' }}>
      {facts.length > 0 && <Typography sx={{ fontWeight: 700 }}>{facts.join(' · ')}</Typography>}
      <Typography sx={{ maxWidth: 640 }}>{t(kept ? 'packageText' : 'packagePreviewText')}</Typography>
      {error !== null && (
        <Alert severity="error" sx={{ justifySelf: 'stretch' }}>
          {problemText(words, error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', gap: 1.5, flexWrap: 'wrap' }}>
        <Button
          ref={go}
          variant="contained"
          size="large"
          startIcon={<PlayIcon />}
          loading={opening === 'go'}
          disabled={opening !== null}
          onClick={() => void open(false)}
        >
          {t(done ? 'review' : state === 'notstarted' ? 'start' : 'continue')}
        </Button>
        {content.mayRestart && (
          <Button
            variant="outlined"
            size="large"
            startIcon={<RestartIcon />}
            loading={opening === 'restart'}
            disabled={opening !== null}
            onClick={() => void restart()}
          >
            {t('restart')}
          </Button>
        )}
      </Box>
      {opened && <PackageFrame launch={opened} title={content.title} renew={() => launch(false)} onClosed={close} />}
    </Card>
  )
}
