import type { CertificateDesign } from '@learnt/contract/certificate-design'
import type { Locale } from '@learnt/contract/locales'
import { fullName } from '@learnt/contract/text'
import Alert from '@mui/material/Alert'
import Autocomplete from '@mui/material/Autocomplete'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { api } from '../../api/operations.ts'
import { queryOf } from '../../api/queries.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'

const PdfPages = lazyPart(async () => (await import('../files/PdfPages.tsx')).PdfPages)

/** The PDF as somebody would get it: of an example, or with a real person's name. Mount it to open it. */
export function PreviewDialog({
  design,
  locale,
  onClose,
}: {
  design: CertificateDesign
  locale: Locale
  onClose: () => void
}) {
  const { t } = useTranslation(['certificates', 'common', 'files'])
  const { t: problems } = useTranslation('problems')
  const id = useId()
  const [person, setPerson] = useState<{ id: string; name: string } | null>(null)
  const [typed, setTyped] = useState('')
  const people = useQuery({
    ...queryOf(api.members.list, { query: { limit: 10, ...(typed.trim() ? { search: typed.trim() } : {}) } }),
    select: ({ items }) => items.map((one) => ({ id: one.userId, name: fullName(one) })),
  })
  const preview = useQuery({
    queryKey: ['certificate-preview', design, locale, person?.id ?? null],
    queryFn: () => call(api.certificates.templates.preview, { body: { design, locale, userId: person?.id ?? null } }),
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog open onClose={onClose} maxWidth="lg" fullWidth aria-labelledby={id}>
      <DialogTitle id={id}>{t('design.preview')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, '&&': { pt: 1 } }}>
        <Autocomplete
          options={people.data ?? []}
          filterOptions={(all) => all}
          getOptionLabel={(one) => one.name}
          getOptionKey={(one) => one.id}
          isOptionEqualToValue={(one, other) => one.id === other.id}
          value={person}
          onChange={(_, next) => setPerson(next)}
          onInputChange={(_, next, reason) => reason === 'input' && setTyped(next)}
          renderInput={(input) => (
            <TextField {...input} label={t('design.person')} helperText={t('design.personHelp')} />
          )}
          sx={{ maxWidth: 420 }}
        />
        {preview.error && <Alert severity="error">{problemText(problems, preview.error)}</Alert>}
        {preview.isPending && <LinesSkeleton lines={8} />}
        {preview.data && (
          <PdfPages
            key={preview.dataUpdatedAt}
            url={`data:application/pdf;base64,${preview.data.pdf}`}
            title={t('design.preview')}
            download={null}
            onShown={() => {}}
            onFailed={() => {}}
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('common:actions.close')}</Button>
      </DialogActions>
    </Dialog>
  )
}
