/** Scrolls to a field of the editor and puts the cursor there: into it, or into what holds it (`captions` for `captions.0.label`). */
export function showField(key: string): void {
  const found = [key, key.replace(/\.[^/]*$/, '')]
    .map((one) => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(one)}"]`))
    .find(Boolean)
  if (!found) return
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches
  found.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
  const inner = found.querySelector<HTMLElement>(
    'input:not([type=file]), textarea, [contenteditable=true], button, [role=combobox]',
  )
  inner?.focus({ preventScroll: true })
}
