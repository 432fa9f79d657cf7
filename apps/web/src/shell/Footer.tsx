import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useTranslation } from 'react-i18next'
import { useSession } from '../api/SessionProvider.tsx'
import { openPanel } from './panels.ts'

/** The bar below the page: the organisation, its contact, its terms. */
export function Footer({ fixed, width }: { fixed: boolean; width?: number | undefined }) {
  const { t } = useTranslation('shell')
  const { team, settings } = useSession()
  const terms = settings.showTermsConditions ? team.termsAndConditionsUrl : ''
  return (
    <Box
      component="footer"
      sx={(theme) => ({
        ...(fixed ? { position: 'sticky', bottom: 'var(--page-end, 0px)' } : { position: 'relative' }),
        zIndex: theme.zIndex.appBar - 1,
        minHeight: 56,
        flexShrink: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        columnGap: 3,
        rowGap: 0.5,
        py: 1,
        px: { xs: 2, sm: 3, lg: width ? `max(24px, calc((100% - ${width}px) / 2))` : 4 },
        backgroundColor: theme.bars.footer.ground,
        color: theme.bars.footer.text,
        borderTop: `1px solid ${theme.bars.footer.line}`,
        fontSize: '0.875rem',
        '& .MuiLink-root': { color: 'inherit', textDecorationColor: 'currentColor' },
      })}
    >
      <Box component="span" sx={{ fontWeight: 700, flex: 1 }}>
        {team.displayName}
      </Box>
      {team.supportEmail && (
        <Link href={`mailto:${team.supportEmail}`} underline="always">
          {team.supportEmail}
        </Link>
      )}
      {terms && (
        <Link href={terms} target="_blank" rel="noopener noreferrer" underline="always">
          {t('footer.terms')}
        </Link>
      )}
      <Link component="button" type="button" underline="always" onClick={() => openPanel('help')}>
        {t('footer.keyboard')}
      </Link>
    </Box>
  )
}
