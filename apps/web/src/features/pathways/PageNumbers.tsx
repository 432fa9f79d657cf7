import NextIcon from '@mui/icons-material/ChevronRight'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Theme } from '@mui/material/styles'
import { useTranslation } from 'react-i18next'
import { stringifySearch } from '../../lists/address.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { pageCount, pageNumbers } from './pages.ts'
import { pathwayPaths } from './paths.ts'

/** Links to the pages of the search by their numbers. */
export function PageNumbers({ q, page, total }: { q: string; page: number; total: number }) {
  const { t } = useTranslation(['pathways', 'parts'])
  const Anchor = useAnchor()
  const count = pageCount(total)
  if (count < 2) return null
  const hrefOf = (number: number) =>
    `${pathwayPaths.pathways}${stringifySearch({ search: q, page: number > 1 ? number : '' })}`
  return (
    <Box
      component="nav"
      aria-label={t('pages')}
      sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 0.5, justifyContent: 'center' }}
    >
      <Button
        color="inherit"
        size="small"
        startIcon={<NextIcon sx={backwards} />}
        {...(page > 1 ? { component: Anchor, href: hrefOf(page - 1) } : { disabled: true })}
      >
        {t('parts:table.previous')}
      </Button>
      {pageNumbers(page, total).map((number) => (
        <Button
          key={number}
          component={Anchor}
          href={hrefOf(number)}
          size="small"
          color={number === page ? 'primary' : 'inherit'}
          variant={number === page ? 'contained' : 'text'}
          aria-label={t('parts:table.page', { page: number })}
          {...(number === page ? { 'aria-current': 'page' as const } : {})}
          sx={{ minWidth: 36 }}
        >
          {number}
        </Button>
      ))}
      <Button
        color="inherit"
        size="small"
        endIcon={<NextIcon sx={forwards} />}
        {...(page < count ? { component: Anchor, href: hrefOf(page + 1) } : { disabled: true })}
      >
        {t('parts:table.next')}
      </Button>
    </Box>
  )
}

const forwards = ({ direction }: Theme) => ({ transform: direction === 'rtl' ? 'scaleX(-1)' : 'none' })
const backwards = ({ direction }: Theme) => ({ transform: direction === 'rtl' ? 'none' : 'scaleX(-1)' })
