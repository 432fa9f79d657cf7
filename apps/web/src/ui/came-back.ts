let cameBackAt = Number.NEGATIVE_INFINITY
addEventListener('popstate', () => {
  cameBackAt = performance.now()
})

/** Whether the page comes because somebody went back or forward: the place that it was left at is looked for at once. */
export function hasComeBack(): boolean {
  return performance.now() - cameBackAt < 3000
}
