import { fullName } from '@learnt/contract/text'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { useTranslation } from 'react-i18next'
import { useMe } from '../api/SessionProvider.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { PresentAvatar } from './PresentAvatar.tsx'
import { usePanel } from './use-panel.ts'

const fetchPanel = () => import('./UserPanel.tsx')
const UserPanel = lazyPart(async () => (await fetchPanel()).UserPanel, { floats: true })

/** Avatar and name; opens who one is, the other teams, language, look and the way out. */
export function UserMenu({ small, withTools = false }: { small: boolean; withTools?: boolean }) {
  const { t } = useTranslation('shell')
  const me = useMe()
  const { wanted, panel, button } = usePanel()
  const name = fullName(me)
  return (
    <>
      <ButtonBase
        {...button}
        aria-label={t('toolbar.user', { name })}
        aria-haspopup="dialog"
        onMouseEnter={() => void fetchPanel()}
        sx={(theme) => ({
          gap: 1.25,
          p: 0.5,
          paddingInlineEnd: small ? 0.5 : 1.25,
          borderRadius: '12px',
          '&:hover': { backgroundColor: theme.bars.toolbar.hover },
        })}
      >
        <PresentAvatar userId={me.userId} name={name} src={me.avatar} />
        {!small && (
          <Box
            component="span"
            sx={{
              fontFamily: 'fontFamily',
              fontWeight: 700,
              fontSize: '0.875rem',
              maxWidth: 160,
              overflow: 'hidden',
              textOverflow: 'ellipsis',
              whiteSpace: 'nowrap',
            }}
          >
            {name}
          </Box>
        )}
      </ButtonBase>
      {wanted && <UserPanel {...panel} withTools={withTools} />}
    </>
  )
}
