import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isProblem } from '../../api/problem.ts'
import { useSend } from '../../api/queries.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { FormSection } from '../../ui/form/FormSection.tsx'
import { fieldText, problemText } from '../../ui/problem-text.ts'
import { LinesSkeleton } from '../../ui/Skeletons.tsx'
import { askPreview } from './asks.ts'
import { ColumnsCard } from './ColumnsCard.tsx'
import type { AnyPreview, AnyRunPage, ImportPages } from './import-pages.ts'

interface MappingFormProps<Field extends string, Options extends object> {
  pages: ImportPages
  run: Pick<AnyRunPage, 'id' | 'reading'>
  onChecked: () => void
  fields: readonly Field[]
  nameOf: (field: Field) => string
  /** The choices of the import. */
  options: (
    options: Options,
    set: <K extends keyof Options>(name: K, value: Options[K]) => void,
  ) => { fields: ReactNode; warning?: ReactNode }
}

/** What each column of a file fills, and what the run does with its rows. */
export function MappingForm<Field extends string, Options extends object>(props: MappingFormProps<Field, Options>) {
  const { pages, run } = props
  const [reading, setReading] = useState(run.reading)
  const preview = useQuery({
    ...askPreview(pages.calls, run.id, reading),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  if (preview.error && !preview.data) return <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
  if (!preview.data) return <LinesSkeleton />
  // Other columns are another form; the same ones keep what was chosen.
  return (
    <Columns
      key={JSON.stringify(preview.data.headings)}
      {...props}
      preview={preview.data}
      reading={reading}
      onReading={setReading}
    />
  )
}

function Columns<Field extends string, Options extends object>({
  pages,
  run,
  preview,
  reading,
  onReading,
  onChecked,
  fields,
  nameOf,
  options: optionsOf,
}: MappingFormProps<Field, Options> & {
  preview: AnyPreview
  reading: AnyRunPage['reading']
  onReading: (reading: AnyRunPage['reading']) => void
}) {
  const { t } = useTranslation('imports')
  const { t: problems } = useTranslation('problems')
  const [mapping, setMapping] = useState(preview.mapping as (Field | null)[])
  const [options, setOptions] = useState(preview.options as Options)
  const [part = ''] = pages.calls.check.id.split('.')
  const check = useSend(pages.calls.check, { outdates: [part, 'jobs'], onSuccess: onChecked })
  const errors = isProblem(check.error) ? check.error.errors : []
  const errorAt = (path: string) => fieldText(problems, errors.find((one) => one.path === path)?.message)
  const shown = optionsOf(options, (name, value) => setOptions({ ...options, [name]: value }))
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
        fields={fields}
        nameOf={nameOf}
        mapping={mapping}
        onMapping={setMapping}
        errorAt={errorAt}
      />
      <FormSection title={t('options.title')}>{shown.fields}</FormSection>
      {shown.warning}
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
