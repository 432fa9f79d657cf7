import CloseIcon from '@mui/icons-material/Close'
import ChatIcon from '@mui/icons-material/SupportAgentOutlined'
import Box from '@mui/material/Box'
import Fab from '@mui/material/Fab'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * The tenant's support chat. Its script comes from elsewhere and runs in a frame without an origin: it sees nothing of
 * the page and nothing of the session. It is fetched when the person opens it, and then stays.
 */
export function SupportChat() {
  const { t } = useTranslation('shell')
  const [open, setOpen] = useState(false)
  const [begun, setBegun] = useState(false)
  return (
    <Box
      sx={(theme) => ({
        position: 'fixed',
        insetInlineEnd: 16,
        bottom: 'calc(16px + var(--page-end, 0px))',
        zIndex: theme.zIndex.speedDial,
      })}
    >
      {begun && (
        <Box
          component="iframe"
          hidden={!open}
          title={t('supportChat')}
          src="/api/support-chat"
          sandbox="allow-scripts allow-forms allow-popups"
          referrerPolicy="no-referrer"
          sx={{
            width: 'min(360px, calc(100vw - 32px))',
            height: 'min(520px, calc(100dvh - 120px))',
            mb: 1,
            border: 1,
            borderColor: 'divider',
            borderRadius: '14px',
            bgcolor: '#ffffff',
            boxShadow: 8,
            ...(open ? { display: 'block' } : {}),
          }}
        />
      )}
      <Fab
        color="primary"
        size="medium"
        aria-label={t('supportChat')}
        aria-expanded={open}
        onClick={() => {
          setBegun(true)
          setOpen(!open)
        }}
        sx={{ display: 'flex', marginInlineStart: 'auto' }}
      >
        {open ? <CloseIcon /> : <ChatIcon />}
      </Fab>
    </Box>
  )
}
