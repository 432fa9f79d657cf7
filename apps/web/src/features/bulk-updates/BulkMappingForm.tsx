import {
  type BulkUpdateField,
  BulkUpdateOptions,
  type BulkUpdatePage,
  type BulkUpdatePreview,
  bulkUpdateFields,
} from '@learnt/contract/bulk-updates'
import { documentTypes } from '@learnt/contract/document-kinds'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../api/operations.ts'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { ColumnsCard } from '../feeds/ColumnsCard.tsx'
import { askBulkPreview } from './asks.ts'

interface FormProps {
  run: BulkUpdatePage
  onChecked: () => void
}

/** What each column of the file says, and what follows from its rows. */
export function BulkMappingForm({ run, onChecked }: FormProps) {
  const [reading, setReading] = useState(run.reading)
  const preview = useQuery({
    ...askBulkPreview(run.id, reading),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  if (preview.error && !preview.data) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <LinesSkeleton />
  // Other columns are another form; the same ones keep what was chosen.
  return (
    <Columns
      key={JSON.stringify(preview.data.headings)}
      run={run}
      preview={preview.data}
      reading={reading}
      onReading={setReading}
      onChecked={onChecked}
    />
  )
}

function Columns({
  run,
  preview,
  reading,
  onReading,
  onChecked,
}: FormProps & {
  preview: BulkUpdatePreview
  reading: BulkUpdatePage['reading']
  onReading: (reading: BulkUpdatePage['reading']) => void
}) {
  const { t } = useTranslation(['bulkUpdates', 'feeds'])
  const { t: problems } = useTranslation('problems')
  const [mapping, setMapping] = useState<(BulkUpdateField | null)[]>(preview.mapping)
  const [options, setOptions] = useState<BulkUpdateOptions>(preview.options)
  const check = useSend(api.bulkUpdates.check, { outdates: ['bulkUpdates', 'jobs'], onSuccess: onChecked })
  const errors = isProblem(check.error) ? check.error.errors : []
  const errorAt = (path: string) => fieldText(problems, errors.find((one) => one.path === path)?.message)
  const set = <K extends keyof BulkUpdateOptions>(name: K, value: BulkUpdateOptions[K]) =>
    setOptions({ ...options, [name]: value })
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        check.mutate({ params: { runId: run.id }, body: { mapping, options, reading } })
      }}
    >
      <ColumnsCard
        preview={preview}
        reading={reading}
        onReading={onReading}
        fields={bulkUpdateFields}
        nameOf={(field) => t(`fields.${field}`)}
        mapping={mapping}
        onMapping={setMapping}
        errorAt={errorAt}
      />
      <FormSection title={t('feeds:options.title')}>
        <TextField
          select
          label={t('options.documentType')}
          helperText={t('options.documentTypeHelp')}
          value={options.documentType}
          onChange={(event) => set('documentType', event.target.value as BulkUpdateOptions['documentType'])}
        >
          {documentTypes.map((type) => (
            <MenuItem key={type} value={type}>
              {t(`types.${type}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          select
          label={t('feeds:options.dates')}
          helperText={t('feeds:options.datesHelp')}
          value={options.dates}
          onChange={(event) => set('dates', event.target.value as BulkUpdateOptions['dates'])}
        >
          {BulkUpdateOptions.shape.dates.options.map((value) => (
            <MenuItem key={value} value={value}>
              {t(`feeds:options.datesChoices.${value}`)}
            </MenuItem>
          ))}
        </TextField>
        <Box>
          <FormControlLabel
            label={t('options.certificates')}
            control={<Switch checked={options.certificates} onChange={(_, checked) => set('certificates', checked)} />}
          />
          <FormControlLabel
            label={t('options.awards')}
            control={<Switch checked={options.awards} onChange={(_, checked) => set('awards', checked)} />}
          />
        </Box>
      </FormSection>
      {options.awards && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {t('options.awardsText')}
        </Alert>
      )}
      {check.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorAt('body.mapping') || errorAt('body.uploadId') || problemText(problems, check.error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" loading={check.isPending}>
          {t('feeds:mapping.check')}
        </Button>
      </Box>
    </Box>
  )
}
