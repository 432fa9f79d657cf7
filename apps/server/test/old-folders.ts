import { readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ours = /^learnt-(test|faulty|e2e|e2e-files|pg|player|attack|bench)-[A-Za-z0-9]{6}$/
const DAY_MS = 86_400_000

/** Folders of killed runs. A run at work is younger than a day. */
export function clearOldFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    if (!ours.test(name)) continue
    const folder = join(tmpdir(), name)
    try {
      if (Date.now() - statSync(folder).mtimeMs > DAY_MS) rmSync(folder, { recursive: true, force: true })
    } catch {
      // Belongs to somebody else, or another run is removing it.
    }
  }
}
