import type { DocumentType } from '@learnt/contract/document-kinds'
import type { NamedDocument } from '@learnt/contract/documents'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { DocumentLine } from './DocumentLine.tsx'
import { DocumentPicker } from './DocumentPicker.tsx'
import { errorAt, type FieldErrors } from './field-errors.ts'

/** What of an editor this works with. */
export interface NamingEditing {
  errors: FieldErrors
  locked: boolean
  findDocument: (id: string) => NamedDocument | undefined
  /** Picked just now: the answer of the server does not name it yet. */
  remember: (document: NamedDocument) => void
}

export interface NamedDocumentsProps {
  editing: NamingEditing
  title: string
  text: string
  /** Label of the field that adds one. */
  add: string
  field: string
  kinds: readonly DocumentType[]
  most: number
  ids: readonly string[]
  without: readonly string[]
  onChange: (ids: string[]) => void
}

/** Documents that another one names beside its steps: a list of them, and a field that adds one. */
export function NamedDocuments({
  editing,
  title,
  text,
  add,
  field,
  kinds,
  most,
  ids,
  without,
  onChange,
}: NamedDocumentsProps) {
  const { t } = useTranslation('documents')
  const { t: problems } = useTranslation('problems')
  const { errors, locked, findDocument, remember } = editing
  const id = useId()
  const error = fieldText(problems, errorAt(errors, field))
  return (
    <Box component="section" aria-labelledby={id} data-field={field}>
      <Typography variant="subtitle2" component="h3" id={id}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 1.75 }}>
        {text}
      </Typography>
      {ids.length > 0 && (
        <Box
          component="ul"
          aria-labelledby={id}
          sx={{ listStyle: 'none', m: 0, mb: 1.5, p: 0, display: 'grid', gap: 1 }}
        >
          {ids.map((one) => {
            const document = findDocument(one)
            return (
              <Box component="li" key={one} sx={{ display: 'flex', gap: 1.25, alignItems: 'center' }}>
                {document ? (
                  <DocumentLine document={document} />
                ) : (
                  <Typography color="textSecondary" sx={{ flex: 1 }}>
                    {t('steps.unknown')}
                  </Typography>
                )}
                {!locked && (
                  <IconButton
                    size="small"
                    aria-label={t('steps.remove', { title: document?.title ?? t('steps.unknown') })}
                    onClick={() => onChange(ids.filter((other) => other !== one))}
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                )}
              </Box>
            )
          })}
        </Box>
      )}
      {!locked && ids.length < most ? (
        <DocumentPicker
          label={add}
          size="small"
          kinds={kinds}
          without={[...without, ...ids]}
          error={error || undefined}
          onPick={(document) => {
            remember(document)
            onChange([...ids, document.id])
          }}
        />
      ) : (
        error && (
          <Typography variant="body2" color="error" role="alert">
            {error}
          </Typography>
        )
      )}
    </Box>
  )
}
