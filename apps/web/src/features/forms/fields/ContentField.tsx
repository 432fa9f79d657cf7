import type { FieldOf } from '@learnt/contract/forms/content'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { SafeHtml } from '../../../ui/SafeHtml.tsx'
import { useFilling } from './field-props.ts'

/** What stands between the questions: a heading, a text with pictures, a film. */
export function ContentField({ field }: { field: FieldOf<'heading' | 'text' | 'video'> }) {
  const { t } = useTranslation('formFields')
  const { say, sayHtml, services, heading } = useFilling()
  const title = say(field.label)
  if (field.kind === 'heading') {
    const text = say(field.help)
    return (
      <Box data-field={field.key}>
        <Typography variant="h3" component={heading} dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {text && (
          <Typography
            color="textSecondary"
            dir="auto"
            sx={{ mt: 0.5, whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
          >
            {text}
          </Typography>
        )}
      </Box>
    )
  }
  if (field.kind === 'text') {
    return (
      <Box data-field={field.key} sx={{ maxWidth: 760 }}>
        {title && (
          <Typography variant="h3" component={heading} dir="auto" sx={{ mb: 1 }}>
            {title}
          </Typography>
        )}
        <SafeHtml html={sayHtml(field.html)} />
      </Box>
    )
  }
  const address = field.fileId ? services.fileAddress(field.fileId) : ''
  const transcript = sayHtml(field.transcript)
  return (
    <Box data-field={field.key} sx={{ maxWidth: 760 }}>
      {title && (
        <Typography variant="h3" component={heading} dir="auto" sx={{ mb: 1 }}>
          {title}
        </Typography>
      )}
      {address ? (
        <Box
          component="video"
          controls
          preload="metadata"
          src={address}
          aria-label={title}
          sx={{ width: '100%', borderRadius: '10px', bgcolor: '#000' }}
        />
      ) : (
        <Alert severity="info">{t('noVideo')}</Alert>
      )}
      {transcript && (
        <Box component="details" sx={{ mt: 1 }}>
          <Box component="summary" sx={{ cursor: 'pointer', fontWeight: 600 }}>
            {t('transcript')}
          </Box>
          <SafeHtml html={transcript} />
        </Box>
      )}
    </Box>
  )
}
