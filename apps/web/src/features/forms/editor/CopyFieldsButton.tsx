import type { FormContent } from '@learnt/contract/forms/content'
import { fieldsOf } from '@learnt/contract/forms/walk'
import CopyIcon from '@mui/icons-material/PlaylistAddOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { problemText } from '../../../ui/problem-text.ts'
import { askDocument } from '../../documents/asks.ts'
import { DocumentPicker } from '../../documents/DocumentPicker.tsx'
import { formKind } from '../kind.ts'
import { copyField, nameOfField } from './content.ts'
import { useFormEditing } from './editing.ts'

/** Takes fields of another form over: copies, with keys of their own and without conditions. */
export function CopyFieldsButton() {
  const { t } = useTranslation('formEditor')
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<CopyIcon />} onClick={() => setOpen(true)}>
        {t('copy.open')}
      </Button>
      {open && <CopyFieldsDialog onClose={() => setOpen(false)} />}
    </>
  )
}

function CopyFieldsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['formEditor', 'common'])
  const { t: problems } = useTranslation('problems')
  const { actions, selected } = useFormEditing()
  const id = useId()
  const [formId, setFormId] = useState<string | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const other = useQuery({ ...askDocument(formKind, formId ?? ''), enabled: formId !== null })
  const fields = other.data ? fieldsOf(other.data.content as unknown as FormContent) : []
  const toggle = (key: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return (
    <Dialog open onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('copy.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, pt: '8px !important' }}>
        <DocumentPicker
          label={t('copy.form')}
          kinds={['form']}
          onPick={(form) => {
            setFormId(form.id)
            setChosen(new Set())
          }}
        />
        {other.error && <Alert severity="error">{problemText(problems, other.error)}</Alert>}
        {other.data && (
          <Box>
            <Typography variant="subtitle2" component="h3">
              {other.data.title}
            </Typography>
            <Button
              size="small"
              onClick={() => setChosen(new Set(chosen.size === fields.length ? [] : fields.map((field) => field.key)))}
            >
              {t(chosen.size === fields.length ? 'copy.none' : 'copy.all')}
            </Button>
            {fields.map((field) => (
              <Box key={field.key}>
                <FormControlLabel
                  control={<Checkbox checked={chosen.has(field.key)} onChange={() => toggle(field.key)} />}
                  label={`${nameOfField(field) || t(`kinds.${field.kind}`)} · ${t(`kinds.${field.kind}`)}`}
                />
              </Box>
            ))}
            {fields.length === 0 && <Typography color="textSecondary">{t('copy.empty')}</Typography>}
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('common:actions.cancel')}
        </Button>
        <Button
          variant="contained"
          disabled={chosen.size === 0}
          onClick={() => {
            const copies = fields
              .filter((field) => chosen.has(field.key))
              .map((field) => ({
                ...copyField(field),
                showIf: null,
                ...('requiredIf' in field ? { requiredIf: null } : {}),
              }))
            actions.insert(copies as typeof fields, selected)
            onClose()
          }}
        >
          {t('copy.take', { count: chosen.size })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
