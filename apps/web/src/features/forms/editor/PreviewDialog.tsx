import type { Answers } from '@learnt/contract/forms/answers'
import { checkAnswers } from '@learnt/contract/forms/check-answers'
import type { FormContent } from '@learnt/contract/forms/content'
import { formLimits } from '@learnt/contract/forms/field-kinds'
import { fieldsOf, mapFields } from '@learnt/contract/forms/walk'
import { withoutKeys } from '@learnt/contract/forms/without-keys'
import DesktopIcon from '@mui/icons-material/DesktopWindowsOutlined'
import PhoneIcon from '@mui/icons-material/PhoneIphoneOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useQuery } from '@tanstack/react-query'
import { useId, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api/call.ts'
import { api } from '../../../api/operations.ts'
import { useDocumentEditing } from '../../documents/editing.ts'
import { type FormErrors, FormRenderer } from '../FormRenderer.tsx'

const noMember = {}

/** The form as the people who have it see it, to be tried out: nothing of it is sent, kept or counted. */
export function PreviewDialog({ form, onClose }: { form: FormContent; onClose: () => void }) {
  const { t } = useTranslation(['formEditor', 'common'])
  const { findFile } = useDocumentEditing()
  const id = useId()
  const [size, setSize] = useState<'phone' | 'desktop'>('desktop')
  const [answers, setAnswers] = useState<Answers>({})
  const [errors, setErrors] = useState<FormErrors>({})
  const [refusals, setRefusals] = useState(0)
  const [isDone, setDone] = useState(false)
  const [round, setRound] = useState(0)
  const draws = useMemo(() => drawsOf(form), [form])
  const drawing = useQuery({
    queryKey: ['questions', 'draw', draws, round],
    queryFn: () => call(api.questions.draw, { body: { draws } }),
    enabled: draws.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const drawn = drawing.data?.drawn
  const whole = useMemo(
    () => (drawn ? mapFields(form, (field) => (field.kind === 'draw' ? (drawn[field.key] ?? []) : [field])) : form),
    [form, drawn],
  )
  const shown = useMemo(() => withoutKeys(whole, id), [whole, id])
  const files = drawing.data?.files
  const services = useMemo(
    () => ({
      fileAddress: (fileId: string) => findFile(fileId)?.url ?? files?.find((file) => file.id === fileId)?.url ?? '',
    }),
    [findFile, files],
  )
  const submit = () => {
    const checked = checkAnswers(whole, answers, noMember, new Date().toISOString().slice(0, 10))
    setErrors(Object.fromEntries(checked.errors.map(({ field, ...complaint }) => [field, complaint])))
    setDone(checked.errors.length === 0)
    if (checked.errors.length > 0) setRefusals((before) => before + 1)
  }
  const again = () => {
    setAnswers({})
    setErrors({})
    setDone(false)
    setRound((before) => before + 1)
  }
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby={id}>
      <DialogTitle id={id} sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <span style={{ flex: 1 }}>{t('preview.title')}</span>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={size}
          aria-label={t('preview.size')}
          onChange={(_, next: 'phone' | 'desktop' | null) => next && setSize(next)}
          sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
        >
          <ToggleButton value="desktop">
            <DesktopIcon fontSize="small" sx={{ marginInlineEnd: 1 }} />
            {t('preview.desktop')}
          </ToggleButton>
          <ToggleButton value="phone">
            <PhoneIcon fontSize="small" sx={{ marginInlineEnd: 1 }} />
            {t('preview.phone')}
          </ToggleButton>
        </ToggleButtonGroup>
      </DialogTitle>
      <DialogContent sx={{ bgcolor: 'background.default' }}>
        <Alert severity="info" sx={{ mb: 2 }}>
          {t('preview.text')}
          {draws.length > 0 && ` ${t('preview.drawn')}`}
        </Alert>
        <Box
          // what is narrow here behaves as on a narrow window
          sx={{ maxWidth: size === 'phone' ? 375 : 'none', mx: 'auto', containerType: 'inline-size' }}
        >
          {isDone ? (
            <Alert
              severity="success"
              action={
                <Button color="inherit" size="small" onClick={again}>
                  {t('preview.again')}
                </Button>
              }
            >
              {t('preview.taken')}
            </Alert>
          ) : (
            <FormRenderer
              form={shown}
              answers={answers}
              member={noMember}
              mode="preview"
              services={services}
              errors={errors}
              refusals={refusals}
              onChange={(key, answer) =>
                setAnswers(({ [key]: _, ...rest }) => (answer === null ? rest : { ...rest, [key]: answer }))
              }
              footer={
                <Button variant="contained" onClick={submit}>
                  {t('preview.try')}
                </Button>
              }
            />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}

function drawsOf(form: FormContent) {
  const draws = fieldsOf(form).flatMap((field) => {
    if (field.kind !== 'draw') return []
    const { key, count, category, tags, difficulty, points } = field
    return [{ key, count, category, tags, difficulty, points }]
  })
  return draws.slice(0, formLimits.draws)
}
