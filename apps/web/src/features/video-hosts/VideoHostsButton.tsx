import Button, { type ButtonProps } from '@mui/material/Button'
import { useState } from 'react'
import { useMe } from '../../api/SessionProvider.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { loadWords } from '../../words/i18n.ts'

const VideoHostsDialog = lazyPart(
  async () => {
    await loadWords('videoHosts')
    return (await import('./VideoHostsDialog.tsx')).VideoHostsDialog
  },
  { floats: true },
)

/** Opens the list of hosts for those who may change it; nothing for others. */
export function VideoHostsButton({ label, ...rest }: { label: string } & Omit<ButtonProps, 'onClick'>) {
  const { wholeTenant } = useMe()
  const [open, setOpen] = useState(false)
  if (!wholeTenant) return null
  return (
    <>
      <Button {...rest} onClick={() => setOpen(true)}>
        {label}
      </Button>
      {open && <VideoHostsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
