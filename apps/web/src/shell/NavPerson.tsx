import { fullName } from '@learnt/contract/text'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/SessionProvider.tsx'
import { paths } from '../routes/paths.ts'
import { AppLink } from '../ui/AppLink.tsx'
import { PersonAvatar } from '../ui/PersonAvatar.tsx'
import { OtherTeams } from './OtherTeams.tsx'

/** The person in the navigation, on pages without a toolbar: profile and other teams; logout stands at the end of it. */
export function NavPerson() {
  const { t } = useTranslation('shell')
  const me = useMe()
  const name = fullName(me)
  return (
    <Box sx={(theme) => ({ mx: 2, mb: 1, py: 1.5, borderBlock: `1px solid ${theme.bars.navbar.line}` })}>
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', px: 1 }}>
        <PersonAvatar name={name} src={me.avatar} size={40} />
        <Box sx={{ minWidth: 0 }}>
          <Typography variant="subtitle2" noWrap>
            {name}
          </Typography>
          <AppLink href={paths.profile} variant="caption" color="inherit" underline="always">
            {t('user.profile')}
          </AppLink>
        </Box>
      </Box>
      <OtherTeams />
    </Box>
  )
}
