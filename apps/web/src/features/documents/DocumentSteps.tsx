import type { DocumentType } from '@learnt/contract/document-kinds'
import type { NamedDocument } from '@learnt/contract/documents'
import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldText } from '../../ui/problem-text.ts'
import { SortableList } from '../../ui/SortableList.tsx'
import { DocumentLine } from './DocumentLine.tsx'
import { DocumentPicker } from './DocumentPicker.tsx'
import { useDocumentEditing } from './editing.ts'

export interface DocumentStepsProps {
  /** Key of the field, where complaints about it and about what is in it stand. */
  field: string
  title: string
  text: ReactNode
  empty: string
  addLabel: string
  /** Kinds that can be added. */
  kinds: readonly DocumentType[]
  bundles?: boolean
  /** Documents that cannot be added, beside those that are there. */
  without?: readonly string[]
  /** Ids of the documents, in order. */
  ids: readonly string[]
  onAdd: (document: NamedDocument) => void
  onMove: (from: number, to: number) => void
  onRemove: (document: NamedDocument) => void
  /** What is chosen for each of them. */
  children?: (document: NamedDocument, index: number) => ReactNode
}

/** Documents as the steps of another one: added from a search, put in order by dragging, by keyboard or by buttons. */
export function DocumentSteps(props: DocumentStepsProps) {
  const { field, title, text, empty, addLabel, kinds, bundles, without = [], ids, children } = props
  const { t } = useTranslation('documents')
  const { t: problems } = useTranslation('problems')
  const { errors, locked, findDocument, rememberDocument } = useDocumentEditing()
  const steps = ids.map(
    (id): NamedDocument =>
      findDocument(id) ?? {
        id,
        type: '',
        title: t('steps.unknown'),
        status: 'draft',
        imageSmall: '',
        isBundle: false,
        minutes: 0,
      },
  )
  const wrong = Object.entries(errors).filter(([key]) => key === field || key.startsWith(`${field}.`))
  return (
    <Box component="section" aria-label={title} data-field={field}>
      <Typography variant="h2" sx={{ mb: 0.5 }}>
        {title}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 2 }}>
        {text}
      </Typography>
      {wrong.map(([key, message]) => (
        <Alert key={key} severity="error" sx={{ mb: 1.5 }}>
          {fieldText(problems, message)}
        </Alert>
      ))}
      {steps.length === 0 ? (
        <Typography
          color="textSecondary"
          sx={{ p: 2.5, border: '1px dashed', borderColor: 'divider', borderRadius: '14px' }}
        >
          {empty}
        </Typography>
      ) : (
        <SortableList
          label={title}
          items={steps}
          itemId={(step) => step.id}
          itemName={(step) => step.title}
          disabled={locked}
          onMove={props.onMove}
        >
          {(step, controls, index) => (
            <Card
              sx={{
                display: 'flex',
                gap: 1.5,
                alignItems: 'center',
                p: 1,
                mb: 1,
                flexWrap: { xs: 'wrap', sm: 'nowrap' },
              }}
            >
              <Typography
                variant="body2"
                color="textSecondary"
                sx={{ width: 24, textAlign: 'center', fontWeight: 700 }}
              >
                {index + 1}
              </Typography>
              <DocumentLine document={step}>{children?.(step, index)}</DocumentLine>
              <Box sx={{ display: 'flex', marginInlineStart: 'auto' }}>
                {controls}
                {!locked && (
                  <IconButton
                    size="small"
                    onClick={() => props.onRemove(step)}
                    aria-label={t('steps.remove', { title: step.title })}
                  >
                    <DeleteIcon fontSize="small" />
                  </IconButton>
                )}
              </Box>
            </Card>
          )}
        </SortableList>
      )}
      {!locked && (
        <Box sx={{ mt: 2 }}>
          <DocumentPicker
            label={addLabel}
            kinds={kinds}
            without={[...ids, ...without]}
            {...(bundles === undefined ? {} : { bundles })}
            onPick={(document) => {
              rememberDocument(document)
              props.onAdd(document)
            }}
          />
        </Box>
      )}
    </Box>
  )
}
