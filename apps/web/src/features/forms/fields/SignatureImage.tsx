/** A drawn signature. Strokes are x and y by turns, from 0 to 1000 of the width and of the height. */
export function SignatureImage({ strokes, label }: { strokes: readonly (readonly number[])[]; label: string }) {
  return (
    <svg
      viewBox="0 0 1000 400"
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      aria-hidden={strokes.length === 0 || undefined}
      style={{ display: 'block', width: '100%', height: '100%', background: '#fff' }}
    >
      {strokes.map((stroke) => (
        <polyline
          key={stroke.slice(0, 6).join(' ') + stroke.length}
          points={pointsOf(stroke)}
          fill="none"
          stroke="#14213d"
          strokeWidth={2.5}
          strokeLinecap="round"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      ))}
    </svg>
  )
}

function pointsOf(stroke: readonly number[]): string {
  const points: string[] = []
  for (let at = 0; at + 1 < stroke.length; at += 2)
    points.push(`${stroke[at] ?? 0},${Math.round((stroke[at + 1] ?? 0) * 0.4)}`)
  return points.join(' ')
}
