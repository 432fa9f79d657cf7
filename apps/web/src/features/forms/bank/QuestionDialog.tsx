import type { Field } from '@learnt/contract/forms/content'
import { type FieldKind, quizKinds } from '@learnt/contract/forms/field-kinds'
import { newField } from '@learnt/contract/forms/new-form'
import { type Difficulty, difficulties, type Question } from '@learnt/contract/forms/questions'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useTheme } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { api } from '../../../api/operations.ts'
import { isProblem } from '../../../api/problem.ts'
import { useCloseGuard } from '../../../routes/leave-guard.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { DateText } from '../../../ui/DateText.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { problemText } from '../../../ui/problem-text.ts'
import { showToast } from '../../../ui/toasts.ts'
import { fieldField } from '../editor/content.ts'
import { FieldProperties } from '../editor/FieldProperties.tsx'
import { SelectField } from '../editor/SelectField.tsx'
import { SwitchField } from '../editor/SwitchField.tsx'
import { askFacets, askQuestion } from './asks.ts'
import { CorrectKeyDialog } from './CorrectKeyDialog.tsx'
import { QuestionEditing } from './QuestionEditing.tsx'

/** A question of the bank: a new one, one that is copied out of a form (`from`), or one that is there. */
export function QuestionDialog({
  questionId,
  from,
  onClose,
}: {
  questionId?: string
  from?: Field
  onClose: () => void
}) {
  const { t } = useTranslation('common')
  const found = useQuery({ ...askQuestion(questionId ?? ''), enabled: questionId !== undefined })
  if (questionId === undefined) return <QuestionForm {...(from ? { from } : {})} onClose={onClose} />
  if (found.data) return <QuestionForm key={found.data.revision} question={found.data} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-label={t('loading')}>
      <DialogContent sx={{ minHeight: 240 }} aria-busy={!found.error}>
        {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      </DialogContent>
    </Dialog>
  )
}

interface Place {
  category: string
  tags: string[]
  difficulty: Difficulty
  forManagers: boolean
}

