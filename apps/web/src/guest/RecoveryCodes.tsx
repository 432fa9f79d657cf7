import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveText } from '../ui/save-text.ts'

/** Ten codes, to be kept now: they are not shown again. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { t } = useTranslation('factors')
  const [kept, setKept] = useState(false)
  const [copied, setCopied] = useState(false)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (kept) onKept()
      }}
    >
      <ol className="guest-codes" dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="guest-row">
        <button
          type="button"
          className="guest-text-button"
          onClick={() => void navigator.clipboard?.writeText(codes.join('\n')).then(() => setCopied(true))}
        >
          <span role="status">{t(copied ? 'codes.copied' : 'codes.copy')}</span>
        </button>
        <button
          type="button"
          className="guest-text-button"
          onClick={() => saveText(t('codes.file'), `${codes.join('\n')}\n`)}
        >
          {t('codes.download')}
        </button>
      </div>
      <label className="guest-check">
        <input type="checkbox" checked={kept} onChange={(event) => setKept(event.target.checked)} />
        <span>{t('codes.kept')}</span>
      </label>
      <button type="submit" className="guest-button" disabled={!kept}>
        {t('codes.done')}
      </button>
    </form>
  )
}
