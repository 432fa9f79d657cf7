import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { ProgressBar } from '../../ui/ProgressBar.tsx'

/** Where a person is in the form. Where pages may be opened freely, each one is a button. */
export function PageList({
  pages,
  at,
  onGo,
}: {
  pages: readonly { key: string; title: string }[]
  at: number
  onGo: ((at: number) => void) | undefined
}) {
  const { t } = useTranslation('formFields')
  const place = t('pageOf', { number: at + 1, count: pages.length })
  if (!onGo) {
    return (
      <Box sx={{ mb: 2.5 }}>
        <Typography variant="body2" color="textSecondary" sx={{ mb: 0.75 }}>
          {place}
        </Typography>
        <ProgressBar value={Math.round(((at + 1) / pages.length) * 100)} label={place} />
      </Box>
    )
  }
  return (
    <Box component="nav" aria-label={t('pages')} sx={{ mb: 2.5, overflowX: 'auto' }}>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0.5, display: 'flex', gap: 1 }}>
        {pages.map(({ key, title }, number) => (
          <li key={key}>
            <Box
              component="button"
              type="button"
              aria-current={number === at ? 'step' : undefined}
              onClick={() => onGo(number)}
              sx={(theme) => ({
                font: 'inherit',
                fontSize: '0.875rem',
                fontWeight: number === at ? 800 : 500,
                minHeight: 36,
                px: 1.5,
                borderRadius: '18px',
                cursor: 'pointer',
                maxWidth: 220,
                overflow: 'hidden',
                textOverflow: 'ellipsis',
                whiteSpace: 'nowrap',
                border: 1,
                borderColor: number === at ? 'primary.main' : 'divider',
                bgcolor: number === at ? theme.palette.primary.soft : 'background.paper',
                color: number === at ? theme.palette.primary.onSoft : 'text.primary',
                '&:focus-visible': { outline: '3px solid', outlineColor: 'primary.main', outlineOffset: '2px' },
              })}
            >
              {`${number + 1}. ${title || t('page')}`}
            </Box>
          </li>
        ))}
      </Box>
    </Box>
  )
}
