/** How many findings there are, and which. */
export function counted(findings: readonly string[]): string {
  return [`${findings.length} findings`, ...findings].join('\n    ')
}
