import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/**
 * Values before and after, field by field; unchanged fields are left out. `nameOf` and `wordsOf` say what people call a
 * field and one of its values; without them it is what the log has.
 */
export function ChangesTable({
  before,
  after,
  nameOf = (field) => field,
  wordsOf = (_field, value) => value,
}: {
  before: unknown
  after: unknown
  nameOf?: (field: string) => string
  wordsOf?: (field: string, value: string) => string
}) {
  const { t } = useTranslation('audit')
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => textOf(old[name]) !== textOf(now[name]),
  )
  if (names.length === 0) return <Typography color="textSecondary">{t('noChanges')}</Typography>
  return (
    <TableContainer>
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{t('field')}</TableCell>
            <TableCell>{t('before')}</TableCell>
            <TableCell>{t('after')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {names.map((name) => (
            <TableRow key={name} sx={{ verticalAlign: 'top' }}>
              <TableCell component="th" scope="row" dir={nameOf(name) === name ? 'ltr' : undefined}>
                {nameOf(name)}
              </TableCell>
              <TableCell>
                <Value text={textOf(old[name], (value) => wordsOf(name, value))} />
              </TableCell>
              <TableCell>
                <Value text={textOf(now[name], (value) => wordsOf(name, value))} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

function Value({ text }: { text: string }) {
  return (
    <Box component="span" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {text || '–'}
    </Box>
  )
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  return value === null || value === undefined ? {} : { value }
}

function textOf(value: unknown, wordsOf = (text: string) => text): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.map((one) => wordsOf(String(one))).join(', ')
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : wordsOf(String(value))
}
