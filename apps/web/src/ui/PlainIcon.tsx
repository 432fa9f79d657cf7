/** Drawn by lines of 2 in a field of 24, each as the icon of the same name elsewhere. */
const lines = {
  bookmark: 'M6 20V5a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v15l-6-2.6z',
  caret: 'M8 10.5h8l-4 4z',
  close: 'M6 6l12 12M18 6L6 18',
  columns: 'M4 6h16v12H4zM9.3 6v12M14.7 6v12',
  download: 'M12 4v10M7.8 10.2L12 14.4l4.2-4.2M5 15v3a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1v-3',
  filter: 'M3 7h18M6 12h12M10 17h4',
  first: 'M7 6v12M18 6.5L12.5 12l5.5 5.5',
  next: 'M9.3 6.7l5.3 5.3l-5.3 5.3',
  search: 'M14.2 14.2L20 20M9.5 4a5.5 5.5 0 1 1 0 11a5.5 5.5 0 1 1 0-11z',
} as const

/** An icon without a style of its own: a styled one costs 2 to 3 ms of a slow telephone. It is as large as its text asks. */
export function PlainIcon({ name }: { name: keyof typeof lines }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" data-icon={name}>
      <path d={lines[name]} />
    </svg>
  )
}
