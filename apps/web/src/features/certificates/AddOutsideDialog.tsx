import UploadIcon from '@mui/icons-material/CloudUploadOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useCloseGuard } from '../../routes/leave-guard.ts'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { uploadFile } from './upload-file.ts'

const empty = { title: '', issuer: '', issuedDay: '', validUntil: '' }
type Field = keyof typeof empty | 'uploadId'

/** Hands in a certificate earned elsewhere: a file with its title, issuer and dates. Mount it to open it. */
export function AddOutsideDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['myCertificates', 'common'])
  const { t: problems } = useTranslation('problems')
  const client = useQueryClient()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [values, setValues] = useState(empty)
  const [file, setFile] = useState<File | null>(null)
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [failed, setFailed] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isDirty = file !== null || Object.values(values).some(Boolean)
  const close = useCloseGuard(isDirty && !isBusy, onClose)
  const required = fieldText(problems, 'required')

  const send = async () => {
    const missing: Partial<Record<Field, string>> = {}
    for (const name of ['title', 'issuer', 'issuedDay'] as const) if (!values[name].trim()) missing[name] = required
    if (!file) missing.uploadId = required
    setErrors(missing)
    setFailed('')
    if (!file || Object.keys(missing).length > 0) return
    setBusy(true)
    try {
      const uploadId = await uploadFile(file)
      const { validUntil, ...rest } = values
      await call(api.certificates.outside.add, { body: { ...rest, uploadId, validUntil: validUntil || null } })
      await client.invalidateQueries({ queryKey: ['certificates'] })
      onClose()
    } catch (error) {
      const found = isProblem(error)
        ? Object.fromEntries(error.errors.map((one) => [one.path.replace(/^body\./, ''), one.message]))
        : {}
      setErrors(found)
      if (Object.keys(found).length === 0) setFailed(problemText(problems, error))
    } finally {
      setBusy(false)
    }
  }
  const fieldOf = (name: keyof typeof empty, type: 'text' | 'date' = 'text') => (
    <TextField
      label={t(`outside.fields.${name}`)}
      type={type}
      required={name !== 'validUntil'}
      value={values[name]}
      onChange={(event) => setValues({ ...values, [name]: event.target.value })}
      error={Boolean(errors[name])}
      helperText={errors[name] ?? (name === 'validUntil' ? t('outside.validUntilHelp') : ' ')}
      slotProps={{ htmlInput: { maxLength: 200 }, ...(type === 'date' ? { inputLabel: { shrink: true } } : {}) }}
    />
  )
  return (
    <Dialog open onClose={isBusy ? undefined : () => void close()} maxWidth="sm" fullWidth aria-labelledby={id}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <DialogTitle id={id}>{t('outside.add')}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 1.5, '&&': { pt: 1 } }}>
          {fieldOf('title')}
          {fieldOf('issuer')}
          <Box sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { sm: '1fr 1fr' } }}>
            {fieldOf('issuedDay', 'date')}
            {fieldOf('validUntil', 'date')}
          </Box>
          <Box>
            <Button variant="outlined" startIcon={<UploadIcon />} onClick={() => input.current?.click()}>
              {t('outside.choose')}
            </Button>
            <input
              ref={input}
              type="file"
              hidden
              accept="application/pdf,image/*"
              aria-label={t('outside.choose')}
              onChange={(event) => {
                setFile(event.target.files?.[0] ?? null)
                event.target.value = ''
              }}
            />
            <Typography
              variant="body2"
              color={errors.uploadId ? 'error' : 'textSecondary'}
              role={errors.uploadId ? 'alert' : undefined}
              sx={{ mt: 0.5, overflowWrap: 'anywhere' }}
            >
              {errors.uploadId ?? file?.name ?? t('outside.fileHelp')}
            </Typography>
          </Box>
          {failed && <Alert severity="error">{failed}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={() => void close()} disabled={isBusy}>
            {t('common:actions.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isBusy}>
            {t('outside.send')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
