import type { ImportPreview, ImportReading } from '@learnt/contract/imports'
import Box from '@mui/material/Box'
import Card from '@mui/material/Card'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { EncodingField, TellingRows } from '../files/EncodingField.tsx'

const delimiters = [',', ';', '\t', '|']

/** How the text of a file is read, and what each of its columns fills. */
export function ColumnsCard<Field extends string>({
  preview,
  reading,
  onReading,
  fields,
  nameOf,
  mapping,
  onMapping,
  errorAt,
}: {
  preview: ImportPreview
  reading: ImportReading
  onReading: (reading: ImportReading) => void
  fields: readonly Field[]
  nameOf: (field: Field) => string
  mapping: readonly (Field | null)[]
  onMapping: (mapping: (Field | null)[]) => void
  errorAt: (path: string) => string
}) {
  const { t } = useTranslation('imports')
  return (
    <Card component="section" aria-labelledby="import-columns" sx={{ p: { xs: 2, sm: 3 }, mb: 2.5 }}>
      <Typography id="import-columns" variant="h2" sx={{ fontSize: '1.0625rem' }}>
        {t('mapping.title')}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 0.5, mb: 2 }}>
        {t('mapping.text')}
      </Typography>
      {!preview.isWorkbook && (
        <Box sx={{ display: 'grid', gap: 2, mb: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <EncodingField
            encoding={preview.reading.encoding}
            basis={preview.reading.basis}
            onChange={(encoding) => onReading({ ...reading, encoding })}
          />
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
          <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
            <TellingRows rows={preview.telling} />
          </Box>
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
                onMapping(
                  mapping.map((one, place) => (place === at ? ((event.target.value || null) as Field | null) : one)),
                )
              }
              error={wrong !== ''}
              helperText={wrong}
              slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
            >
              <MenuItem value="">{t('mapping.nothing')}</MenuItem>
              {fields.map((field) => (
                <MenuItem key={field} value={field} disabled={mapping.includes(field) && mapping[at] !== field}>
                  {nameOf(field)}
                </MenuItem>
              ))}
            </TextField>
          </Box>
        )
      })}
    </Card>
  )
}
