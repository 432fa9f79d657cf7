import { firstCharacter } from '@learnt/contract/cut-text'
import { useState } from 'react'

/** The picture of a course or pathway in 16:9, or as high as its place with `fill`; without one, or when it fails, the title's first letter. */
export function CoverImage({ src, title, fill = false }: { src: string; title: string; fill?: boolean }) {
  const [broken, setBroken] = useState(false)
  return (
    <div className="course-cover" style={fill ? { height: '100%', width: '100%' } : undefined}>
      {src && !broken ? (
        <img src={src} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      ) : (
        <span aria-hidden>{firstCharacter(title).toUpperCase()}</span>
      )}
    </div>
  )
}
