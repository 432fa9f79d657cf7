import type { KeyboardEvent } from 'react'

/** One of a few values, all in sight, in a toolbar (ControlsFrame.tsx). Arrows go from one to the next. */
export function Toggles<Value extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: Value
  options: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look and a width of its own
    <div role="group" aria-label={label} className="toggles" onKeyDown={move}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => option.value !== value && onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}

function move(event: KeyboardEvent<HTMLElement>): void {
  // with these the arrows are the browser's: back and forward
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const towards = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity }[event.key]
  if (!towards) return
  event.preventDefault()
  const all = [...event.currentTarget.querySelectorAll('button')]
  const here = all.indexOf(event.target as HTMLButtonElement)
  const step =
    getComputedStyle(event.currentTarget).direction === 'rtl' && Number.isFinite(towards) ? -towards : towards
  const next = Number.isFinite(step) ? (here + step + all.length) % all.length : step < 0 ? 0 : all.length - 1
  all[next]?.focus()
}
