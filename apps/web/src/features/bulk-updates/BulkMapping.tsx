import {
  type BulkUpdateField,
  type BulkUpdateOptions,
  type BulkUpdatePage,
  bulkUpdateFields,
} from '@learnt/contract/bulk-updates'
import { documentTypes } from '@learnt/contract/document-kinds'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useTranslation } from 'react-i18next'
import { DatesField } from '../imports/DatesField.tsx'
import { MappingForm } from '../imports/MappingForm.tsx'
import { OptionField } from '../imports/OptionField.tsx'
import { bulkUpdatePages } from './bulk-update-pages.ts'

/** What each column of a file of completions says, and what follows from its rows. */
export function BulkMapping({ run, onChecked }: { run: BulkUpdatePage; onChecked: () => void }) {
  const { t } = useTranslation('bulkUpdates')
  return (
    <MappingForm<BulkUpdateField, BulkUpdateOptions>
      pages={bulkUpdatePages}
      run={run}
      onChecked={onChecked}
      fields={bulkUpdateFields}
      nameOf={(field) => t(`fields.${field}`)}
      options={(options, set) => ({
        fields: (
          <>
            <OptionField
              label={t('options.documentType')}
              help={t('options.documentTypeHelp')}
              value={options.documentType}
              options={documentTypes}
              nameOf={(type) => t(`types.${type}`)}
              onChange={(type) => set('documentType', type)}
            />
            <DatesField value={options.dates} onChange={(dates) => set('dates', dates)} />
            <Box>
              {(['certificates', 'awards'] as const).map((name) => (
                <FormControlLabel
                  key={name}
                  label={t(`options.${name}`)}
                  control={<Switch checked={options[name]} onChange={(_, checked) => set(name, checked)} />}
                />
              ))}
            </Box>
          </>
        ),
        warning: options.awards && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {t('options.awardsText')}
          </Alert>
        ),
      })}
    />
  )
}
