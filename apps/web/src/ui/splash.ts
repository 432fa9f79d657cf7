/** Takes away what index.html shows until the first page stands. */
export function dropSplash(): void {
  document.getElementById('splash')?.remove()
}
