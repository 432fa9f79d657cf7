/** The box of a row or, in the head, of all rows, drawn by the style sheet of its table (row-styles.ts). */
export function RowTick({
  label,
  checked,
  isPartial = false,
  onChange,
}: {
  label: string
  checked: boolean
  /** Some of the rows are chosen. */
  isPartial?: boolean
  onChange: () => void
}) {
  return (
    <span className="tick">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={onChange}
        ref={(box) => {
          if (box) box.indeterminate = isPartial
        }}
      />
      <svg viewBox="0 0 24 24" aria-hidden="true">
        {checked ? (
          <path d={`${outside}M10 17l9-9-1.41-1.41L10 14.17l-3.59-3.58L5 12z`} fillRule="evenodd" />
        ) : isPartial ? (
          <path d={`${outside}M7 11v2h10v-2z`} fillRule="evenodd" />
        ) : (
          <path d={`${outside}M5 5v14h14V5z`} fillRule="evenodd" />
        )}
      </svg>
    </span>
  )
}

/** A square of 18 with round corners. */
const outside = 'M5 3h14a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z'
