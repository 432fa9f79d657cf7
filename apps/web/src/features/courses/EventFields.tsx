import type { Activity } from '@learnt/contract/courses'
import type { NamedDocument } from '@learnt/contract/documents'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { DocumentLine } from '../documents/DocumentLine.tsx'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { errorAt } from '../documents/field-errors.ts'
import { useEditing } from './editing.ts'
import { activityField } from './field-errors.ts'

/** The event of a step. */
export function EventFields({ activity }: { activity: Extract<Activity, { kind: 'event' }> }) {
  const { t } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { editActivity, errors, locked, findDocument, rememberDocument } = useEditing()
  const field = activityField(activity.id, 'eventId')
  const error = fieldText(problems, errorAt(errors, field))
  const event = activity.eventId ? findDocument(activity.eventId) : undefined
  const put = (chosen: NamedDocument) => {
    rememberDocument(chosen)
    editActivity(activity, {
      eventId: chosen.id,
      ...(activity.title === t('kinds.event.untitled') ? { title: chosen.title } : {}),
    })
  }
  return (
    <Box data-field={field} sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="body2" color="textSecondary">
        {t('event.text')}
      </Typography>
      {event && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
          <DocumentLine document={event} />
          {!locked && (
            <Button size="small" color="inherit" onClick={() => editActivity(activity, { eventId: null })}>
              {t('event.remove')}
            </Button>
          )}
        </Box>
      )}
      {event?.status === 'draft' && <Alert severity="info">{t('event.draft')}</Alert>}
      {!locked && !event && (
        <DocumentPicker
          label={t('event.choose')}
          kinds={['event']}
          required
          error={error || undefined}
          value={null}
          onPick={put}
        />
      )}
      {event && error && (
        <Typography variant="body2" color="error" role="alert">
          {error}
        </Typography>
      )}
    </Box>
  )
}
