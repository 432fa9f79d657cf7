import { FeedOptions, type FeedPreview, type FeedRunPage } from '@learnt/contract/feeds'
import { type FeedField, feedFields } from '@learnt/contract/team-values'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
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
import { useFieldNames } from './useFieldNames.ts'

const encodings = [
  'utf-8',
  'windows-1252',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1256',
  'utf-16le',
  'shift_jis',
  'gb18030',
]
const delimiters = [',', ';', '\t', '|']

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
      <Card component="section" aria-labelledby="feed-columns" sx={{ p: { xs: 2, sm: 3 }, mb: 2.5 }}>
        <Typography id="feed-columns" variant="h2" sx={{ fontSize: '1.0625rem' }}>
          {t('mapping.title')}
        </Typography>
        <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
          {t('mapping.text')}
        </Typography>
        {!preview.isWorkbook && (
          <Box sx={{ display: 'grid', gap: 2, mb: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
            <TextField
              select
              label={t('mapping.encoding')}
              value={preview.reading.encoding}
              onChange={(event) => onReading({ ...reading, encoding: event.target.value })}
            >
              {[...new Set([preview.reading.encoding, ...encodings])].map((value) => (
                <MenuItem key={value} value={value}>
                  {value}
                </MenuItem>
              ))}
            </TextField>
            <TextField
              select
              label={t('mapping.delimiter')}
              value={preview.reading.delimiter}
              onChange={(event) => onReading({ ...reading, delimiter: event.target.value })}
            >
              {[...new Set([preview.reading.delimiter, ...delimiters])].map((value) => (
                <MenuItem key={value} value={value}>
                  {value === '\t' ? t('mapping.tab') : value}
                </MenuItem>
              ))}
            </TextField>
          </Box>
        )}
        {preview.headings.map((heading, at) => {
          const samples = preview.samples.map((row) => row[at] ?? '').filter((cell) => cell.trim() !== '')
          const wrong = errorAt(`body.mapping.${at}`)
          return (
            <Box
              // biome-ignore lint/suspicious/noArrayIndexKey: headings may be alike, their places are not
              key={`${at}:${heading}`}
              sx={{
                display: 'grid',
                gap: { xs: 1, sm: 2 },
                alignItems: 'center',
                py: 1.25,
                borderTop: 1,
                borderColor: 'divider',
                gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
              }}
            >
              <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <Typography variant="subtitle2" component="p">
                  <bdi>{heading || t('mapping.noHeading', { number: at + 1 })}</bdi>
                </Typography>
                <Typography variant="body2" color="textSecondary">
                  <bdi>{samples.slice(0, 3).join(' · ') || t('mapping.noSamples')}</bdi>
                </Typography>
              </Box>
              <TextField
                select
                size="small"
                label={t('mapping.fills', { column: heading || at + 1 })}
                value={mapping[at] ?? ''}
                onChange={(event) =>
                  setMapping(
                    mapping.map((one, place) =>
                      place === at ? ((event.target.value || null) as FeedField | null) : one,
                    ),
                  )
                }
                error={wrong !== ''}
                helperText={wrong}
                slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
              >
                <MenuItem value="">{t('mapping.nothing')}</MenuItem>
                {feedFields.map((field) => (
                  <MenuItem key={field} value={field} disabled={mapping.includes(field) && mapping[at] !== field}>
                    {nameOf(field)}
                  </MenuItem>
                ))}
              </TextField>
            </Box>
          )
        })}
      </Card>
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
