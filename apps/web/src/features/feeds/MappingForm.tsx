import { FeedOptions, type FeedPreview, type FeedRunPage } from '@learnt/contract/feeds'
import { type FeedField, feedFields } from '@learnt/contract/team-values'
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
import { askPreview } from './asks.ts'
import { ColumnsCard } from './ColumnsCard.tsx'
import { useFieldNames } from './useFieldNames.ts'

/** What each column of the file fills, and what the run does with its rows. */
export function MappingForm({ run, onChecked }: { run: FeedRunPage; onChecked: () => void }) {
  const [reading, setReading] = useState(run.reading)
  const preview = useQuery({
    ...askPreview(run.id, reading),
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
}: {
  run: FeedRunPage
  preview: FeedPreview
  reading: FeedRunPage['reading']
  onReading: (reading: FeedRunPage['reading']) => void
  onChecked: () => void
}) {
  const { t } = useTranslation('feeds')
  const { t: problems } = useTranslation('problems')
  const nameOf = useFieldNames()
  const [mapping, setMapping] = useState<(FeedField | null)[]>(preview.mapping)
  const [options, setOptions] = useState<FeedOptions>(preview.options)
  const check = useSend(api.feeds.check, { outdates: ['feeds', 'jobs'], onSuccess: onChecked })
  const errors = isProblem(check.error) ? check.error.errors : []
  const errorAt = (path: string) => fieldText(problems, errors.find((one) => one.path === path)?.message)
  const set = <K extends keyof FeedOptions>(name: K, value: FeedOptions[K]) => setOptions({ ...options, [name]: value })
  const select = <K extends 'mode' | 'blanks' | 'missing' | 'dates' | 'separator'>(name: K) => (
    <TextField
      select
      label={t(`options.${name}`)}
      value={options[name]}
      onChange={(event) => set(name, event.target.value as FeedOptions[K])}
      helperText={t(`options.${name}Help`)}
    >
      {FeedOptions.shape[name].options.map((value) => (
        <MenuItem key={value} value={value}>
          {name === 'separator'
            ? value
            : name === 'missing' && value !== 'keep'
              ? t(`options.missingChoices.${value.replaceAll(' ', '_') as 'inactive'}`)
              : t(`options.${name}Choices.${value}` as 'options.blanksChoices.keep')}
        </MenuItem>
      ))}
    </TextField>
  )
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
        fields={feedFields}
        nameOf={nameOf}
        mapping={mapping}
        onMapping={setMapping}
        errorAt={errorAt}
      />
      <FormSection title={t('options.title')}>
        {select('mode')}
        {select('blanks')}
        {select('missing')}
        {select('dates')}
        {select('separator')}
        <Box>
          <FormControlLabel
            label={t('options.returns')}
            control={<Switch checked={options.returns} onChange={(_, checked) => set('returns', checked)} />}
          />
          <FormControlLabel
            label={t('options.invites')}
            control={<Switch checked={options.invites} onChange={(_, checked) => set('invites', checked)} />}
          />
        </Box>
      </FormSection>
      {check.error && (
        <Alert severity="error" sx={{ mb: 2 }}>
          {errorAt('body.mapping') || errorAt('body.uploadId') || problemText(problems, check.error)}
        </Alert>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'flex-end' }}>
        <Button type="submit" variant="contained" loading={check.isPending}>
          {t('mapping.check')}
        </Button>
      </Box>
    </Box>
  )
}
