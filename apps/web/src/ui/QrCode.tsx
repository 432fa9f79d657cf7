import { useMemo } from 'react'
import { encode } from 'uqr'

/** A picture for the camera of a phone: dark on light whatever the theme, as cameras want it. */
export function QrCode({ text, label, size = 208 }: { text: string; label: string; size?: number }) {
  const { path, width } = useMemo(() => {
    const { data, size: modules } = encode(text, { ecc: 'M', border: 3 })
    const squares = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    return { path: squares.join(''), width: modules }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${width}`}
      width={size}
      height={size}
      shapeRendering="crispEdges"
      style={{ display: 'block', borderRadius: 10 }}
    >
      <rect width={width} height={width} fill="#ffffff" />
      <path d={path} fill="#000000" />
    </svg>
  )
}
