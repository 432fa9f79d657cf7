import SearchOffIcon from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { StatePanel } from './StatePanel.tsx'

/** Things exist, but none matches: offers the way back to all. */
export function NoResults({ onClear }: { onClear?: () => void }) {
  const { t } = useTranslation(['common', 'parts'])
  return (
    <StatePanel
      role="status"
      icon={<SearchOffIcon />}
      tone="neutral"
      title={t('parts:table.noResults')}
      text={t('parts:table.noResultsHint')}
      action={
        onClear && (
          <Button variant="outlined" onClick={onClear}>
            {t('parts:table.clearFilters')}
          </Button>
        )
      }
    />
  )
}
