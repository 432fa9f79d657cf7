import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Findings of an attack, for the terminal and for `npm run attack`. */
export function report(name: string, numbers: Record<string, string | number>, lines: readonly string[] = []): void {
  const words = Object.entries(numbers).map(([key, value]) => `${key} ${value}`)
  process.stdout.write(`attack ${name}: ${words.join(', ')}\n${lines.map((line) => `  ${line}\n`).join('')}`)
  const folder = process.env.ATTACK_REPORT
  if (folder) writeFileSync(join(folder, `${name}.json`), JSON.stringify({ name, numbers, lines }, null, 2))
}
