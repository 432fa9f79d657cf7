import type { Answer } from '@learnt/contract/reports'
import Box from '@mui/material/Box'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'

/** What the person answered in an attempt, as the package reported it. */
export function AnswerTable({ answers }: { answers: readonly Answer[] }) {
  const { t } = useTranslation('reports')
  const columns = ['question', 'answer', 'correct', 'result'] as const
  return (
    <Box component="section" aria-labelledby="answers-title" sx={{ mb: 3 }}>
      <Typography variant="h3" id="answers-title" sx={{ mb: 1 }}>
        {t('answers')}
      </Typography>
      <Box sx={{ overflowX: 'auto' }} tabIndex={0} role="region" aria-label={t('answers')}>
        <Table size="small">
          <TableHead>
            <TableRow>
              {columns.map((column) => (
                <TableCell key={column}>{t(`answerColumns.${column}`)}</TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {answers.map((one) => (
              <TableRow key={`${one.sco} ${one.number}`}>
                {columns.map((column) => (
                  <TableCell key={column} sx={{ overflowWrap: 'anywhere' }}>
                    <bdi>{one[column]}</bdi>
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
    </Box>
  )
}
