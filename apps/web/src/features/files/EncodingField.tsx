import { type EncodingBasis, type TellingRow, textEncodings } from '@learnt/contract/text-encodings'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useEncodingName } from './useEncodingName.ts'

interface EncodingFieldProps {
  encoding: string
  basis: EncodingBasis
  /** '' has it found out. */
  onChange: (encoding: string) => void
}

/** How the text of a file is encoded: what was found out, and why, for a person to put right. */
export function EncodingField({ encoding, basis, onChange }: EncodingFieldProps) {
  const { t } = useTranslation('files')
  const nameOf = useEncodingName()
  const known = textEncodings.map(({ id }): string => id)
  return (
    <TextField
      select
      label={t('encoding.label')}
      value={encoding}
      onChange={(event) => onChange(event.target.value)}
      helperText={t(`encoding.basis.${basis}`)}
    >
      {basis === 'chosen' && <MenuItem value="">{t('encoding.findOut')}</MenuItem>}
      {[...new Set([...known, encoding])].map((id) => (
        <MenuItem key={id} value={id}>
          {nameOf(id)}
        </MenuItem>
      ))}
    </TextField>
  )
}

/** Rows of the file by which a person sees whether its encoding is the right one. */
export function TellingRows({ rows }: { rows: readonly TellingRow[] }) {
  const { t } = useTranslation('files')
  if (rows.length === 0) return null
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography variant="body2" sx={{ fontWeight: 600 }} id="telling-rows">
        {t('encoding.rows')}
      </Typography>
      <Box component="ul" aria-labelledby="telling-rows" sx={{ listStyle: 'none', p: 0, m: 0, mt: 0.5 }}>
        {rows.map(({ line, cells }) => (
          <Typography
            component="li"
            variant="body2"
            key={line}
            sx={{ display: 'flex', gap: 1.5, overflowWrap: 'anywhere' }}
          >
            <Box component="span" sx={{ color: 'text.secondary', flexShrink: 0 }}>
              {t('encoding.line', { line })}
            </Box>
            <bdi>{cells.filter((cell) => cell.trim() !== '').join(' · ')}</bdi>
          </Typography>
        ))}
      </Box>
    </Box>
  )
}
