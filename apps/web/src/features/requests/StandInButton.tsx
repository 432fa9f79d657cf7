import Button from '@mui/material/Button'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyPart } from '../../ui/lazy-part.tsx'

const StandInDialog = lazyPart(async () => (await import('./StandInDialog.tsx')).StandInDialog, { floats: true })

/** Opens the days on which somebody else decides for the reader. */
export function StandInButton() {
  const { t } = useTranslation('requests')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
        {t('standIn.button')}
      </Button>
      {isOpen && <StandInDialog onClose={() => setOpen(false)} />}
    </>
  )
}
