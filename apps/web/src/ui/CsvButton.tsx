import DownloadIcon from '@mui/icons-material/FileDownloadOutlined'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from './ActionButton.tsx'
import { saveFile } from './save-file.ts'
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

/** Downloads an export and says how it went. */
export function CsvButton({ href, fileName, label, reason, reasonWords }: CsvButtonProps) {
  const { t } = useTranslation(['common', 'parts'])
  const [busy, setBusy] = useState(false)
  const download = async () => {
    setBusy(true)
    try {
      await saveFile(href, fileName)
      showToast({ variant: 'success', text: t('parts:csv.done') })
    } catch {
      showToast({ variant: 'error', text: t('parts:csv.failed') })
    } finally {
      setBusy(false)
    }
  }
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
