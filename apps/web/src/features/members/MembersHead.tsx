import AddIcon from '@mui/icons-material/PersonAddAltOutlined'
import Button from '@mui/material/Button'
import { useTranslation } from 'react-i18next'
import { useMe } from '../../api/SessionProvider.tsx'
import { paths } from '../../paths.ts'
import { useAnchor } from '../../ui/AppLink.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'

export function MembersHead() {
  const { t } = useTranslation('members')
  const me = useMe()
  const Anchor = useAnchor()
  return (
    <PageHeader
      title={t('title')}
      text={t(me.wholeTenant ? 'textTenant' : 'text')}
      actions={
        <Button component={Anchor} href={paths.newUser} variant="contained" startIcon={<AddIcon />}>
          {t('add')}
        </Button>
      }
    />
  )
}
