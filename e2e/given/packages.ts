import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { buildScormPackage } from '../../apps/server/demo/scorm-builder.ts'
import type { ScormVersion } from '../../apps/server/demo/shapes.ts'

/** Third-party packages; only some machines have them. */
const fixtures = resolve(import.meta.dirname, '../..', process.env.LEARNT_FIXTURES ?? '../shared/fixtures')

export function findFixture(name: string): Buffer | null {
  const path = join(fixtures, name)
  return existsSync(path) ? readFileSync(path) : null
}

/** Six pages and a question, made by our own builder. */
export function buildPackage(of: { title: string; version?: ScormVersion; parts?: number }): Promise<Buffer> {
  const { title, version = '1.2', parts = 1 } = of
  const slide = (number: number) => ({
    kind: 'content' as const,
    title: `Slide ${number}`,
    html: `<p>What stands on slide ${number}.</p>`,
  })
  return buildScormPackage({
    identifier: 'e2e',
    title,
    version,
    language: 'en',
    scos: Array.from({ length: parts }, (_, index) => ({
      key: `part-${index + 1}`,
      title: parts === 1 ? title : `${title}, part ${index + 1}`,
      passPercent: 50,
      slides: [
        ...[1, 2, 3, 4, 5].map(slide),
        {
          kind: 'question',
          id: `q-${index + 1}`,
          title: 'A question',
          prompt: 'What is two and two?',
          answer: 'single',
          options: [{ text: 'Four', right: true }, { text: 'Five' }],
          explanation: 'Two and two are four.',
        },
      ],
    })),
  })
}
