import type { PackageProblem } from '@learnt/contract/packages'
import ErrorIcon from '@mui/icons-material/ErrorOutlined'
import WarningIcon from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '../../ui/times.ts'
import { gatherProblems } from './package-report.ts'

const shownPlaces = 5

/** The report of an import, readable: what is wrong, where, and what it means. */
export function PackageFindings({ problems, more }: { problems: readonly PackageProblem[]; more: number }) {
  const { t, i18n } = useTranslation('courses')
  const words = ({ code, params }: PackageProblem) => {
    const filled = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        name,
        typeof value !== 'number'
          ? value
          : name === 'bytes' ||
              ((code === 'too-large' || code === 'unpacks-too-large' || code === 'manifest-too-large') &&
                name === 'limit')
            ? formatBytes(value, i18n.language)
            : formatNumber(value, i18n.language),
      ]),
    )
    return String(t(`packageProblem.${code as 'link'}`, filled as never))
  }
  return (
    <Box component="ul" sx={{ listStyle: 'none', p: 0, m: 0, display: 'grid', gap: 1 }}>
      {gatherProblems(problems).map(({ problem, places }) => (
        <Box component="li" key={`${problem.code}${JSON.stringify(problem.params)}`} sx={{ display: 'flex', gap: 1 }}>
          {problem.severity === 'error' ? (
            <ErrorIcon fontSize="small" color="error" titleAccess={t('package.error')} />
          ) : (
            <WarningIcon fontSize="small" color="warning" titleAccess={t('package.warning')} />
          )}
          <Box sx={{ minWidth: 0 }}>
            <Typography variant="body2">{words(problem)}</Typography>
            {places.slice(0, shownPlaces).map((place) => (
              <Typography
                key={place}
                variant="caption"
                component="p"
                dir="ltr"
                sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere', color: 'text.secondary', textAlign: 'start' }}
              >
                {place}
              </Typography>
            ))}
            {places.length > shownPlaces && (
              <Typography variant="caption" component="p" color="textSecondary">
                {t('package.morePlaces', {
                  count: places.length - shownPlaces,
                  formatted: formatNumber(places.length - shownPlaces, i18n.language),
                })}
              </Typography>
            )}
          </Box>
        </Box>
      ))}
      {more > 0 && (
        <Typography component="li" variant="body2" color="textSecondary">
          {t('package.more', { count: more, formatted: formatNumber(more, i18n.language) })}
        </Typography>
      )}
    </Box>
  )
}
