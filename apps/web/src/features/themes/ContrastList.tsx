import { nearestPassing, type ThemeColor, type ThemeColors, themePairs } from '@learnt/contract/theme-pairs'
import GoodIcon from '@mui/icons-material/CheckCircleOutlined'
import BadIcon from '@mui/icons-material/ErrorOutlined'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/times.ts'

/** Every pair of text and ground with its contrast, those that fail first, each with a colour that would do. */
export function ContrastList({
  colors,
  onTake,
}: {
  colors: ThemeColors
  onTake: (field: ThemeColor, color: string) => void
}) {
  const { t, i18n } = useTranslation('settings')
  const pairs = themePairs(colors).sort((a, b) => Number(a.passes) - Number(b.passes))
  const failing = pairs.filter((pair) => !pair.passes)
  return (
    <>
      <Alert severity={failing.length > 0 ? 'error' : 'success'} role="status" sx={{ gridColumn: '1 / -1' }}>
        {failing.length > 0 ? t('theme.contrastBad', { count: failing.length }) : t('theme.contrastGood')}
      </Alert>
      <Box component="ul" sx={{ gridColumn: '1 / -1', listStyle: 'none', m: 0, p: 0 }}>
        {pairs.map((pair) => {
          const nearest = pair.passes ? '' : nearestPassing(colors, pair.field)
          return (
            <Box
              component="li"
              key={pair.id}
              sx={{
                display: 'flex',
                flexWrap: 'wrap',
                alignItems: 'center',
                columnGap: 1.5,
                rowGap: 0.5,
                py: 1,
                borderTop: 1,
                borderColor: 'divider',
                '&:first-of-type': { borderTop: 0 },
              }}
            >
              <Box
                aria-hidden
                sx={{
                  width: 40,
                  height: 30,
                  borderRadius: '8px',
                  border: 1,
                  borderColor: 'divider',
                  display: 'grid',
                  placeItems: 'center',
                  backgroundColor: pair.ground,
                }}
              >
                <Box sx={{ width: 18, height: 12, borderRadius: '3px', backgroundColor: pair.text }} />
              </Box>
              <Box sx={{ flex: '1 1 180px', minWidth: 0 }}>
                <Typography variant="body2" sx={{ fontWeight: 700 }}>
                  {t(`theme.pairs.${pair.id}`)}
                </Typography>
                <Typography variant="caption" component="p" color="textSecondary">
                  {t('theme.ratio', { ratio: formatNumber(Math.floor(pair.ratio * 100) / 100, i18n.language) })} ·{' '}
                  {t('theme.needed', { needed: formatNumber(pair.needed, i18n.language) })}
                </Typography>
              </Box>
              {nearest && (
                <Button
                  size="small"
                  variant="outlined"
                  aria-label={t('theme.takeNamed', { color: nearest, label: t(`theme.${pair.field}`) })}
                  startIcon={
                    <Box
                      component="span"
                      sx={{ width: 16, height: 16, borderRadius: '5px', backgroundColor: nearest, border: 1 }}
                    />
                  }
                  onClick={() => onTake(pair.field, nearest)}
                >
                  {t('theme.take', { color: nearest })}
                </Button>
              )}
              <Box
                component="span"
                sx={{
                  display: 'inline-flex',
                  alignItems: 'center',
                  gap: 0.5,
                  fontSize: '0.8125rem',
                  fontWeight: 700,
                  color: pair.passes ? 'success.main' : 'error.main',
                }}
              >
                {pair.passes ? <GoodIcon fontSize="small" /> : <BadIcon fontSize="small" />}
                {t(pair.passes ? 'theme.passes' : 'theme.fails')}
              </Box>
            </Box>
          )
        })}
      </Box>
    </>
  )
}
