import type { Activity } from '@learnt/contract/courses'
import type { NamedDocument } from '@learnt/contract/documents'
import AddIcon from '@mui/icons-material/Add'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { useSend } from '../../api/queries.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { showToast } from '../../ui/toasts.ts'
import { DocumentLine } from '../documents/DocumentLine.tsx'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { errorAt } from '../documents/field-errors.ts'
import { useEditing } from './editing.ts'
import { activityField } from './field-errors.ts'

/** The form of a step: chosen among those that there are, or begun here. */
export function FormFields({ activity }: { activity: Extract<Activity, { kind: 'form' | 'quiz' }> }) {
  const { t } = useTranslation('courses')
  const { t: problems } = useTranslation('problems')
  const { editActivity, errors, locked, findDocument, rememberDocument } = useEditing()
  const { kind } = activity
  const field = activityField(activity.id, 'formId')
  const error = fieldText(problems, errorAt(errors, field))
  const form = activity.formId ? findDocument(activity.formId) : undefined
  const put = (chosen: NamedDocument) => {
    rememberDocument(chosen)
    editActivity(activity, {
      formId: chosen.id,
      ...(activity.title === t(`kinds.${kind}.untitled`) ? { title: chosen.title } : {}),
      ...(activity.minutes === 0 ? { minutes: chosen.minutes } : {}),
    })
  }
  const create = useSend(api.forms.create, {
    outdates: ['forms', 'documents'],
    onSuccess: ({ id, title, status, imageSmall }) =>
      put({ id, type: 'form', title, status, imageSmall, isBundle: false, minutes: 0 }),
    onError: (failure) => showToast({ variant: 'error', text: problemText(problems, failure) }),
  })
  return (
    <Box data-field={field} sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Typography variant="body2" color="textSecondary">
        {t('form.text')}
      </Typography>
      {form && (
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.25, alignItems: 'center' }}>
          <DocumentLine document={form} />
          {!locked && (
            <Button size="small" color="inherit" onClick={() => editActivity(activity, { formId: null })}>
              {t('form.remove')}
            </Button>
          )}
        </Box>
      )}
      {form?.status === 'draft' && <Alert severity="info">{t('form.made')}</Alert>}
      {!locked && !form && (
        <>
          <DocumentPicker
            label={t(`form.choose.${kind}`)}
            kinds={['form']}
            required
            error={error || undefined}
            value={null}
            onPick={put}
          />
          <Box>
            <Button
              size="small"
              startIcon={<AddIcon />}
              loading={create.isPending}
              onClick={() =>
                create.mutate({
                  body: {
                    title: activity.title || t(`kinds.${kind}.untitled`),
                    kind: kind === 'quiz' ? 'quiz' : 'survey',
                  },
                })
              }
            >
              {t(`form.create.${kind}`)}
            </Button>
          </Box>
        </>
      )}
      {form && error && (
        <Typography variant="body2" color="error" role="alert">
          {error}
        </Typography>
      )}
    </Box>
  )
}
