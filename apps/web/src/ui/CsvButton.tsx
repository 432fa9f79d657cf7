import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from './ActionButton.tsx'
import { PlainIcon } from './PlainIcon.tsx'
import { showToast } from './toasts.ts'

export interface CsvButtonProps {
  /** Address of the export, filters included: `addressOf(api.members.export, { query })`. */
  href: string
  /** Name for the file when the server gives none. */
  fileName: string
  label?: string
  reason?: string | null | undefined
  /** The reason in words already, where the page itself decides. */
  reasonWords?: string | undefined
}

/** Downloads an export and says how it went. It stands in a list's toolbar (ControlsFrame.tsx). */
export function CsvButton(props: CsvButtonProps) {
  const { href, fileName, label, reason, reasonWords } = props
  const { t } = useTranslation(['common', 'parts'])
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      const response = await fetch(href, { credentials: 'same-origin' })
      if (!response.ok) throw new Error(String(response.status))
      const url = URL.createObjectURL(await response.blob())
      const anchor = document.createElement('a')
      anchor.href = url
      anchor.download = /filename="?([^";]+)"?/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? fileName
      anchor.click()
      setTimeout(() => URL.revokeObjectURL(url), 30_000)
      showToast({ variant: 'success', text: t('parts:csv.done') })
    } catch {
      showToast({ variant: 'error', text: t('parts:csv.failed') })
    } finally {
      setBusy(false)
    }
  }
  if (!('reason' in props || 'reasonWords' in props))
    return (
      <button type="button" className="press" aria-disabled={busy} onClick={() => !busy && void download()}>
        {busy ? (
          <span className="button-spinner" role="progressbar" aria-label={t('loading')} />
        ) : (
          <PlainIcon name="download" />
        )}
        {label ?? t('parts:csv.download')}
      </button>
    )
  return (
    <ActionButton
      variant="outlined"
      color="inherit"
      startIcon={<DownloadIcon />}
      loading={busy}
      reason={reason}
      reasonWords={reasonWords}
      onClick={() => void download()}
    >
      {label ?? t('parts:csv.download')}
    </ActionButton>
  )
}
