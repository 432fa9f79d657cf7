import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnchor } from './AppLink.tsx'

export interface PageHeaderProps {
  title: ReactNode
  /** One line under the title. */
  text?: ReactNode
  /** Small line above the title, e.g. the area. */
  kicker?: ReactNode
  /** Address of the list that this page belongs to. */
  back?: { href: string; label: string }
  /** Chips beside the title. */
  status?: ReactNode
  /** Buttons at the end. */
  actions?: ReactNode
}

/** Head of every page, dressed by the theme's own sheet: it is what the frame of a page waits for. Its heading gets the focus after a navigation. */
export function PageHeader({ title, text, kicker, back, status, actions }: PageHeaderProps) {
  const { t } = useTranslation()
  const Anchor = useAnchor()
  return (
    <header className="page-head">
      {back && (
        <Anchor
          href={back.href}
          aria-label={back.label || t('actions.back')}
          className="back"
          {...(kicker ? { 'data-lower': '' } : {})}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d="M20 12H5.5M12.5 5l-7 7l7 7" />
          </svg>
        </Anchor>
      )}
      <div className="words">
        {kicker && <p className="kicker">{kicker}</p>}
        <div className="line">
          <h1 tabIndex={-1} data-page-heading>
            {title}
          </h1>
          {status}
        </div>
        {text && <p>{text}</p>}
      </div>
      {actions && <div className="actions">{actions}</div>}
    </header>
  )
}
