import { useState } from 'react'
import { initialsOf } from './initials.ts'

/** A person’s picture, or the initials. It is decoration, because the name is beside it. */
export function PersonAvatar({
  name,
  src,
  size = 36,
  presence,
}: {
  name: string
  src?: string | null | undefined
  size?: number
  /** A dot at the corner, by colour and by shape; absent: not known. */
  presence?: { state: 'online' | 'offline'; label: string } | undefined
}) {
  const picture = <Picture name={name} src={src} size={size} />
  if (!presence) return picture
  const dot = Math.max(10, Math.round(size * 0.3))
  return (
    <span style={{ position: 'relative', display: 'inline-flex', flexShrink: 0 }}>
      {picture}
      <span
        className="person-presence"
        role="img"
        aria-label={presence.label}
        data-presence={presence.state}
        style={{ width: dot, height: dot }}
      />
    </span>
  )
}

function Picture({ name, src, size }: { name: string; src: string | null | undefined; size: number }) {
  const [broken, setBroken] = useState(false)
  const isPicture = Boolean(src) && !broken
  return (
    <div
      className="person-avatar"
      aria-hidden
      // letters drawn by style: they are no text, neither to read out nor to select
      data-initials={isPicture ? undefined : initialsOf(name)}
      style={{ width: size, height: size, fontSize: size * 0.38 }}
    >
      {isPicture && <img src={src ?? undefined} alt="" onError={() => setBroken(true)} />}
    </div>
  )
}