function QuestionForm({ question, from, onClose }: { question?: Question; from?: Field; onClose: () => void }) {
  const { t } = useTranslation(['questionBank', 'formEditor', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const theme = useTheme()
  const phone = useMediaQuery(theme.breakpoints.down('sm'))
  const id = useId()
  const facets = useQuery(askFacets()).data
  const [field, setField] = useState<Field>(() => question?.field ?? from ?? newField('singleChoice', '', true))
  const [place, setPlace] = useState<Place>(() => ({
    category: question?.category ?? '',
    tags: question?.tags ?? [],
    difficulty: question?.difficulty ?? 'medium',
    forManagers: question?.forManagers ?? false,
  }))
  const [touched, setTouched] = useState(false)
  const [correcting, setCorrecting] = useState(false)
  const change = (of: Partial<Place>) => {
    setTouched(true)
    setPlace((before) => ({ ...before, ...of }))
  }
  const locked = question?.isArchived ?? false
  const save = useMutation({
    mutationKey: ['questions', 'save'],
    mutationFn: (more: { isArchived?: boolean }) =>
      question
        ? call(api.questions.change, {
            params: { questionId: question.id },
            body: { revision: question.revision, ...('isArchived' in more ? more : { ...place, field }) },
          })
        : call(api.questions.create, { body: { ...place, field } }),
    onSuccess: async (saved) => {
      client.setQueryData(askQuestion(saved.id).queryKey, saved)
      showToast({
        variant: 'success',
        text: question && saved.version > question.version ? t('savedVersion', { number: saved.version }) : t('saved'),
      })
      onClose()
      await client.invalidateQueries({ queryKey: ['questions'] })
    },
  })
  const complaints = isProblem(save.error) ? save.error.errors : []
  const errors = Object.fromEntries(
    complaints.flatMap(({ path, code }) => {
      const [, part] = /^body\.field\.(.+)$/.exec(path) ?? []
      return part ? [[fieldField(field.key, part), code ?? 'invalid']] : []
    }),
  )
  const ownError = (name: string) => complaints.find((one) => one.path.startsWith(`body.${name}`))?.message
  const close = useCloseGuard(touched, onClose)
  return (
    <Dialog open onClose={() => void close()} fullWidth maxWidth="md" fullScreen={phone} aria-labelledby={id}>
      <DialogTitle id={id}>{t(question ? 'dialog.title' : 'dialog.new')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2.5, gridTemplateColumns: 'minmax(0, 1fr)', pt: '8px !important' }}>
        {save.error && (
          <Alert severity="error">
            {problemText(problems, save.error)}
            {complaints.length > 0 && (
              <Box component="ul" sx={{ m: 0, pl: 2 }}>
                {complaints.map((one) => (
                  <li key={`${one.path} ${one.code}`}>{one.message}</li>
                ))}
              </Box>
            )}
          </Alert>
        )}
        {question?.isAnswered && <Alert severity="info">{t('dialog.answered', { count: question.attempts })}</Alert>}
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: '1fr 1fr' } }}>
          <Autocomplete
            freeSolo
            size="small"
            disabled={locked}
            options={(facets?.category ?? []).map((one) => one.value)}
            inputValue={place.category}
            onInputChange={(_, category, reason) => {
              if (reason !== 'reset' || category)
                setPlace((before) => ({ ...before, category: category.slice(0, 100) }))
              if (reason === 'input') setTouched(true)
            }}
            renderInput={(params) => (
              <TextField
                {...params}
                label={t('category')}
                error={ownError('category') !== undefined}
                helperText={ownError('category')}
              />
            )}
          />
          <SelectField
            label={t('difficulty')}
            value={place.difficulty}
            disabled={locked}
            options={difficulties.map((value) => ({ value, label: t(`formEditor:draw.difficulties.${value}`) }))}
            onChange={(difficulty) => change({ difficulty })}
          />
          <Autocomplete
            multiple
            freeSolo
            autoSelect
            size="small"
            disabled={locked}
            options={(facets?.tag ?? []).map((one) => one.value)}
            value={place.tags}
            onChange={(_, tags) =>
              change({ tags: [...new Set(tags.map((tag) => tag.trim().slice(0, 60)).filter(Boolean))].slice(0, 20) })
            }
            renderInput={(params) => (
              <TextField
                {...params}
                label={t('tags')}
                error={ownError('tags') !== undefined}
                helperText={ownError('tags')}
              />
            )}
          />
          {!question?.isAnswered && (
            <SelectField
              label={t('kind')}
              value={field.kind}
              disabled={locked}
              options={quizKinds.map((value) => ({ value, label: t(`formEditor:kinds.${value}`) }))}
              onChange={(kind) => {
                setTouched(true)
                setField(asKind(field, kind))
              }}
            />
          )}
        </Box>
        <SwitchField
          label={t('dialog.forManagers')}
          value={place.forManagers}
          disabled={locked}
          onChange={(forManagers) => change({ forManagers })}
        />
        <QuestionEditing
          field={field}
          errors={errors}
          locked={locked}
          files={question?.files ?? []}
          onChange={(next) => {
            setTouched(true)
            setField(next)
          }}
        >
          <FieldProperties field={field} alone />
        </QuestionEditing>
        {question && <Around question={question} onCorrect={() => setCorrecting(true)} />}
      </DialogContent>
      <DialogActions>
        {question && (
          <Button
            color="inherit"
            disabled={save.isPending}
            onClick={() => save.mutate({ isArchived: !question.isArchived })}
            sx={{ marginInlineEnd: 'auto' }}
          >
            {t(question.isArchived ? 'dialog.restore' : 'dialog.archive')}
          </Button>
        )}
        <Button color="inherit" onClick={() => void close()}>
          {t('common:actions.cancel')}
        </Button>
        {!locked && (
          <Button variant="contained" loading={save.isPending} onClick={() => save.mutate({})}>
            {t('common:actions.save')}
          </Button>
        )}
      </DialogActions>
      {question && correcting && (
        <CorrectKeyDialog
          field={question.field}
          files={question.files}
          of={{ questionId: question.id, version: question.version }}
          onClose={() => setCorrecting(false)}
        />
      )}
    </Dialog>
  )
}

/** What the question says stays when its kind changes. */
function asKind(field: Field, kind: FieldKind): Field {
  const next = newField(kind, '', true) as Field
  const choices =
    'choices' in field && 'choices' in next && next.kind !== 'pictureChoice' ? { choices: field.choices } : {}
  return { ...next, key: field.key, label: field.label, help: field.help, ...choices } as Field
}

/** Where the question is used, and the versions that it had. */
function Around({ question, onCorrect }: { question: Question; onCorrect: () => void }) {
  const { t } = useTranslation('questionBank')
  return (
    <>
      <Box component="section" aria-label={t('dialog.usedBy')}>
        <Typography variant="subtitle2" component="h3">
          {t('dialog.usedBy')}
        </Typography>
        {question.usedBy.length === 0 ? (
          <Typography variant="body2" color="textSecondary">
            {t('dialog.unused')}
          </Typography>
        ) : (
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {question.usedBy.map((one) => (
              <Typography component="li" variant="body2" key={`${one.formId} ${one.use}`}>
                <AppLink href={`/apps/admin/form/${one.formId}`}>{one.title}</AppLink> · {t(`use.${one.use}`)}
              </Typography>
            ))}
          </Box>
        )}
      </Box>
      <Box component="section" aria-label={t('dialog.versions')}>
        <Typography variant="subtitle2" component="h3">
          {t('dialog.versions')}
        </Typography>
        <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
          {question.versions.map((one) => (
            <Typography component="li" variant="body2" key={one.number} sx={{ overflowWrap: 'anywhere' }}>
              {t('dialog.version', { number: one.number })}: {one.title} ·{' '}
              {t('dialog.attempts', { count: one.attempts })} · <DateText value={one.createdAt} />
            </Typography>
          ))}
        </Box>
        {question.isAnswered && (
          <Button size="small" onClick={onCorrect} sx={{ mt: 1 }}>
            {t('correct.open')}
          </Button>
        )}
      </Box>
    </>
  )
}
