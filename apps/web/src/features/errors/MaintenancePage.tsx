import RepairIcon from '@mui/icons-material/BuildOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../api/SessionProvider.tsx'
import { StatePanel } from '../../ui/StatePanel.tsx'

/** Where an operator sends people while the product is being worked on. */
export function MaintenancePage() {
  const { t } = useTranslation('shell')
  const { team } = useSession()
  return (
    <StatePanel
      icon={<RepairIcon />}
      heading
      tone="primary"
      title={t('maintenance.title')}
      text={t('maintenance.text')}
      action={
        <>
          <Button variant="contained" onClick={() => location.assign('/')}>
            {t('maintenance.again')}
          </Button>
          {team.supportEmail && (
            <Button variant="outlined" color="inherit" href={`mailto:${team.supportEmail}`}>
              {team.supportEmail}
            </Button>
          )}
        </>
      }
    />
  )
}
