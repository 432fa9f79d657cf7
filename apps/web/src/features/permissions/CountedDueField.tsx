import { documentTypes } from '@learnt/contract/document-kinds'
import type { FoundDocument } from '@learnt/contract/find-documents'
import { type MemberDateField, memberDateFields } from '@learnt/contract/members'
import type { Due, Permission } from '@learnt/contract/permissions'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCustomFields } from '../custom-fields/useCustomFields.ts'
import { DocumentPicker } from '../documents/DocumentPicker.tsx'
import { DaysField, DueField } from './DueField.tsx'
import { dueWords } from './rule-words.ts'
import { useValueLabels } from './useValueLabels.ts'

const options = [
  { kind: 'signIn', first: { kind: 'signIn', days: 14 } },
  { kind: 'finish', first: { kind: 'finish', documentId: '', days: 30 } },
  { kind: 'field', first: { kind: 'field', field: memberDateFields[0], days: 30 } },
] as const satisfies readonly { kind: Due['kind']; first: Due }[]

/** When a rule's document is due, with a sentence that says what it comes to. */
export function CountedDueField({
  value,
  onChange,
  error,
  documentId,
  dueDocument,
}: {
  value: Due
  onChange: (due: Due) => void
  error?: string | undefined
  /** Of the rule: a date cannot count from its own end. */
  documentId: string | undefined
  /** The document from whose end the stored date counts. */
  dueDocument: Permission['dueDocument']
}) {
  const { t, i18n } = useTranslation('permissions')
  const { fields } = useCustomFields()
  const labelOf = useValueLabels([])
  // nobody sets their own date
  const ownDates = fields.filter((one) => one.kind === 'date' && one.access.person !== 'edit').map((one) => one.field)
  const [chosen, setChosen] = useState<FoundDocument | null>(
    dueDocument && { ...dueDocument, status: 'published', imageSmall: '', isBundle: false, minutes: 0 },
  )
  const isCounted = value.kind === 'signIn' || value.kind === 'finish' || value.kind === 'field'
  const isWhole = value.kind !== 'finish' || chosen !== null
  return (
    <DueField
      value={value}
      onChange={onChange}
      error={error}
      counted={{
        options,
        fields: isCounted && (
          <>
            {value.kind === 'finish' && (
              <>
                <DocumentPicker
                  size="small"
                  label={t('due.document')}
                  kinds={documentTypes}
                  without={documentId ? [documentId] : []}
                  value={chosen}
                  error={chosen ? undefined : error}
                  onPick={(found) => {
                    setChosen(found)
                    onChange({ ...value, documentId: found.id })
                  }}
                  onClear={() => {
                    setChosen(null)
                    onChange({ ...value, documentId: '' })
                  }}
                />
                <DaysField
                  value={value.days}
                  error={chosen ? error : undefined}
                  onChange={(days) => onChange({ ...value, days })}
                />
              </>
            )}
            {value.kind === 'field' && (
              <Box
                sx={{
                  display: 'grid',
                  gap: 1.5,
                  gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr 1fr' },
                  alignItems: 'start',
                }}
              >
                <TextField
                  select
                  size="small"
                  label={t('due.fieldLabel')}
                  value={value.field}
                  onChange={(event) => onChange({ ...value, field: event.target.value as MemberDateField })}
                >
                  {memberDateFields.map((field) => (
                    <MenuItem key={field} value={field} sx={{ whiteSpace: 'normal' }}>
                      {t(`due.anchor.${field}`)}
                    </MenuItem>
                  ))}
                  {ownDates.map((field) => (
                    <MenuItem key={field} value={field} sx={{ whiteSpace: 'normal' }}>
                      {labelOf(field)}
                    </MenuItem>
                  ))}
                </TextField>
                <TextField
                  select
                  size="small"
                  label={t('due.way')}
                  value={value.days < 0 ? 'before' : 'after'}
                  onChange={(event) =>
                    onChange({ ...value, days: Math.abs(value.days) * (event.target.value === 'before' ? -1 : 1) })
                  }
                >
                  <MenuItem value="after">{t('due.afterIt')}</MenuItem>
                  <MenuItem value="before">{t('due.beforeIt')}</MenuItem>
                </TextField>
                <DaysField
                  value={Math.abs(value.days)}
                  error={error}
                  onChange={(days) => onChange({ ...value, days: days * (value.days < 0 ? -1 : 1) })}
                />
              </Box>
            )}
            {isWhole && value.days !== 0 && (
              <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
                {dueWords(t, i18n.language, value, { labelOf, document: chosen?.title })}. {t('due.earliest')}
              </Typography>
            )}
          </>
        ),
      }}
    />
  )
}
