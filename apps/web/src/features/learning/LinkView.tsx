import type { ActivityContent } from '@learnt/contract/learning'
import OpenIcon from '@mui/icons-material/OpenInNew'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Typography from '@mui/material/Typography'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { visuallyHidden } from '../../ui/visually-hidden.ts'
import type { Recorder } from './useRecorder.ts'

/** A step on another site: seen is who followed the link, not who looked at this card. */
export function LinkView({
  content,
  recorder,
}: {
  content: Extract<ActivityContent, { kind: 'link' }>
  recorder: Recorder | null
}) {
  const { t } = useTranslation(['learning', 'common'])
  const opened = recorder?.opened
  useEffect(() => opened?.(), [opened])
  return (
    <Card sx={{ p: { xs: 2.5, sm: 4 }, display: 'grid', gap: 2, justifyItems: 'start' }}>
      <Typography>{t('linkText')}</Typography>
      <Typography color="textSecondary" variant="body2" dir="ltr" sx={{ overflowWrap: 'anywhere' }}>
        {content.url}
      </Typography>
      <Button
        component="a"
        href={content.url}
        target="_blank"
        rel="noopener noreferrer"
        variant="contained"
        size="large"
        endIcon={<OpenIcon sx={(theme) => ({ transform: theme.direction === 'rtl' ? 'scaleX(-1)' : 'none' })} />}
        onClick={() => recorder?.seen()}
        // the middle button opens a tab as well
        onAuxClick={() => recorder?.seen()}
      >
        {t('openLink')}
        <span style={visuallyHidden}> ({t('common:opensNewTab')})</span>
      </Button>
    </Card>
  )
}
