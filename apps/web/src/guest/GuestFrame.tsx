import type { Team } from '@learnt/contract/session'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { GuestChoices } from './GuestChoices.tsx'

/** Two halves on wide screens: the team's picture (or our drawing), and the page's own content. */
export function GuestFrame({
  team,
  heading,
  lead,
  children,
}: {
  team: Team
  heading: string
  lead?: string | undefined
  children: ReactNode
}) {
  const { t } = useTranslation('session')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${heading} · ${team.displayName}`
    if (document.activeElement === document.body) title.current?.focus()
  }, [heading, team.displayName])
  const { loggedOutBackgroundImage: image, loggedOutLogo: logo } = team.theme
  return (
    <div className="guest">
      <div className="guest-side">
        {image ? <img className="guest-side-image" src={image} alt="" /> : <Drawing />}
        {!image && <p>{t('login.tagline')}</p>}
      </div>
      <main className="guest-main">
        <div className="guest-card">
          {logo ? (
            <img className="guest-logo" src={logo} alt={team.displayName} />
          ) : (
            <div className="guest-mark">
              <Mark />
              <span>{team.displayName}</span>
            </div>
          )}
          <h1 ref={title} tabIndex={-1}>
            {heading}
          </h1>
          {lead && <p className="guest-lead">{lead}</p>}
          {children}
          <GuestChoices team={team} />
        </div>
      </main>
    </div>
  )
}

/** Our own mark: an open book that is also a tick. */
function Mark() {
  return (
    <svg viewBox="0 0 44 44" aria-hidden="true">
      <rect width="44" height="44" rx="12" fill="var(--primary-fill)" />
      <path
        d="M10 15.5c4-1.6 8-1.2 12 1.5 4-2.700 8-3.100 12-1.500v15c-4-1.400-8-1-12 1.500-4-2.500-8-2.900-12-1.500z"
        fill="none"
        stroke="var(--on-primary-fill)"
        strokeWidth="2.6"
        strokeLinejoin="round"
      />
      <path
        d="m16 24 4.500 4L29 19.500"
        fill="none"
        stroke="var(--on-primary-fill)"
        strokeWidth="2.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

function Drawing() {
  return (
    <svg className="guest-side-drawing" viewBox="0 0 720 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <g fill="none" stroke="var(--on-primary-fill)" strokeOpacity="0.22" strokeWidth="2">
        <circle cx="560" cy="220" r="120" />
        <circle cx="560" cy="220" r="200" />
        <circle cx="560" cy="220" r="290" />
        <circle cx="560" cy="220" r="390" />
        <circle cx="560" cy="220" r="500" />
      </g>
      <circle cx="560" cy="220" r="62" fill="var(--secondary)" />
      <circle cx="372" cy="150" r="16" fill="var(--on-primary-fill)" fillOpacity="0.85" />
      <circle cx="300" cy="350" r="10" fill="var(--on-primary-fill)" fillOpacity="0.6" />
      <circle cx="650" cy="495" r="22" fill="var(--on-primary-fill)" fillOpacity="0.35" />
      <circle cx="185" cy="120" r="7" fill="var(--on-primary-fill)" fillOpacity="0.6" />
    </svg>
  )
}
